/** Variables in a body look the same as in the address, and show their value on hover. */
import { expect, test } from './fixtures.ts';
import { openCollection, openRequest, request } from './request-page.ts';

test('variables in a body are coloured, red without a value, and explained on hover', async ({ app, workspace }) => {
  const shop = [
    'opencollection: 1.0.0',
    'info:',
    '  name: Shop',
    'request:',
    '  variables:',
    '    - name: tea',
    '      value: green `tea`',
    '',
  ].join('\n');
  const body = `  body:\n    type: json\n    data: '{"tea": "{{tea}}", "cup": {{cup}}}'\n`;
  const query =
    'info:\n  name: query\ngraphql:\n  url: http://127.0.0.1/\n  body:\n    query: "{ tea }"\n    variables: \'{"tea": "{{tea}}"}\'\n';
  const order = `info:\n  name: order\nhttp:\n  method: POST\n  url: http://127.0.0.1/\n${body}`;
  await openCollection(app, workspace, { 'opencollection.yml': shop, 'order.yml': order, 'query.yml': query }, '');
  await openRequest(app, 'POST order');
  // The editor renders the braces as separate elements.
  const known = request(app).locator('[class*="_known_"]');
  const unknown = request(app).locator('[class*="_unknown_"]');
  const textOf = async (pieces: typeof known) => (await pieces.allTextContents()).join('');
  await expect.poll(() => textOf(known)).toBe('{{tea}}');
  await expect.poll(() => textOf(unknown)).toBe('{{cup}}');
  await expect(known.first()).toHaveCSS('text-decoration-line', 'none');
  await expect(unknown.first()).toHaveCSS('text-decoration-line', 'underline');
  await known.filter({ hasText: 'tea' }).hover();
  await expect(app.page.locator('.monaco-hover:visible')).toContainText('tea: green `tea` · collection');
  await app.photograph('body-variables');

  await openRequest(app, 'POST query');
  await expect.poll(() => textOf(known)).toBe('{{tea}}');
  await expect(unknown).toHaveCount(0);
});
