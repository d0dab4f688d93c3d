/** Cookies on disk: which ones are stored, until when, and the effect of a damaged file. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openCookies, type WorkspaceCookies } from './cookie-file.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const URL_OF_TESTS = 'http://shop.example/';
function newFile() {
  const folder = temporaryFolder('cookies');
  const file = path.join(folder, 'state', 'cookies.json');
  const notices: string[] = [];
  return { file, notices, open: () => openCookies(file, (text) => notices.push(text)) };
}
const names = async (cookies: WorkspaceCookies) => (await cookies.list()).map(({ name }) => name);

test('session cookies are not written; Expires and Max-Age are', async () => {
  const { open, file, notices } = newFile();
  const cookies = await open();
  const expires = new Date(Date.now() + 3_600_000).toUTCString();
  for (const text of [
    'session=1',
    `expires=2; Expires=${expires}`,
    'max-age=3; Max-Age=3600',
    'ended=4; Max-Age=0',
    'past=5; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  ]) {
    await (await cookies.jar.open()).setCookie(text, URL_OF_TESTS);
  }
  expect(await names(cookies)).toEqual(['expires', 'max-age', 'session']);
  await cookies.save();
  const later = await open();
  expect(await names(later)).toEqual(['expires', 'max-age']);
  expect(await (await later.jar.open()).getCookieString(URL_OF_TESTS)).toBe('expires=2; max-age=3');
  expect(notices).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toContain('session');
});

test('Max-Age counts from the arrival of the cookie, and has priority over Expires; using the cookie changes nothing', async () => {
  const { open } = newFile();
  const cookies = await open();
  const startMs = Date.now();
  await (await cookies.jar.open()).setCookie('a=1; Max-Age=100; Expires=Thu, 01 Jan 1970 00:00:00 GMT', URL_OF_TESTS);
  await (await cookies.jar.open()).setCookie('huge=1; Max-Age=99999999999999999999', URL_OF_TESTS);
  const endMs = Date.now();
  const expiryOf = async (jar: WorkspaceCookies) =>
    Date.parse((await jar.list()).find(({ name }) => name === 'a')?.expires ?? '');
  const expiry = await expiryOf(cookies);
  expect(expiry).toBeGreaterThanOrEqual(startMs + 100_000);
  expect(expiry).toBeLessThanOrEqual(endMs + 100_000);
  await (await cookies.jar.open()).getCookies(URL_OF_TESTS, { now: new Date(startMs + 50_000) } as object);
  expect(await expiryOf(cookies)).toBe(expiry);
  await cookies.save();
  const later = await open();
  expect(await expiryOf(later)).toBe(expiry);
  expect(await names(later)).toEqual(['a', 'huge']);
  await (await later.jar.open()).setCookie('a=2; Max-Age=500', URL_OF_TESTS);
  expect(await expiryOf(later)).toBeGreaterThanOrEqual(startMs + 500_000);
});

test('the file is readable for this user only, and is written only after a change', async () => {
  const { open, file } = newFile();
  const cookies = await open();
  await (await cookies.jar.open()).setCookie('a=1; Max-Age=100', URL_OF_TESTS);
  await cookies.save();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { ino } = statSync(file);
  await cookies.save();
  expect(statSync(file).ino).toBe(ino);
});

const setCookie = async ({ jar }: WorkspaceCookies, text: string) => (await jar.open()).setCookie(text, URL_OF_TESTS);
const sentBy = async ({ jar }: WorkspaceCookies) => (await jar.open()).getCookieString(URL_OF_TESTS);

test('two windows on one folder keep and get what the other one has changed', async () => {
  const { open, notices } = newFile();
  const [first, second] = [await open(), await open()];
  await setCookie(first, 'a=1; Max-Age=100');
  await first.save();
  await setCookie(second, 'session=1');
  await setCookie(second, 'b=1; Max-Age=100');
  await second.save();
  expect(await sentBy(await open())).toBe('a=1; b=1');
  expect(await names(second)).toEqual(['a', 'b', 'session']);
  await setCookie(first, 'a=2; Max-Age=100');
  await first.save();
  // The second window sends its older value, and changes another cookie.
  expect(await sentBy(second)).toContain('a=1');
  await setCookie(second, 'b=2; Max-Age=100');
  await second.save();
  expect(await sentBy(await open())).toBe('a=2; b=2');
  expect((await second.list()).map(({ name, value }) => `${name}=${value}`)).toEqual(['a=2', 'b=2', 'session=1']);
  await first.clear();
  await first.save();
  await setCookie(second, 'c=1; Max-Age=100');
  await second.save();
  expect(await names(second)).toEqual(['c', 'session']);
  expect(await names(await open())).toEqual(['c']);
  expect(notices).toEqual([]);
});

test('windows on one folder that save at the same time, each several times, lose no cookie', async () => {
  const { open, notices } = newFile();
  const windows = await Promise.all([open(), open(), open()]);
  const expected: string[] = [];
  await Promise.all(
    windows.flatMap((window, number) =>
      Array.from({ length: 10 }, async (_, count) => {
        expected.push(`c${number}-${count}`);
        await (await window.jar.open()).setCookie(`c${number}-${count}=1; Max-Age=3600`, URL_OF_TESTS);
        await window.save();
      }),
    ),
  );
  expect(await names(await open())).toEqual(expected.sort());
  expect(notices).toEqual([]);
});

test('cookies that were only read and sent are not written again', async () => {
  const { open, file } = newFile();
  const cookies = await open();
  await setCookie(cookies, 'a=1; Max-Age=100');
  await cookies.save();
  const { ino } = statSync(file);
  const later = await open();
  expect(await sentBy(later)).toBe('a=1');
  await later.save();
  expect(statSync(file).ino).toBe(ino);
});

test.each<[string, (file: string) => void]>([
  ['text that is not JSON', (file) => writeFileSync(file, '{ damaged')],
  ['JSON that is not a jar', (file) => writeFileSync(file, '{"cookies": 5}')],
  ['a file that is far too large', (file) => (writeFileSync(file, ''), truncateSync(file, 5_000_000_000))],
  ['a folder', (file) => mkdirSync(file)],
])('%s is set aside and reported; new cookies are stored', async (_title, damage) => {
  const { open, file, notices } = newFile();
  mkdirSync(path.dirname(file), { recursive: true });
  damage(file);
  const cookies = await open();
  expect(notices).toEqual([expect.stringMatching(/(was damaged|is larger than|is not a file).*was kept as/)]);
  expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith('cookies.json.damaged-'))).toHaveLength(1);
  await (await cookies.jar.open()).setCookie('a=1; Max-Age=100', URL_OF_TESTS);
  await cookies.save();
  expect(await names(await open())).toEqual(['a']);
});

test('a folder that cannot be written is reported; the cookies stay for this session, and are stored by the next save', async () => {
  const { file, notices } = newFile();
  writeFileSync(path.dirname(file), 'a file where the folder should be');
  const cookies = await openCookies(file, (text) => notices.push(text));
  await (await cookies.jar.open()).setCookie('a=1; Max-Age=100', URL_OF_TESTS);
  await cookies.save();
  expect(notices.join()).toMatch(/could not be stored/);
  expect(await names(cookies)).toEqual(['a']);
  rmSync(path.dirname(file));
  await cookies.save();
  expect(await names(await openCookies(file, (text) => notices.push(text)))).toEqual(['a']);
});

test('one cookie is removed, or all; one that its server could not have set is refused', async () => {
  const cookies = await newFile().open();
  const cookie = {
    name: 'a',
    value: '1',
    domain: 'shop.example',
    path: '/',
    expires: null,
    secure: false,
    httpOnly: false,
  };
  await cookies.set(cookie);
  await cookies.set({ ...cookie, name: 'b' });
  await cookies.remove(cookie);
  expect(await names(cookies)).toEqual(['b']);
  await cookies.clear();
  expect(await names(cookies)).toEqual([]);
  await expect(cookies.set({ ...cookie, domain: '' })).rejects.toMatchObject({ code: 'InvalidRequest' });
});
