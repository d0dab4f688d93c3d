/** Menus and palette use the same commands. A command acts on the target of its menu, or on the selection. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Core } from '../../core/create-core.ts';
import type { Command } from '../context/commands/command.ts';
import { commandById } from '../context/commands/commands.ts';
import { menuGroups, menus, type MenuName } from '../context/commands/menus.ts';
import { breakpointTarget } from '../debugger/debug-commands.ts';
import { findInPalette } from '../palette/find-in-palette.ts';
import type { Drafts } from '../host/drafts.ts';
import { commandFor, failureCommands } from '../response/parts/failure-commands.ts';
import { createCommands } from './commands/all-commands.ts';
import { createStores, type Stores } from './create-stores.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../core/testing/test-core.ts';

const request = (name: string) => `info:\n  name: ${name}\nhttp:\n  method: GET\n  url: http://file\n`;
let core: Core;
let root: string;
let stores: Stores;
let drafts: Drafts;
let commands: Command[];

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('menus');
  mkdirSync(path.join(root, 'orders'));
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'orders/folder.yml'), 'info:\n  name: Orders\n  type: folder\n');
  writeFileSync(path.join(root, 'orders/create.yml'), request('create'));
  writeFileSync(path.join(root, 'list.yml'), request('list'));
  writeFileSync(path.join(root, 'environments/Local.yml'), 'name: Local\nvariables: []\n');
  writeFileSync(path.join(root, 'environments/Test.yml'), 'name: Test\nvariables: []\n');
  core = await openTestCore(root);
  ({ stores, drafts } = await createStores(clientOf(core), new EventTarget()));
  await stores.requests.getState().load();
  commands = createCommands(stores);
});
afterEach(async () => {
  // A draft that is written a moment later would create the removed folder again.
  await drafts.flush();
  await core.close();
});
const run = (id: string, target?: string) => commandById(commands, id).run(target);
const reason = (id: string, target?: string) => commandById(commands, id).unavailable?.(target);

test.each(Object.keys(menus) as MenuName[])('the palette contains every action of the menu %s', (menu) => {
  for (const id of menuGroups(menu).flat()) {
    const { label } = commandById(commands, id);
    const { actions } = findInPalette(`>${label}`, { known: [], fromHost: [], commands, recent: [] });
    expect(actions[0]?.entry.id, label).toBe(id);
  }
});

test.each(Object.values(failureCommands))('a failure leads to the command %s, which needs no target', (id) => {
  expect(reason(id)).toBeUndefined();
});

test('a failure whose place is the request itself, or a code of a stranger, leads to no command', () => {
  expect(['CertificateProblem', 'ProxyProblem'].map(commandFor)).toEqual(['connections', 'connections']);
  expect(['RequestFailed', 'toString', '__proto__', undefined].map(commandFor)).toEqual(Array(4).fill(undefined));
});

test('a command has one id and one label, and its keys are unique in its part of the window', () => {
  const ids = commands.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const labels = commands.map(({ label }) => label);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});

test('an action of the tree applies to the line of its menu, and from the palette to the open request', async () => {
  expect(reason('duplicate')).toBeDefined();
  await stores.requests.getState().select('list.yml');
  expect(reason('duplicate')).toBeUndefined();
  await run('duplicate');
  await run('duplicate', 'orders/create.yml');
  const names = () => stores.requests.getState().collection?.items.map(({ name }) => name);
  expect(names()).toEqual(expect.arrayContaining(['list copy', 'create copy']));

  await run('delete', 'list.yml');
  expect(existsSync(path.join(root, 'list.yml'))).toBe(false);
  await stores.requests.getState().select('orders/create.yml');
  await run('folder-settings');
  expect(stores.requests.getState().activeId).toBe('orders');
  await run('new-folder', '');
  expect(stores.app.getState().dialog).toEqual({ kind: 'new-folder', parent: '' });
  await run('new-folder');
  expect(stores.app.getState().dialog).toEqual({ kind: 'new-folder', parent: 'orders' });
});

test('requests and folders are moved by commands, as by dragging, and a deletion is undone', async () => {
  const state = stores.requests.getState;
  const ids = () => state().collection?.items.map(({ id }) => id);
  expect(ids()).toEqual(['list.yml', 'orders', 'orders/create.yml']);
  expect(reason('move-up', 'list.yml')).toBe('It is already the first in its folder.');
  await run('move-down', 'list.yml');
  expect(ids()).toEqual(['orders', 'orders/create.yml', 'list.yml']);
  await run('move-into', 'list.yml');
  expect(ids()).toEqual(['orders', 'orders/create.yml', 'orders/list.yml']);
  expect(state().revealed).toEqual({ id: 'orders/list.yml' });
  await run('move-up', 'orders/list.yml');
  await run('move-out', 'orders/create.yml');
  expect(ids()).toEqual(['orders', 'orders/list.yml', 'create.yml']);

  await run('delete', 'orders');
  expect(state().revealed).toEqual({ id: 'create.yml', afterRemoval: true });
  await run('undo-deletion');
  expect(ids()).toEqual(['orders', 'orders/list.yml', 'create.yml']);
  expect(state().revealed).toEqual({ id: 'orders' });
});

test('a command of a breakpoint’s menu applies to the line of the menu, also when the menu has closed', async () => {
  const { showMenu, at } = stores.breakpoints.getState();
  const place = { script: 'sign.js', line: 7, x: 0, y: 0 };
  expect(reason('toggle-breakpoint')).toBe('Put the cursor into a script first.');
  showMenu(place);
  const target = breakpointTarget(place);
  showMenu(undefined);
  expect(reason('disable-breakpoint', target)).toBe('The line has no breakpoint.');
  const label = (id: string) => commandById(commands, id).labelFor?.(target);
  expect(label('toggle-breakpoint')).toBe('Set a breakpoint');
  await run('toggle-breakpoint', target);
  expect(label('toggle-breakpoint')).toBe('Remove the breakpoint');
  expect(label('disable-breakpoint')).toBe('Disable the breakpoint');
  await run('disable-breakpoint', target);
  expect(label('disable-breakpoint')).toBe('Enable the breakpoint');
  expect(at('sign.js', 7)).toMatchObject({ disabled: true });
  await run('edit-log-point', target);
  expect(stores.breakpoints.getState().form).toEqual({ ...place, field: 'log' });
});

test('renaming from the palette shows the name as a field in the tree', async () => {
  await stores.requests.getState().select('list.yml');
  stores.search.getState().show(true);
  await run('rename');
  expect(stores.search.getState().shown).toBe(false);
  expect(stores.requests.getState()).toMatchObject({ renaming: 'list.yml', revealed: { id: 'list.yml' } });
});

test('changes of a tab, and of a request that is not open, are discarded', async () => {
  const { select, edit, close, active } = stores.requests.getState();
  await select('list.yml');
  expect(reason('discard-changes')).toBeDefined();
  edit({ url: 'http://typed' });
  close('list.yml');
  expect(reason('discard-changes', 'list.yml')).toBeUndefined();
  await run('discard-changes', 'list.yml');
  await select('list.yml');
  expect(active()).toMatchObject({ edited: { url: 'http://file' } });
  edit({ url: 'http://typed' });
  await run('discard-changes');
  expect(active()).toMatchObject({ edited: { url: 'http://file' } });
});

test('tabs are closed relative to the tab of the menu, or to the active one', async () => {
  const { select } = stores.requests.getState();
  for (const id of ['list.yml', 'orders', 'orders/create.yml']) await select(id);
  expect(reason('close-tabs-right')).toBeDefined();
  await run('close-tabs-right', 'orders');
  const open = () => stores.requests.getState().open.map(({ id }) => id);
  expect(open()).toEqual(['list.yml', 'orders']);
  await run('close-other-tabs');
  expect(open()).toEqual(['orders']);
  expect(reason('duplicate-tab')).toBeDefined();
});

test('an environment is chosen, renamed and deleted by its menu, and the chosen one from the palette', async () => {
  stores.requests.getState().setEnvironment('Local');
  expect(reason('use-environment', 'Local')).toBeDefined();
  await run('use-environment', 'Test');
  expect(stores.requests.getState().environment).toBe('Test');
  await run('rename-environment');
  expect(stores.app.getState()).toMatchObject({
    view: 'environments',
    dialog: { kind: 'rename-environment', name: 'Test' },
  });
  await run('delete-environment', 'Local');
  expect(stores.requests.getState().collection?.environments).toEqual(['Test']);
  expect(readFileSync(path.join(root, 'environments/Test.yml'), 'utf8')).toContain('Test');
});

test('an action that needs a response, a run, a send or a notification says when it is missing', () => {
  for (const id of [
    'compare-response',
    'save-example',
    'filter-response',
    'delete-example',
    'report-html',
    'open-sent',
    'delete-sent',
    'copy-notification-body',
    'copy-notification-headers',
    'replay-notification',
    'delete-listed-notifications',
  ]) {
    expect(reason(id), id).toMatch(/\.$/);
  }
});

test('in the runner, the shortcut that runs starts the chosen requests, not the script of another view', async () => {
  expect(commandById(commands, 'run').unavailable?.()).toBeUndefined();
  stores.app.getState().show('runner');
  stores.runner.getState().check('', false);
  expect(commandById(commands, 'run').unavailable?.()).toBe('No request is chosen in the runner.');
  stores.runner.getState().check('', true);
  await run('run');
  expect(stores.runner.getState().shownId).toBeDefined();
});

test.each(['webhooks', 'history', 'settings', 'environments', 'programs'] as const)(
  'in the view %s, no shortcut runs, debugs or saves the script of another view',
  async (view) => {
    writeFileSync(path.join(root, 'hidden.js'), 'console.log(1)');
    await stores.scripts.getState().openScript('hidden.js');
    stores.app.getState().show('scripts');
    for (const id of ['run', 'debug', 'save']) expect(reason(id), id).toBeUndefined();
    stores.app.getState().show(view);
    for (const id of ['run', 'debug', 'save']) expect(reason(id), id).toMatch(/\.$/);
  },
);

test('in the runner, the shortcuts that run and debug say why they cannot', () => {
  stores.app.getState().show('runner');
  stores.runner.getState().check('', false);
  for (const id of ['run', 'debug']) expect(reason(id), id).toBe('No request is chosen in the runner.');
  stores.runner.getState().check('', true);
  for (const id of ['run', 'debug']) expect(reason(id), id).toBeUndefined();
  stores.load.getState().show(true);
  expect(reason('debug')).toBe('A load run cannot be debugged.');
});
