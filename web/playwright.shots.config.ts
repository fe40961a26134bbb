import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** `make shots`: every screen, both widths, both themes, into one folder, to be looked at. */
export default defineConfig({
  ...base,
  testDir: 'e2e/shots',
  timeout: 180_000,
  projects: [{ name: 'shots' }],
});
