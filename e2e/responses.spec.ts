/** Responses of every size and kind, and what is stored of them: history and cookies. */
import type { AppPage } from './app-page.ts';
import { clickPreviewLinks, useJsonTree } from './body-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, status, tree } from './request-page.ts';

let base = '';
test.beforeAll(({ server }) => {
  ({ base } = server);
});
const open = (app: AppPage, workspace: string, files: Record<string, string>) =>
  openCollection(app, workspace, files, base);
/** Waits until the request has been read. Otherwise Send would send the former one. */
async function choose(app: AppPage, name: string): Promise<void> {
  await tree(app)
    .getByRole('treeitem', { name: `GET ${name}` })
    .click();
  await expect(
    request(app)
      .getByRole('listitem')
      .filter({ has: app.page.locator('[aria-current]') }),
  ).toContainText(name);
}

test(
  'history, cookies, connections, and a large response',
  inSteps({
    'a compressed body that stops early is shown as far as it reaches, and marked': async ({ app, workspace }) => {
      await open(app, workspace, { 'short.yml': simple('short', 'BASE/stops-early') });
      await openRequest(app, 'GET short');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await expect(responseBody(app)).toContainText(/[0-9a-f]{20}/);
      await request(app).getByRole('button', { name: 'Body incomplete' }).click();
      await expect(app.console).toContainText('The response body is incomplete');
      await app.consoleStrip.click();
    },
    'history, cookies and connections': async ({ app, workspace }) => {
      await open(app, workspace, {
        'one.yml': simple('one', 'BASE/first'),
        'two.yml': simple('two', 'http://127.0.0.1:1/'),
      });
      await openRequest(app, 'GET one');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await expect(request(app).getByRole('tab', { name: 'Cookies (2)' })).toBeVisible();
      await send(app);
      await expect(responseBody(app)).toContainText('session=abc; kept=1');
      await openRequest(app, 'GET two');
      await send(app);
      await expect(request(app)).toContainText('Nothing accepts connections');

      const more = app.page.getByRole('button', { name: 'Environments, cookies, connections' });
      await more.click();
      await app.page.getByRole('menuitem', { name: 'Cookies…' }).click();
      const cookies = app.page.getByRole('dialog', { name: 'Cookies' });
      const cell = (name: string) => cookies.getByRole('textbox', { name });
      await expect(cell('Name of cookie 1')).toHaveValue('kept');
      await expect(cell('Name of cookie 2')).toHaveValue('session');
      await cell('Value of cookie 1').fill('2');
      await app.photograph('cookies');
      await cookies.getByRole('button', { name: 'Remove cookie 2' }).click();
      await expect(cell('Name of cookie 2')).toHaveValue('');
      await app.page.keyboard.press('Escape');
      await expect(cookies).toBeHidden();
      await openRequest(app, 'GET one');
      await send(app);
      await expect(responseBody(app)).toContainText('"cookie": "kept=2"');

      await more.click();
      await app.page.getByRole('menuitem', { name: 'Proxy and certificates…' }).click();
      const connection = app.page.getByRole('region', { name: 'Proxy and certificates' });
      await connection.getByRole('button', { name: 'Add a client certificate' }).click();
      await connection.getByRole('textbox', { name: 'Host', exact: true }).fill('localhost');
      await app.photograph('connection');
      await expect(app.page.getByRole('region', { name: 'All settings' }).getByRole('status')).toHaveText('Saved');
      await app.page.getByRole('button', { name: 'Show requests' }).click();

      await app.page.getByRole('button', { name: 'Show history' }).click();
      const history = app.page.getByRole('region', { name: 'History' });
      await expect(history.getByRole('option')).toHaveCount(5);
      await history.getByRole('textbox', { name: 'Search the history' }).fill('one 200');
      await expect(history.getByRole('option')).toHaveCount(3);
      await history.getByRole('option').first().click();
      await expect(history.locator('.view-lines')).toContainText('/first');
      await app.photograph('history');
      await history.getByRole('button', { name: 'Open as sent' }).click();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(`${base}/first`);
      await app.page.getByRole('button', { name: 'Show history' }).click();
      await history.getByRole('button', { name: 'Clear' }).click();
      await app.page.getByRole('button', { name: 'Delete all' }).click();
      await expect(history).toContainText('What you send is listed here.');
    },
    '50 MB of JSON: the first lines, the last line, a search, the tree; HTML is shown without its scripts': async ({
      app,
      workspace,
      server,
    }) => {
      test.slow();
      const paths = { large: 'large', page: 'html', latin: 'latin-1', picture: 'broken-picture' };
      const files = Object.entries(paths).map(([name, path]) => [`${name}.yml`, simple(name, `BASE/${path}`)]);
      await open(app, workspace, Object.fromEntries(files) as Record<string, string>);
      expect(server.largeSize()).toBeGreaterThan(48_000_000);
      await openRequest(app, 'GET large');
      await send(app);
      const body = request(app).getByRole('region', { name: 'Body of the response' });
      await expect(body).toContainText('"name": "row 0"');
      await expect(request(app).getByText(/^[\d,]+ lines$/)).toBeVisible({ timeout: 60_000 });
      await body.focus();
      await app.page.keyboard.press('End');
      await expect(body).toContainText('4000002]');
      await app.page.keyboard.press('ControlOrMeta+f');
      await expect(request(app).getByRole('textbox', { name: 'Search the body' })).toBeFocused();
      await app.page.keyboard.insertText('ROW 123456');
      await app.page.keyboard.press('Enter');
      await expect(body).toContainText('"name": "row 123456"');
      await app.photograph('large');
      // As received, it is one long line: the place within it is scrolled into view.
      await request(app).getByText('Raw', { exact: true }).click();
      await request(app).getByRole('textbox', { name: 'Search the body' }).fill('ROW 123456');
      await app.page.keyboard.press('Enter');
      await expect(body.locator('mark')).toHaveText('row 123456');
      await expect(body.locator('mark')).toBeInViewport();
      // The line has the text in several places.
      const search = request(app).getByRole('textbox', { name: 'Search the body' });
      await search.fill('"price"');
      const found = () =>
        app.page.evaluate<[number, string]>(
          `(({ offsetLeft, parentElement }) => [offsetLeft, parentElement.firstChild.textContent])(document.querySelector('mark'))`,
        );
      await search.press('Enter');
      await expect(body.locator('mark')).toHaveText('"price"');
      const [left, line] = await found();
      await search.press('Enter');
      await expect.poll(async () => (await found())[0]).not.toBe(left);
      expect((await found())[1]).toBe(line);
      await expect(body.locator('mark')).toBeInViewport();
      // The segmented control hides its inputs behind their labels.
      await request(app).getByText('Tree', { exact: true }).click();
      await useJsonTree(app);
      await app.photograph('json-tree');
      await request(app).getByText('Hex', { exact: true }).click();
      await expect(request(app).getByRole('region', { name: 'Bytes of the body' })).toContainText('5b 7b 22 69 64');

      await openRequest(app, 'GET page');
      await send(app);
      await request(app).getByText('Preview', { exact: true }).click();
      await expect(request(app).frameLocator('iframe').locator('h1')).toHaveText('A page');
      await clickPreviewLinks(app);
      await openRequest(app, 'GET latin');
      await send(app);
      await request(app).getByText('Preview', { exact: true }).click();
      await expect(request(app).frameLocator('iframe').locator('h1')).toHaveText('café');

      await openRequest(app, 'GET picture');
      await send(app);
      await expect(request(app)).toContainText('This body cannot be shown as a picture');
    },
  }),
);

