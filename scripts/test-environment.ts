/**
 * Each test file has a temporary folder, which holds its configuration and everything that it, the code under test and
 * their programs put into `os.tmpdir()`. It is removed after the last test of the file, and the environment is as it was
 * before, because the next file runs in the same process. The folder of the next file has the same path: modules that
 * have read the environment once serve that file too.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };
const shared = globalThis as { outriggerTestFolder?: string };
const folder = (shared.outriggerTestFolder ??= mkdtempSync(path.join(tmpdir(), 'outrigger-test-')));
mkdirSync(folder, { recursive: true });
// Some tests start programs as another user, who has to come through.
chmodSync(folder, 0o711);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
const configuration = path.join(folder, 'configuration');
mkdirSync(configuration);
process.env['OUTRIGGER_CONFIG_DIR'] = configuration;

/** Waits that name no limit have that of `expect.poll`: Vitest's second is too short for a busy machine. */
const WAIT_MS = 10_000;
const { waitFor } = vi;
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options = {}) {
    const limits = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: WAIT_MS, ...limits });
  };
}

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
