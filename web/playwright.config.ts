import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { measurePace, scaled } from './e2e/pace/pace';

// Each worker loads this file again and reads these choices from its environment. The port is below the system's
// ephemeral range, which the Go tests use at the same time.
process.env.LINNET_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
process.env.LINNET_E2E_DNS_PORT ??= String(Number(process.env.LINNET_E2E_PORT) + 1);
process.env.LINNET_E2E_STRIPE_PORT ??= String(Number(process.env.LINNET_E2E_PORT) + 2);
process.env.LINNET_E2E_PAID_PORT ??= String(Number(process.env.LINNET_E2E_PORT) + 3);
process.env.LINNET_E2E_OPENID_PORT ??= String(Number(process.env.LINNET_E2E_PORT) + 4);
process.env.LINNET_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'linnet-e2e-'));
process.env.LINNET_E2E_PAID_DATA ??= mkdtempSync(join(tmpdir(), 'linnet-e2e-paid-'));
measurePace();
const origin = `http://localhost:${process.env.LINNET_E2E_PORT}`;
const paidOrigin = `http://localhost:${process.env.LINNET_E2E_PAID_PORT}`;
const webhookSecret = 'whsec_e2e';

// The headless shell needs about 40% less CPU than the complete browser.
const FIND_CHROMIUM = 'command -v chromium-headless-shell || command -v chromium';
const chromium = process.env.CHROMIUM_PATH ?? execFileSync('sh', ['-c', FIND_CHROMIUM], { encoding: 'utf8' }).trim();

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  workers: Math.min(2, availableParallelism()),
  // On a shared machine a browser may stall. Playwright lists such tests as flaky.
  retries: process.env.CI ? 2 : 0,
  timeout: scaled(30_000),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  expect: { timeout: scaled(5_000) },
  use: {
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Traces take a third of the time; enable them with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--font-render-hinting=none',
        '--force-color-profile=srgb',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 860 } },
      testIgnore: /(mobile|nojs)\.spec\.ts/,
    },
    { name: 'mobile', use: { ...devices['Pixel 7'] }, testMatch: /mobile\.spec\.ts/ },
    { name: 'nojs', use: { javaScriptEnabled: false }, testMatch: /nojs\.spec\.ts/ },
  ],
  webServer: [
    {
      command: `exec node e2e/dns/server.mjs ${process.env.LINNET_E2E_DNS_PORT}`,
      url: `http://127.0.0.1:${process.env.LINNET_E2E_DNS_PORT}/`,
      reuseExistingServer: false,
      timeout: scaled(20_000),
    },
    {
      // The log of 500 responses is in the data directory.
      command: `exec ${process.env.LINNET_BIN ?? '../bin/linnet'} serve >"$LINNET_DATA/server.log" 2>&1`,
      url: `${origin}/readyz`,
      reuseExistingServer: false,
      timeout: scaled(20_000),
      stdout: 'ignore',
      stderr: 'ignore',
      env: {
        LINNET_ADDR: `127.0.0.1:${process.env.LINNET_E2E_PORT}`,
        LINNET_PUBLIC_URL: origin,
        LINNET_DNS: `127.0.0.1:${process.env.LINNET_E2E_DNS_PORT}`,
        LINNET_DATA: process.env.LINNET_E2E_DATA,
        LINNET_OIDC_NETWORKS: '127.0.0.1',
        LINNET_WEBHOOK_NETWORKS: '127.0.0.1',
        LINNET_IMPORT_NETWORKS: '127.0.0.1',
      },
    },
    {
      command: `exec node e2e/openid/server.mjs ${process.env.LINNET_E2E_OPENID_PORT}`,
      url: `http://127.0.0.1:${process.env.LINNET_E2E_OPENID_PORT}/`,
      reuseExistingServer: false,
      timeout: scaled(20_000),
    },
    {
      command: `exec node e2e/stripe/server.mjs ${process.env.LINNET_E2E_STRIPE_PORT} ${paidOrigin}/webhooks/stripe ${webhookSecret}`,
      url: `http://127.0.0.1:${process.env.LINNET_E2E_STRIPE_PORT}/`,
      reuseExistingServer: false,
      timeout: scaled(20_000),
    },
    {
      // An install with online payment.
      command: `exec ${process.env.LINNET_BIN ?? '../bin/linnet'} serve >"$LINNET_DATA/server.log" 2>&1`,
      url: `${paidOrigin}/readyz`,
      reuseExistingServer: false,
      timeout: scaled(20_000),
      stdout: 'ignore',
      stderr: 'ignore',
      env: {
        LINNET_ADDR: `127.0.0.1:${process.env.LINNET_E2E_PAID_PORT}`,
        LINNET_PUBLIC_URL: paidOrigin,
        LINNET_DATA: process.env.LINNET_E2E_PAID_DATA,
        LINNET_STRIPE_KEY: 'sk_test_e2e',
        LINNET_STRIPE_WEBHOOK_SECRET: webhookSecret,
        LINNET_STRIPE_URL: `http://127.0.0.1:${process.env.LINNET_E2E_STRIPE_PORT}`,
      },
    },
  ],
});