test(
  'responses are compared, cancelled, saved, streamed, visualized and formatted',
  inSteps({
    'a response is compared with the previous one': async ({ app, workspace }) => {
      await open(app, workspace, { 'compared.yml': simple('compared', 'BASE/a') });
      await choose(app, 'compared');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await send(app);
      await expect(responseBody(app)).toContainText('session=abc; kept=1');
      await request(app).getByRole('button', { name: 'Compare with another response' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Compare responses' });
      await expect(dialog.locator('.line-insert').first()).toBeVisible();
      await expect(dialog.getByRole('textbox', { name: 'Shown response' })).toBeAttached();
      await expect(dialog.getByRole('textbox', { name: /^200 · / })).toBeAttached();
      await expect(dialog.getByRole('status')).toHaveCount(0);
      await app.photograph('compare-responses');
      await app.page.setViewportSize({ width: 1024, height: 700 });
      await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeInViewport({ ratio: 1 });
      await app.page.keyboard.press('Escape');
      await send(app);
      await request(app).getByRole('button', { name: 'Compare with another response' }).click();
      await expect(dialog.getByRole('status')).toHaveText('The bodies are equal.');
      await app.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      // Closed while the texts are being compared, which must not be reported as an error of the page.
      for (let round = 0; round < 5; round += 1) {
        await request(app).getByRole('button', { name: 'Compare with another response' }).click();
        await dialog.locator('.monaco-diff-editor').waitFor({ state: 'attached' });
        await app.page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    },
    'a long request can be cancelled in the pane of its response': async ({ app, workspace }) => {
      await open(app, workspace, { 'slow.yml': simple('slow', 'BASE/slow') });
      await choose(app, 'slow');
      await expect(request(app)).toContainText('Send the request to see its response here.');
      await request(app).getByRole('button', { name: 'Send the request' }).click();
      await expect(request(app).getByText(/^\d+ s$/)).toBeVisible();
      await request(app).getByRole('button', { name: 'Cancel' }).click();
      await expect(request(app)).toContainText('The request was stopped.');
    },
    'a PDF is offered as a file, and not shown in a frame': async ({ app, workspace }) => {
      await open(app, workspace, { 'pdf.yml': simple('pdf', 'BASE/pdf') });
      await choose(app, 'pdf');
      await send(app);
      const download = app.page.waitForEvent('download');
      await request(app).getByRole('button', { name: 'Save the PDF to open it' }).click();
      expect((await download).suggestedFilename()).toBe('pdf.pdf');
      await expect(request(app).locator('iframe')).toHaveCount(0);
    },
    'events of a stream are shown as they arrive, and stay when it is stopped': async ({ app, workspace }) => {
      await open(app, workspace, { 'events.yml': simple('events', 'BASE/events') });
      await openRequest(app, 'GET events');
      await send(app);
      const events = request(app).getByRole('list', { name: 'Events' });
      await expect(events.getByRole('listitem').nth(3)).toContainText('{"count":4}');
      await app.photograph('events');
      // The newest event is in view, also when there are more than fit.
      const last = () => events.getByRole('listitem').last();
      await expect(events.getByRole('listitem').nth(60)).toBeAttached();
      await request(app).getByRole('button', { name: 'Stop' }).click();
      await expect(last()).toBeInViewport();
      await expect(request(app)).toContainText('until it was stopped');
      await expect(events.getByRole('listitem').first()).toContainText('tick');
    },
    'the visualization of a script is shown in a frame without rights': async ({ app, workspace }) => {
      await open(app, workspace, {
        'chart.yml': `${simple('chart', 'BASE/a')}runtime:\n  scripts:\n    - type: after-response\n      code: pm.visualizer.set('<h2>{{method}}</h2><script>document.body.textContent = "ran"</script>', pm.response.json())\n`,
      });
      await openRequest(app, 'GET chart');
      await send(app);
      await request(app).getByRole('tab', { name: 'Visual' }).click();
      await expect(request(app).frameLocator('iframe').locator('h2')).toHaveText('GET');
    },
    'a tab that the next response does not have gives way to the body': async ({ app, workspace }) => {
      const code = [
        "if (!pm.collectionVariables.get('seen')) pm.visualizer.set('<h2>first</h2>', {});",
        "pm.collectionVariables.set('seen', '1');",
      ];
      const script = `runtime:\n  scripts:\n    - type: after-response\n      code: |-\n        ${code.join('\n        ')}\n`;
      await open(app, workspace, { 'once.yml': simple('once', 'BASE/a', script) });
      await openRequest(app, 'GET once');
      await send(app);
      await request(app).getByRole('tab', { name: 'Visual' }).click();
      await expect(request(app).frameLocator('iframe').locator('h2')).toHaveText('first');
      await send(app);
      await expect(request(app).getByRole('tab', { name: 'Visual' })).toBeHidden();
      await expect(request(app).getByRole('tab', { name: 'Body', selected: true })).toBeVisible();
      await expect(responseBody(app)).toBeVisible();
    },

    'HTML and XML are formatted, JSON is filtered, and the whole body is copied': async ({ app, workspace }) => {
      test.slow();
      await open(app, workspace, { 'xml.yml': simple('xml', 'BASE/xml'), 'json.yml': simple('json', 'BASE/orders') });
      const clipboard = () => app.page.evaluate('navigator.clipboard.readText()');
      await choose(app, 'xml');
      await send(app);
      await expect(responseBody(app)).toContainText('<total>5</total>');
      await request(app).getByRole('button', { name: 'Copy the body' }).click();
      await expect.poll(clipboard).toBe('<order>\n  <id>7</id>\n  <total>5</total>\n</order>');

      await choose(app, 'json');
      await send(app);
      await expect(responseBody(app)).toContainText('"url": "/orders"');
      await request(app).getByRole('button', { name: 'Filter with JSONPath' }).click();
      const path = request(app).getByRole('textbox', { name: 'JSONPath' });
      // The field begins with a $, and people type another one.
      await path.fill('$$.url');
      await path.press('Enter');
      await expect(request(app)).toContainText('1 match');
      await request(app).getByRole('button', { name: 'Copy the matches' }).click();
      await expect.poll(clipboard).toBe('[\n  "/orders"\n]');
      await app.photograph('filter');
      await path.fill('$.url[');
      await path.press('Enter');
      await expect(request(app)).toContainText('at character 7');
      await app.photograph('filter-problem');
      // Choosing a form of the body shows it in the place of the matches.
      await request(app).getByText('Raw', { exact: true }).click();
      await expect(path).toHaveCount(0);
      await expect(responseBody(app)).toContainText('"url":"/orders"');
    },
  }),
);
