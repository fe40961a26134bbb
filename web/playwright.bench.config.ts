import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** `make bench-pages` and `make bench-editor`: they print results without asserting them. */
export default defineConfig({ ...base, testDir: 'e2e/bench', timeout: 300_000, projects: [{ name: 'bench' }] });
