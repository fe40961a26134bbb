import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** `make bench-pages`: how the public pages feel on a slow phone. It prints and judges nothing. */
export default defineConfig({ ...base, testDir: 'e2e/bench', timeout: 300_000, projects: [{ name: 'bench' }] });
