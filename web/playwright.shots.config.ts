import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** `make shots`: screenshots of every screen at both widths and in both themes. */
export default defineConfig({
  ...base,
  testDir: 'e2e/shots',
  timeout: 180_000,
  projects: [{ name: 'shots' }],
});
