/** The tabs of a request: Params, Headers, Body ... */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, status, tab } from './request-page.ts';

const headers = Array.from({ length: 12 }, (_, index) => `    - {name: X-${index}, value: a}\n`).join('');
const full = `info:
  name: Full
  type: http
http:
  method: POST
  url: BASE/json?a=1&b=2
  params:
    - {name: a, value: "1", type: query}
    - {name: b, value: "2", type: query}
  headers:
${headers}  auth: {type: bearer, token: secret}
  body: {type: json, data: "{}"}
settings: {timeout: 1000}
docs: What it is for.
runtime:
  variables:
    - {name: id, value: "7"}
  scripts:
    - {type: before-request, code: "console.log('before')"}
    - {type: after-response, code: "console.log('after')"}
`;
const tested = `info:
  name: Tested
  type: http
http:
  method: GET
  url: BASE/json
runtime:
  scripts:
    - {type: after-response, code: "console.log('only after')"}
`;

test(
  'a JWT is signed, the parts of a request are in view, and Scripts opens the script with content',
  inSteps({
    'a JWT is signed as its form says, and settings are written to the file': async ({ app, workspace, server }) => {
      await openCollection(app, workspace, { 'signed.yml': simple('signed', 'BASE/items/../a') }, server.base);
      await openRequest(app, 'GET signed');
      await expect(request(app).getByRole('textbox', { name: 'Address' })).not.toHaveValue('');
      await tab(app, /^Auth/).click();
      await request(app).getByRole('combobox', { name: 'Auth type' }).click();
      await app.page.getByRole('option', { name: 'JWT bearer' }).click();
      await expect(request(app).getByRole('textbox', { name: 'Private key' })).toBeHidden();
      await request(app).getByLabel('Secret', { exact: true }).fill('secret');
      await request(app).getByRole('textbox', { name: 'Payload' }).fill('{"sub":"ada"}');
      await tab(app, /^Settings/).click();
      await request(app).getByRole('textbox', { name: 'Default headers to omit' }).fill('User-Agent, Accept');
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
      const saved = readFileSync(path.join(workspace, 'signed.yml'), 'utf8');
      for (const text of ['type: jwt', 'algorithm: HS256', '- User-Agent', "httpVersion: '1.1'"]) {
        expect(saved.replaceAll('"', "'")).toContain(text);
      }
    },
    'Scripts opens the script that has content, and later the one that was shown last': async ({
      app,
      workspace,
      server,
    }) => {
      await openCollection(app, workspace, { 'full.yml': full, 'tested.yml': tested }, server.base);
      await openRequest(app, 'GET Tested');
      await tab(app, /^Scripts/).click();
      await expect(tab(app, /^Post-response/)).toHaveAttribute('aria-selected', 'true');
      await expect(request(app).locator('.view-lines').first()).toContainText('only');
      await app.photograph('request-scripts');
      await tab(app, /^Pre-request/).click();
      await openRequest(app, 'POST Full');
      await tab(app, /^Scripts/).click();
      await expect(tab(app, /^Pre-request/)).toHaveAttribute('aria-selected', 'true');
      await expect(request(app).locator('.view-lines').first()).toContainText('before');
      await openRequest(app, 'GET Tested');
      await expect(tab(app, /^Pre-request/)).toHaveAttribute('aria-selected', 'true');
    },
    'all tabs are in view, whatever the request contains': async ({ app }) => {
      await openRequest(app, 'POST Full');
      const parts = request(app).getByRole('tablist').filter({ hasText: 'Params' });
      await expect(parts.getByRole('tab')).toHaveText([
        'Params (2)',
        'Headers (12)',
        'Body •',
        'Auth •',
        'Scripts •',
        'Variables (1)',
        'Docs •',
        'Settings •',
      ]);
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 1024, height: 700 },
        // As at a zoom of 150 %.
        { width: 683, height: 467 },
      ]) {
        await app.page.setViewportSize(viewport);
        for (const part of await parts.getByRole('tab').all()) await expect(part).toBeInViewport({ ratio: 1 });
        await expect(parts).toHaveCSS('overflow-x', 'visible');
      }
    },
  }),
);
