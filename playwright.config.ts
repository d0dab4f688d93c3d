import { defineConfig } from '@playwright/test';
import { electronBinary, type HostOptions } from './e2e/fixtures.ts';

/** End-to-end tests start the built product; run them with `npm test`, or after `npm run build`. */
export default defineConfig<HostOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/temporary-folder.ts',
  outputDir: 'test-results/end-to-end',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Each test has a host, a workspace and a browser context of its own, and waits for one of them most of the time.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // A slower machine may miss a limit of time once; a test that passed only when repeated is named at the end.
  retries: process.env['CI'] ? 1 : 0,
  projects: [
    { name: 'web', use: { host: 'web' } },
    ...(electronBinary() ? [{ name: 'desktop', use: { host: 'desktop' as const } }] : []),
  ],
  use: { viewport: { width: 1440, height: 900 }, trace: process.env['CI'] ? 'off' : 'retain-on-failure' },
});
