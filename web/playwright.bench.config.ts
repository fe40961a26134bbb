import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** `make bench-pages`: LCP and CLS of the public pages on a slow phone. Prints results without asserting them. */
export default defineConfig({ ...base, testDir: 'e2e/bench', timeout: 300_000, projects: [{ name: 'bench' }] });
