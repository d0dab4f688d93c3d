/** A jar stays bounded when a server sets ever more cookies, and recently used cookies stay. */
import http from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { createHttpClient } from '../http-client.ts';
import { MAX_CHARACTERS, MAX_COOKIES, MAX_COOKIES_OF_DOMAIN } from './bound-cookies.ts';
import { listCookies, setCookie } from './cookies.ts';
import { createCookieJar } from './cookie-jar.ts';

test('the cookies of a domain are limited in number; the oldest are removed, and those of other domains stay', async () => {
  const jar = await createCookieJar().open();
  await jar.setCookie('other=1', 'http://other.example/');
  for (let index = 0; index < MAX_COOKIES_OF_DOMAIN + 20; index += 1)
    await jar.setCookie(`c${index}=1`, 'http://shop.example/');
  const names = (await jar.getCookies('http://shop.example/')).map(({ key }) => key);
  expect([names.length, names[0], names.at(-1)]).toEqual([
    MAX_COOKIES_OF_DOMAIN,
    'c20',
    `c${MAX_COOKIES_OF_DOMAIN + 19}`,
  ]);
  expect(await jar.getCookieString('http://other.example/')).toBe('other=1');
});

test('the cookies of all domains together are limited in number, also those in a file', async () => {
  const cookies = Array.from({ length: MAX_COOKIES + 50 }, (_, index) => ({
    key: 'a',
    value: '1',
    domain: `s${index}.example`,
    path: '/',
    creation: new Date(1000 + index).toISOString(),
    lastAccessed: new Date(1000 + index).toISOString(),
  }));
  const stored = { version: 'tough-cookie@6', storeType: 'MemoryCookieStore', rejectPublicSuffixes: false, cookies };
  const jar = await createCookieJar(stored).open();
  await jar.setCookie('a=1', 'http://new.example/');
  const remaining = (await jar.serialize()).cookies;
  expect(remaining.length).toBe(MAX_COOKIES);
  expect(remaining.map(({ domain }) => domain)).toContain('new.example');
  expect(remaining.map(({ domain }) => domain)).not.toContain('s0.example');
});

test('a cookie with an invalid time becomes a session cookie, and the others are still listed', async () => {
  const jar = createCookieJar();
  const description = { name: 'odd', value: '1', expires: 'never' };
  expect(await setCookie(jar, 'http://shop.example/', description)).toMatchObject({ name: 'odd', expires: null });
  expect(await listCookies(jar, 'http://shop.example/')).toHaveLength(1);
});

test('all cookies together are limited in length', async () => {
  const jar = await createCookieJar().open();
  for (let index = 0; index < 5; index += 1)
    await jar.setCookie(`big${index}=${'x'.repeat(MAX_CHARACTERS / 4)}`, 'http://shop.example/');
  expect((await jar.getCookies('http://shop.example/')).map(({ key }) => key)).toEqual(['big2', 'big3', 'big4']);
});

test('of thousands of cookies in one response, only as many as a domain keeps are put into the jar', async () => {
  const server = http.createServer((_request, response) => {
    const lines = Array.from({ length: 5000 }, (_, index) => `c${index}=1`);
    response.writeHead(200, { 'set-cookie': lines }).end();
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const onDemand = createCookieJar();
  const jar = await onDemand.open();
  let puts = 0;
  const put = jar.setCookie.bind(jar) as (...values: unknown[]) => unknown;
  jar.setCookie = ((...values: unknown[]) => {
    puts += 1;
    return put(...values);
  }) as typeof jar.setCookie;
  const client = createHttpClient();
  await client.send({ method: 'GET', url, headers: [] }, { signal: new AbortController().signal, jar: onDemand });
  await client.close();
  server.close();
  expect(puts).toBe(MAX_COOKIES_OF_DOMAIN);
  expect((await jar.getCookies(url)).at(-1)?.key).toBe('c4999');
});
