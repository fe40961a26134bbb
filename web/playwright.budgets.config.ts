import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** `npm run budgets`: what the first visit of each page transfers, against its budget. Wants `make build` before it. */
export default defineConfig({
  ...base,
  testDir: 'e2e/budgets',
  // The transferred bytes do not depend on how busy the machine is, but the time until it is idle does.
  timeout: 120_000,
  fullyParallel: true,
  projects: [{ name: 'budgets', use: { viewport: { width: 1280, height: 860 } } }],
});
