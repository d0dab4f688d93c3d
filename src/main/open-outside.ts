/** Opens folders in the file manager and web pages in the browser, and refuses everything else. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import type { Shell } from 'electron';

/** Folders that macOS starts or installs when they are opened. */
const bundles = new Set(
  ['action', 'app', 'bundle', 'component', 'framework', 'kext', 'mpkg', 'pkg', 'plugin', 'prefpane', 'saver']
    .concat(['scptd', 'service', 'wdgt', 'workflow', 'xpc'])
    .map((name) => `.${name}`),
);

/**
 * Shows a folder in the system's file manager. For another file the system would start a program or open a document, so
 * the path is accepted only if it is a folder after all links are resolved.
 * @throws NotAFolder, FileNotFound
 */
export async function openFolder(shell: Shell, folder: string): Promise<void> {
  const realFolder = await realpath(folder).catch(() => undefined);
  const isFolder = realFolder !== undefined && (await stat(realFolder)).isDirectory();
  if (!isFolder || bundles.has(path.extname(realFolder).toLowerCase())) {
    throw codedError('NotAFolder', `${folder} is not a folder that can be opened.`);
  }
  const problem = await shell.openPath(realFolder);
  if (problem) throw codedError('FileNotFound', `${folder} could not be shown: ${problem}`);
}

/** Opens a web page in the user's browser; an address of any other scheme could start a program, and is ignored. */
export function openWebPage(shell: Shell, address: string): void {
  if (!URL.canParse(address)) return;
  const { protocol, href } = new URL(address);
  if (protocol === 'https:' || protocol === 'http:') {
    // Nobody waits for a browser: where there is none, or the address is too long for it, nothing else happens.
    shell.openExternal(href).catch(() => undefined);
  }
}
