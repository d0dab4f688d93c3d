/** Authentication that signs, and the settings of a request, in the interface. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, status, tab } from './request-page.ts';

test('a JWT is signed as its form says, and settings are written to the file', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, { 'one.yml': simple('one', 'BASE/items/../a') }, server.base);
  await openRequest(app, 'GET one');
  await expect(request(app).getByRole('textbox', { name: 'Address' })).not.toHaveValue('');
  await tab(app, /^Auth/).click();
  await request(app).getByRole('combobox', { name: 'Kind of auth' }).click();
  await app.page.getByRole('option', { name: 'JWT bearer' }).click();
  await expect(request(app).getByRole('textbox', { name: 'Private key' })).toBeHidden();
  await request(app).getByLabel('Secret', { exact: true }).fill('secret');
  await request(app).getByRole('textbox', { name: 'Payload' }).fill('{"sub":"ada"}');
  await tab(app, /^Settings/).click();
  await request(app).getByRole('textbox', { name: 'Headers that are not added' }).fill('User-Agent, Accept');
  await request(app).getByRole('combobox', { name: 'HTTP version' }).click();
  await app.page.getByRole('option', { name: 'HTTP/1.1' }).click();
  await send(app);
  await expect(status(app)).toHaveText('200 OK');
  // The editor may break the line within the token.
  await expect(responseBody(app)).toContainText(`"Bearer ${Buffer.from('{"alg":"HS256"}').toString('base64url')}.`);
  await expect(responseBody(app)).toContainText(`${Buffer.from('{"sub":"ada"}').toString('base64url')}.`);
  await expect(responseBody(app)).toContainText('"/items/../a"');
  await app.page.keyboard.press('ControlOrMeta+S');
  await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
  const saved = readFileSync(path.join(workspace, 'one.yml'), 'utf8');
  for (const text of ['type: jwt', 'algorithm: HS256', '- User-Agent', "httpVersion: '1.1'"]) {
    expect(saved.replaceAll('"', "'")).toContain(text);
  }
});
