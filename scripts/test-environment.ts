/**
 * Gives each test file a temporary folder, which contains its configuration and everything that the test, the tested
 * code and their programs write to `os.tmpdir()`. After the last test of the file, removes the folder and restores the
 * environment variables, because the next file may run in the same process. That file gets a folder with the same path,
 * because modules that read the environment once serve that file too.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';

// Tests start the same TypeScript files in many processes: Node keeps what it has compiled for the next one. Not for the
// processes of the tests themselves, which would write what no other process reads.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '../node_modules/.cache/compiled');
const environment = { ...process.env };
const shared = globalThis as { outriggerTestFolder?: string };
const folder = (shared.outriggerTestFolder ??= mkdtempSync(path.join(tmpdir(), 'outrigger-test-')));
mkdirSync(folder, { recursive: true });
// Some tests start programs as another user, who needs to enter the folder.
chmodSync(folder, 0o711);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
const configuration = path.join(folder, 'configuration');
mkdirSync(configuration, { recursive: true });
process.env['OUTRIGGER_CONFIG_DIR'] = configuration;

/**
 * Waiting without a given limit has the limit of `expect.poll`, because Vitest's one second is too short on a busy
 * machine.
 */
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
