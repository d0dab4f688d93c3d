import { expect, test } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';
import { listCookies } from './cookies.ts';

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
