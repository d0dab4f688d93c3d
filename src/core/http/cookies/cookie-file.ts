/** The cookies of a workspace on disk, in its state folder. Session cookies are not stored. */
import { readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Cookie } from 'tough-cookie';
import type { KeptCookie } from '../../../contract/collection/collection.ts';
import { makePrivateFolder } from '../../platform/files/private-files.ts';
import { createCookieJar, loadToughCookie, type CookieJarOnDemand } from './cookie-jar.ts';
import { clearCookies, storeCookie } from './cookies.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';

export interface WorkspaceCookies {
  jar: CookieJarOnDemand;
  list(): Promise<KeptCookie[]>;
  /** @throws InvalidRequest when the server could not have set the cookie, or when no request could send it */
  set(cookie: KeptCookie): Promise<void>;
  remove(cookie: { domain: string; path: string; name: string }): Promise<void>;
  clear(): Promise<void>;
  /** Writes the changes. */
  save(): Promise<void>;
}

/** A jar of a thousand cookies of the largest size has 4 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * @param file need not exist; a file that cannot be read as cookies is renamed and replaced
 * @param onNotice receives a sentence for the person when cookies could not be read or written
 */
export async function openCookies(file: string, onNotice: (text: string) => void): Promise<WorkspaceCookies> {
  const { jar = createCookieJar(), text } = await readCookies(file, onNotice);
  let written = text;
  return {
    jar,
    async list() {
      if (!jar.mayHaveCookies()) return [];
      const now = Date.now();
      const { Cookie } = await loadToughCookie();
      const { cookies } = await (await jar.open()).serialize();
      return cookies
        .flatMap((json) => Cookie.fromJSON(json) ?? [])
        .filter((cookie) => cookie.TTL(now) > 0)
        .map(toKeptCookie)
        .sort((a, b) => a.domain.localeCompare(b.domain) || a.name.localeCompare(b.name));
    },
    async set(fields) {
      const cookie = await toCookie(fields);
      const url = `http${fields.secure ? 's' : ''}://${cookie.domain ?? ''}${cookie.path ?? '/'}`;
      await storeCookie(jar, cookie, url);
    },
    async remove({ domain, path: where, name }) {
      if (jar.mayHaveCookies()) await (await jar.open()).store.removeCookie(domain, where, name);
    },
    clear: () => clearCookies(jar),
    async save() {
      if (!jar.mayHaveCookies()) return;
      const json = await (await jar.open()).serialize();
      const now = Date.now();
      const cookies = json.cookies.filter(({ expires }) => typeof expires === 'string' && Date.parse(expires) > now);
      const changed = JSON.stringify({ ...json, cookies });
      if (changed === written) return;
      try {
        makePrivateFolder(path.dirname(file));
        // The cookie of a signed-in session gives the same access as a password.
        await writeAtomically(file, changed, { mode: 0o600 });
        written = changed;
      } catch (error) {
        onNotice(`The cookies could not be stored in ${file}: ${(error as Error).message}`);
      }
    },
  };
}

/** @returns no jar where the file does not exist or is damaged; `text` is the content of the file */
async function readCookies(
  file: string,
  onNotice: (text: string) => void,
): Promise<{ jar?: CookieJarOnDemand; text: string }> {
  const status = statSync(file, { throwIfNoEntry: false });
  if (!status) return { text: '' };
  try {
    if (!status.isFile() || status.size > MAX_BYTES) throw new Error('not a file of cookies');
    const text = readFileSync(file, 'utf8');
    const jar = createCookieJar(JSON.parse(text) as object);
    await jar.open();
    return { jar, text };
  } catch {
    setAside(file, onNotice);
    return { text: '' };
  }
}

function setAside(file: string, onNotice: (text: string) => void): void {
  const damagedFile = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(file, damagedFile);
    onNotice(
      `The cookies in ${file} were damaged. The file is now ${path.basename(damagedFile)}; new ones are collected.`,
    );
  } catch (error) {
    onNotice(`The cookies in ${file} cannot be read, and neither can it be renamed: ${(error as Error).message}`);
  }
}

const toKeptCookie = ({ key, value, domain, path: where, expires, secure, httpOnly }: Cookie): KeptCookie => ({
  name: key,
  value,
  domain: domain ?? '',
  path: where ?? '/',
  expires: expires instanceof Date ? expires.toISOString() : null,
  secure,
  httpOnly,
});

async function toCookie({ name, value, domain, path: where, expires, secure, httpOnly }: KeptCookie): Promise<Cookie> {
  const { Cookie } = await loadToughCookie();
  return new Cookie({
    key: name,
    value,
    domain: domain.replace(/^\./, ''),
    path: where.startsWith('/') ? where : '/',
    secure,
    httpOnly,
    ...(expires === null ? {} : { expires: new Date(expires) }),
  });
}
