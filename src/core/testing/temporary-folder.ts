import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty folder, without links in its path; it is removed with the temporary folder of the test file. */
export const temporaryFolder = (name = 'folder'): string =>
  realpathSync(mkdtempSync(path.join(tmpdir(), `outrigger-${name}-`)));
