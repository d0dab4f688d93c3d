/** The tabs of a request: Params, Headers, Body ... */
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, tab } from './request-page.ts';

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
  'the parts of a request are in view, and Scripts opens the script with content',
  inSteps({
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
      ]) {
        await app.page.setViewportSize(viewport);
        for (const part of await parts.getByRole('tab').all()) await expect(part).toBeInViewport({ ratio: 1 });
      }
    },
  }),
);
