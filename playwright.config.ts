import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { HostOptions } from './e2e/fixtures.ts';
import { electronBinary } from './scripts/electron-binary.mjs';

/** End-to-end tests start the built product; run them with `npm test`, or after `npm run build`. */
export default defineConfig<HostOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/temporary-folder.ts',
  outputDir: 'test-results/end-to-end',
  // Limits for tests that hang: a busy machine needs many times as long as a quiet one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Each test has a host, a workspace and a browser context of its own, and waits for one of them much of the time: half
  // as many again as there are cores keep the cores busy.
  workers: Math.ceil(availableParallelism() * 1.5),
  // Otherwise the tests of the longest file run alone at the end.
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A slower machine may miss a limit of time once; a test that passed only when repeated is named at the end.
  retries: process.env['CI'] ? 1 : 0,
  projects: [
    { name: 'web', use: { host: 'web' } },
    // The same tests in the desktop window.
    ...(electronBinary() ? [{ name: 'desktop', use: { host: 'desktop' as const } }] : []),
  ],
  // A trace takes a quarter of a test's time: whoever looks for a fault asks for it with `--trace on`.
  use: { viewport: { width: 1440, height: 900 }, trace: 'off' },
});
