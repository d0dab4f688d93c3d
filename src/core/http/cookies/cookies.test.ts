import { expect, test } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';
import { listCookies, setCookie } from './cookies.ts';

test('attributes that are not of the standard are listed as extensions, and absent ones are not', async () => {
  const onDemand = createCookieJar();
  const jar = await onDemand.open();
  await jar.setCookie('a=1; Priority=High; Partitioned', 'http://localhost/');
  await jar.setCookie('b=2; Path=/', 'http://localhost/');
  const listed = await listCookies(onDemand, 'http://localhost/');
  expect(listed.map((cookie) => [cookie.name, cookie['extensions']])).toEqual([
    ['a', ['Priority=High', 'Partitioned']],
    ['b', undefined],
  ]);
});

test('a script cannot grow the cookie file by attributes without characters, which the limit for a jar does not count', async () => {
  const jar = createCookieJar();
  const extensions = Array.from({ length: 100_000 }, () => '');
  await setCookie(jar, 'http://localhost/', { name: 'a', value: '1', extensions });
  expect(JSON.stringify(await (await jar.open()).serialize()).length).toBeLessThan(2000);
});
