/** Tests touch nothing of the user's: a configuration folder of their own. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

process.env['OUTRIGGER_CONFIG_DIR'] = mkdtempSync(path.join(tmpdir(), 'outrigger-test-'));
