/** The cookies of a workspace on disk, in its state folder; those that end with the session are not kept. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Cookie, type CookieJar } from 'tough-cookie';
import writeFileAtomic from 'write-file-atomic';
import type { KeptCookie } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import { makePrivateFolder } from '../platform/private-files.ts';
import { createCookieJar } from './cookie-jar.ts';

export interface WorkspaceCookies {
  jar: CookieJar;
  list(): Promise<KeptCookie[]>;
  /** @throws InvalidRequest when the server could not have set it */
  set(cookie: KeptCookie): Promise<void>;
  remove(cookie: { domain: string; path: string; name: string }): Promise<void>;
  clear(): Promise<void>;
  /** Writes what has changed. */
  save(): Promise<void>;
}

export function openCookies(file: string, onNotice: (text: string) => void): WorkspaceCookies {
  let written = '';
  const jar = read() ?? createCookieJar();

  function read(): CookieJar | undefined {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
    try {
      const made = createCookieJar(JSON.parse(text) as object);
      written = text;
      return made;
    } catch {
      onNotice(`The cookies in ${file} were damaged; new ones are collected.`);
      return undefined;
    }
  }
  const all = async (): Promise<Cookie[]> =>
    (await jar.serialize()).cookies.flatMap((json) => Cookie.fromJSON(json) ?? []);
  return {
    jar,
    async list() {
      const now = new Date();
      return (await all())
        .filter((cookie) => cookie.TTL(now.getTime()) > 0)
        .map(({ key, value, domain, path: where, expires, secure, httpOnly }) => ({
          name: key,
          value,
          domain: domain ?? '',
          path: where ?? '/',
          expires: expires instanceof Date ? expires.toISOString() : null,
          secure,
          httpOnly,
        }))
        .sort((a, b) => a.domain.localeCompare(b.domain) || a.name.localeCompare(b.name));
    },
    async set({ name, value, domain, path: where, expires, secure, httpOnly }) {
      const host = domain.replace(/^\./, '');
      const cookie = new Cookie({
        key: name,
        value,
        domain: host,
        path: where.startsWith('/') ? where : '/',
        secure,
        httpOnly,
        ...(expires === null ? {} : { expires: new Date(expires) }),
      });
      try {
        await jar.setCookie(cookie, `http${secure ? 's' : ''}://${host}${cookie.path ?? '/'}`, { loose: true });
      } catch (error) {
        throw codedError(
          'InvalidRequest',
          `This cookie cannot be kept: ${(error as Error).message}`,
          'Correct its domain.',
        );
      }
    },
    remove: ({ domain, path: where, name }) => jar.store.removeCookie(domain, where, name),
    clear: () => jar.removeAllCookies(),
    async save() {
      const json = await jar.serialize();
      const text = JSON.stringify({
        ...json,
        cookies: json.cookies.filter(
          ({ expires }) => expires !== undefined && expires !== null && expires !== 'Infinity',
        ),
      });
      if (text === written) return;
      written = text;
      try {
        makePrivateFolder(path.dirname(file));
        // A session is as good as a password.
        await writeFileAtomic(file, text, { mode: 0o600 });
      } catch (error) {
        onNotice(`The cookies could not be kept in ${file}: ${(error as Error).message}`);
      }
    },
  };
}
