/** The tree of the requests with the keyboard alone; deleted requests are restored; unsaved ones are marked. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { holdReplies } from './held-replies.ts';
import { openCollection, openRequest, request, simple, tree } from './request-page.ts';

const files = {
  'orders/folder.yml': 'info:\n  name: Orders\n  type: folder\n  seq: 1\n',
  'orders/create.yml': simple('create', 'http://127.0.0.1/create'),
  'orders/list.yml': simple('list', 'http://127.0.0.1/list'),
  'users.yml': simple('users', 'http://127.0.0.1/users'),
};
const line = (app: AppPage, name: string) => tree(app).getByRole('treeitem', { name, exact: true });
const address = (app: AppPage) => request(app).getByRole('textbox', { name: 'Address' });

test(
  'the tree is searched, restored, and used with the keyboard alone; unsaved requests are marked',
  inSteps({
    'the search finds by name, method and path; collapsed folders stay collapsed': async ({ app, workspace }) => {
      await openCollection(app, workspace, files, '');
      await expect(line(app, 'GET list')).toBeVisible();
      await app.page.getByRole('button', { name: 'Collapse all' }).click();
      await expect(line(app, 'GET list')).toHaveCount(0);
      const search = app.page.getByRole('textbox', { name: 'Search requests' });
      await search.fill('orders li');
      await expect(tree(app).getByRole('treeitem')).toHaveCount(2);
      await search.fill('');
      await expect(line(app, 'GET list')).toHaveCount(0);
      await expect(line(app, 'Orders')).toHaveAttribute('aria-expanded', 'false');
      await app.page.getByRole('button', { name: 'Show scripts' }).click();
      await app.page.getByRole('button', { name: 'Show requests' }).click();
      await expect(line(app, 'Orders')).toHaveAttribute('aria-expanded', 'false');
      await line(app, 'Orders').press('ArrowRight');
      await expect(line(app, 'GET list')).toBeVisible();
    },
    'deleted requests are listed under Recently deleted, after their message has disappeared and after a reload':
      async ({ app, workspace, host }) => {
        const before = readFileSync(path.join(workspace, 'orders/create.yml'), 'utf8');
        await line(app, 'Orders').focus();
        await app.page.keyboard.press('Delete');
        await expect(line(app, 'Orders')).toHaveCount(0);
        if (host === 'web') {
          await app.page.reload();
          await app.ready();
        }
        await app.page.getByRole('button', { name: 'More for the collection' }).click();
        await app.page.getByRole('menuitem', { name: 'Recently deleted…' }).click();
        const dialog = app.page.getByRole('dialog', { name: 'Recently deleted' });
        await dialog.waitFor();
        await app.photograph('recently-deleted');
        await dialog.getByRole('button', { name: 'Delete permanently: Orders' }).click();
        await app.page.getByRole('button', { name: 'Cancel' }).click();
        await dialog.getByRole('button', { name: 'Restore Orders' }).click();
        await expect(dialog).toContainText('Nothing was deleted');
        await app.page.keyboard.press('Escape');
        await expect(line(app, 'Orders')).toBeVisible();
        expect(readFileSync(path.join(workspace, 'orders/create.yml'), 'utf8')).toBe(before);
      },
    'hidden characters of names are escaped wherever a name is shown; renaming begins with the name as it is': async ({
      app,
      workspace,
    }) => {
      // The bidirectional override would show the rest of the name backwards.
      const name = 'pay\u202eexe';
      const shownName = 'pay\\u{202e}exe';
      writeFileSync(path.join(workspace, 'hidden.yml'), simple(name, 'http://127.0.0.1:9/hidden'));
      await line(app, `GET ${shownName}`).click();
      await expect(app.page.getByRole('button', { name: `Close ${shownName}` })).toBeVisible();
      await app.expectNoOverride('tree');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await expect(request(app)).toContainText('ECONNREFUSED');
      for (const view of ['runner', 'history', 'environments', 'requests']) {
        await app.page.getByRole('button', { name: `Show ${view}` }).click();
        if (view !== 'environments')
          await expect(app.page.getByText(shownName).locator('visible=true').first()).toBeVisible();
        await app.expectNoOverride(view);
      }
      await app.page.keyboard.press('ControlOrMeta+k');
      await app.page.getByRole('textbox', { name: 'Search commands' }).fill('pay');
      await expect(app.page.getByRole('dialog', { name: 'Commands' })).toContainText(shownName);
      await app.expectNoOverride('palette');
      await app.page.keyboard.press('Escape');
      await line(app, `GET ${shownName}`).press('F2');
      await expect(app.page.getByRole('textbox', { name: `New name of ${shownName}` })).toHaveValue(name);
      await app.page.keyboard.press('Escape');
      rmSync(path.join(workspace, 'hidden.yml'));
      await expect(line(app, `GET ${shownName}`)).toHaveCount(0);
    },
    'arrow keys, type-ahead, rename, duplicate and delete without a mouse': async ({ app, workspace }) => {
      const press = (key: string) => app.page.keyboard.press(key);
      await line(app, 'Orders').focus();
      await press('ArrowDown');
      await expect(line(app, 'GET create')).toBeFocused();
      await press('ArrowLeft');
      await expect(line(app, 'Orders')).toBeFocused();
      await press('ArrowLeft');
      await expect(line(app, 'Orders')).toHaveAttribute('aria-expanded', 'false');
      await press('ArrowRight');
      await press('End');
      await expect(line(app, 'GET users')).toBeFocused();
      await press('l');
      await expect(line(app, 'GET list')).toBeFocused();
      await press('Enter');
      await expect(address(app)).toHaveValue('http://127.0.0.1/list');
      await line(app, 'GET list').focus();
      await press('F2');
      await expect(tree(app).getByRole('textbox', { name: 'New name of list' })).toBeFocused();
      await press('Escape');
      await expect(line(app, 'GET list')).toBeFocused();
      await press('F2');
      await app.page.keyboard.type('all');
      await press('Enter');
      await expect(line(app, 'GET all')).toBeFocused();
      expect(existsSync(path.join(workspace, 'orders/all.yml'))).toBe(true);
      await press('ControlOrMeta+d');
      await expect(line(app, 'GET all copy')).toBeVisible();
      await line(app, 'GET all copy').focus();
      // A key that is held down repeats its event; it deletes one request.
      await app.page.keyboard.down('Delete');
      await expect(line(app, 'GET all copy')).toHaveCount(0);
      await expect(line(app, 'GET create')).toBeFocused();
      await app.page.keyboard.down('Delete');
      await app.page.keyboard.up('Delete');
      await press('Shift+F10');
      await expect(app.page.getByRole('menuitem', { name: 'Run in the runner' })).toBeVisible();
      await press('Escape');
      await expect(line(app, 'GET create')).toBeFocused();
    },
    'a line that was revealed once does not get the focus, nor open its folders, when the tree is shown again': async ({
      app,
    }) => {
      await line(app, 'Orders').press('ArrowLeft');
      await expect(line(app, 'Orders')).toHaveAttribute('aria-expanded', 'false');
      await app.show('scripts');
      await app.show('requests');
      await expect(line(app, 'GET users')).toBeVisible();
      await expect(line(app, 'Orders')).toHaveAttribute('aria-expanded', 'false');
      await expect(app.page.getByRole('button', { name: 'Show requests', exact: true })).toBeFocused();
      await line(app, 'Orders').press('ArrowRight');
    },
    'a search stays while a found request is renamed or deleted, and collapses no folder': async ({
      app,
      workspace,
    }) => {
      const search = app.page.getByRole('textbox', { name: 'Search requests' });
      await search.fill('orders');
      await line(app, 'GET create').press('F2');
      await expect(tree(app).getByRole('textbox', { name: 'New name of create' })).toBeFocused();
      await app.page.keyboard.type('made');
      await app.page.keyboard.press('Enter');
      await expect(line(app, 'GET made')).toBeFocused();
      await expect(search).toHaveValue('orders');
      await line(app, 'Orders').click();
      await line(app, 'Orders').press('ArrowLeft');
      await search.fill('made');
      await line(app, 'GET made').press('Delete');
      await expect.poll(() => existsSync(path.join(workspace, 'orders/made.yml'))).toBe(false);
      await expect(tree(app).getByRole('treeitem')).toHaveCount(0);
      await expect(search).toHaveValue('made');
      await search.fill('');
      await expect(line(app, 'GET all')).toBeVisible();
    },
    'unsaved requests are marked; a closed untitled request is opened from the tree': async ({ app }) => {
      await openRequest(app, 'GET users');
      await address(app).fill('http://127.0.0.1/mine');
      await expect(line(app, 'GET users, not saved')).toBeVisible();
      await app.page.keyboard.press('Alt+T');
      await expect(address(app)).toHaveValue('');
      await address(app).fill('http://127.0.0.1/untitled');
      await app.page.keyboard.press('Alt+W');
      await app.photograph('tree-unsaved');
      await openRequest(app, 'GET 127.0.0.1/untitled, not saved');
      await expect(address(app)).toHaveValue('http://127.0.0.1/untitled');
    },
    'a permanent deletion is confirmed, and leaves the focus in the dialog': async ({ app }) => {
      await app.page.getByRole('button', { name: 'More for the collection' }).click();
      await app.page.getByRole('menuitem', { name: 'Recently deleted…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Recently deleted' });
      await dialog.getByRole('button', { name: 'Delete permanently: made' }).click();
      await app.page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(dialog.getByText('made')).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
      await app.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
    'a request that is dropped on a line without a place for it stays where it is': async ({ app, workspace }) => {
      await line(app, 'GET all').dragTo(line(app, 'GET 127.0.0.1/untitled, not saved'));
      await line(app, 'GET users, not saved').dragTo(line(app, 'Orders'));
      await expect.poll(() => existsSync(path.join(workspace, 'orders/users.yml'))).toBe(true);
      expect(existsSync(path.join(workspace, 'orders/all.yml'))).toBe(true);
    },
  }),
);

test('a deletion that is reported late neither takes the focus nor expands a folder', async ({
  ownHost,
  host,
  workspace,
}) => {
  test.skip(host === 'desktop', 'the messages of a desktop window cannot be held back');
  const { app, quit } = await ownHost.start();
  const replies = await holdReplies(app.page);
  replies.hold('collection.remove');
  await app.page.reload();
  await openCollection(app, workspace, files, '');
  await line(app, 'GET create').focus();
  await app.page.keyboard.press('Delete');
  await expect(line(app, 'GET create')).toHaveCount(0);
  await expect(line(app, 'GET list')).toBeFocused();
  await line(app, 'Orders').press('ArrowLeft');
  await replies.release('collection.remove');
  await expect(app.page.getByText('create was deleted')).toBeVisible();
  await expect(line(app, 'Orders')).toHaveAttribute('aria-expanded', 'false');
  await expect(line(app, 'Orders')).toBeFocused();
  await quit();
});

test('a name that is refused stays in its field until it is accepted', async ({ ownHost, host, workspace }) => {
  test.skip(host === 'desktop', 'the messages of a desktop window cannot be changed');
  const { app, quit } = await ownHost.start();
  let refusals = 1;
  await app.page.routeWebSocket('**/host', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call = JSON.parse(String(message)) as { method?: string; params: object };
      const isRefused = call.method === 'collection.rename' && refusals-- > 0;
      server.send(isRefused ? JSON.stringify({ ...call, params: { ...call.params, name: '' } }) : message);
    });
  });
  await app.page.reload();
  await openCollection(app, workspace, files, '');
  await line(app, 'GET list').focus();
  await app.page.keyboard.press('F2');
  const field = app.page.getByRole('textbox', { name: 'New name of list' });
  await field.fill('a long name');
  await field.press('Enter');
  await expect(app.page.getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('a long name');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.press('Enter');
  await expect(line(app, 'GET a long name')).toBeFocused();
  await expect(app.page.getByRole('alert')).toHaveCount(0);
  await quit();
});
