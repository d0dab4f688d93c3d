/** The tests, the hosts and the browsers put temporary files into one folder, which is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default function setUp(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  // Every host loads the same code: compiled once, it is read by all others.
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
