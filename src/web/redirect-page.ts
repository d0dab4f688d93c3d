/**
 * A private file that redirects a browser to an address. The arguments of a process are visible to every user of the
 * machine, so a browser is started with the file and not with the address, which contains the one-time code.
 */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPrivateTemporaryFolder } from '../core/platform/files/private-temporary-folder.ts';

/** Milliseconds after which a browser that has not read the file is considered not started. */
const KEPT_MS = 60_000;

export interface RedirectPage {
  /** The file's URL. */
  url: string;
  /** Removes the file and its folder; has no effect the second time. Never throws. */
  remove(): Promise<void>;
}

/**
 * Writes the file (0600) into a new folder (0700). It is removed after a minute, unless `remove` comes first.
 * @param address an http address without characters that HTML escapes
 */
export async function createRedirectPage(address: string): Promise<RedirectPage> {
  const folder = createPrivateTemporaryFolder('open', parentFolder());
  const file = path.join(folder, 'open.html');
  const remove = async () => {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  };
  const timer = setTimeout(() => void remove(), KEPT_MS).unref();
  await writeFile(file, pageOf(address), { mode: 0o600, flag: 'wx' });
  return { url: pathToFileURL(file).href, remove };
}

/**
 * A browser that is installed as a snap has its own temporary folder, but can read the visible folders of the user's
 * home.
 */
function parentFolder(): string {
  return process.platform === 'linux' && existsSync('/snap/bin') ? homedir() : tmpdir();
}

const pageOf = (address: string): string =>
  [
    '<!doctype html><meta charset="utf-8"><title>Outrigger</title>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`,
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0;url=${encodeURI(address)}">\n`,
  ].join('\n');
