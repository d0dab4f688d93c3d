/** Answers of every size, and what is kept of them: history, cookies. */
import type { AppPage } from './app-page.ts';
import { expect, test } from './fixtures.ts';
import { answer, openCollection, request, send, simple, status, tree } from './request-page.ts';

let base = '';
test.beforeAll(({ server }) => {
  ({ base } = server);
});
const open = (app: AppPage, workspace: string, files: Record<string, string>) =>
  openCollection(app, workspace, files, base);

test('history, cookies and connections', async ({ app, workspace }) => {
  await open(app, workspace, {
    'one.yml': simple('one', 'BASE/first'),
    'two.yml': simple('two', 'http://127.0.0.1:1/'),
  });
  await tree(app).getByRole('treeitem', { name: 'GET one' }).click();
  await send(app);
  await expect(status(app)).toHaveText('200 OK');
  await expect(request(app).getByRole('tab', { name: 'Cookies (2)' })).toBeVisible();
  await send(app);
  await expect(answer(app)).toContainText('session=abc; kept=1');
  await tree(app).getByRole('treeitem', { name: 'GET two' }).click();
  await send(app);
  await expect(request(app)).toContainText('Nothing accepts connections');

  const more = app.page.getByRole('button', { name: 'Environments, cookies, connections' });
  await more.click();
  await app.page.getByRole('menuitem', { name: 'Cookies…' }).click();
  const cookies = app.page.getByRole('dialog', { name: 'Cookies' });
  await expect(cookies).toContainText('session');
  await cookies.getByRole('button', { name: 'kept 1' }).click();
  await cookies.getByRole('textbox', { name: 'Value' }).fill('2');
  await app.photograph('cookies');
  await cookies.getByRole('button', { name: 'Keep' }).click();
  await cookies.getByRole('button', { name: 'Delete the cookie session of 127.0.0.1' }).click();
  await expect(cookies).not.toContainText('session');
  await app.page.keyboard.press('Escape');
  await tree(app).getByRole('treeitem', { name: 'GET one' }).click();
  await send(app);
  await expect(answer(app)).toContainText('"cookie": "kept=2"');

  await more.click();
  await app.page.getByRole('menuitem', { name: 'Proxy and certificates…' }).click();
  const connection = app.page.getByRole('dialog', { name: 'Proxy and certificates' });
  await connection.getByRole('button', { name: 'Add a client certificate' }).click();
  await connection.getByRole('textbox', { name: 'For the host' }).fill('localhost');
  await app.photograph('connection');
  await connection.getByRole('button', { name: 'Save' }).click();
  await expect(connection).toBeHidden();

  await app.page.getByRole('button', { name: 'Show history' }).click();
  const history = app.page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('option')).toHaveCount(4);
  await history.getByRole('textbox', { name: 'Search the history' }).fill('one 200');
  await expect(history.getByRole('option')).toHaveCount(3);
  await history.getByRole('option').first().click();
  await expect(history.locator('.view-lines')).toContainText('/first');
  await app.photograph('history');
  await history.getByRole('button', { name: 'Open it as it was sent' }).click();
  await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(`${base}/first`);
  await app.page.getByRole('button', { name: 'Show history' }).click();
  await history.getByRole('button', { name: 'Clear' }).click();
  await expect(history).toContainText('What you send is listed here.');
});

test('events of a stream are shown as they come, and stay when it is stopped', async ({ app, workspace }) => {
  await open(app, workspace, { 'events.yml': simple('events', 'BASE/events') });
  await tree(app).getByRole('treeitem', { name: 'GET events' }).click();
  await send(app);
  const events = request(app).getByRole('list', { name: 'Events' });
  await expect(events.getByRole('listitem').nth(3)).toContainText('{"count":4}');
  await app.photograph('events');
  await request(app).getByRole('button', { name: 'Stop' }).click();
  await expect(request(app)).toContainText('until it was stopped');
  await expect(events.getByRole('listitem').first()).toContainText('tick');
});

test('50 MB of JSON: first lines, the last, a search, the tree; a page is shown without its scripts', async ({
  app,
  workspace,
  server,
}) => {
  test.slow();
  await open(app, workspace, { 'large.yml': simple('large', 'BASE/large'), 'page.yml': simple('page', 'BASE/html') });
  expect(server.largeSize).toBeGreaterThan(48_000_000);
  await tree(app).getByRole('treeitem', { name: 'GET large' }).click();
  await send(app);
  const body = request(app).getByRole('region', { name: 'Body of the response' });
  await expect(body).toContainText('"name": "row 0"');
  await expect(request(app).getByText(/^[\d,]+ lines$/)).toBeVisible({ timeout: 60_000 });
  await body.focus();
  await app.page.keyboard.press('End');
  await expect(body).toContainText('4000002]');
  await request(app).getByRole('textbox', { name: 'Search in the body' }).fill('ROW 123456');
  await app.page.keyboard.press('Enter');
  await expect(body).toContainText('"name": "row 123456"');
  await app.photograph('large');
  // The segments hide the inputs behind their labels.
  await request(app).getByText('Tree', { exact: true }).click();
  const json = request(app).getByRole('region', { name: 'Tree of the body' });
  await json.getByRole('button', { name: '[1], 5 inside' }).click();
  await expect(json).toContainText('"row 1"');
  await app.photograph('json-tree');
  await request(app).getByText('Hex', { exact: true }).click();
  await expect(request(app).getByRole('region', { name: 'Bytes of the body' })).toContainText('5b 7b 22 69 64');

  await tree(app).getByRole('treeitem', { name: 'GET page' }).click();
  await send(app);
  await request(app).getByText('Preview', { exact: true }).click();
  await expect(request(app).frameLocator('iframe').locator('h1')).toHaveText('A page');
});

test('what a script draws is shown in a frame without rights', async ({ app, workspace }) => {
  await open(app, workspace, {
    'one.yml': `${simple('one', 'BASE/a')}runtime:\n  scripts:\n    - type: after-response\n      code: pm.visualizer.set('<h2>{{method}}</h2><script>document.body.textContent = "ran"</script>', pm.response.json())\n`,
  });
  await tree(app).getByRole('treeitem', { name: 'GET one' }).click();
  await send(app);
  await request(app).getByRole('tab', { name: 'Visual' }).click();
  await expect(request(app).frameLocator('iframe').locator('h2')).toHaveText('GET');
});
