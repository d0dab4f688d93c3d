/** The desktop application with a strict fake of Electron, whose binary cannot run where these tests do. */
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { codedError } from '../contract/errors.ts';
import type { MenuCommand } from '../contract/host-contract.ts';
import type { AppFiles } from '../core/platform/files/app-files.ts';
import type { Core, CoreOptions } from '../core/create-core.ts';
import { startDesktop } from './desktop.ts';
import { fakeElectron, type FakeOptions } from './testing/fake-electron.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const renderer = temporaryFolder('desktop');
writeFileSync(path.join(renderer, 'index.html'), '<title>page</title>');
writeFileSync(path.join(renderer, 'secret.txt'), 'secret');
const files = { renderer, preload: '/app/out/preload/index.cjs' } as AppFiles;

async function start(options: FakeOptions & { createCore?: () => Promise<Core> } = {}) {
  const fake = fakeElectron(options);
  const menus: MenuCommand[] = [];
  const close = vi.fn(() => Promise.resolve());
  let coreOptions: CoreOptions | undefined;
  const core = {
    api: {
      'app.info': () => ({
        version: '1',
        runtime: 'x',
        capabilities: coreOptions?.capabilities,
        notices: [],
        instance: 'i',
      }),
    },
    subscribe: () => () => undefined,
    announceMenu: (command: MenuCommand) => menus.push(command),
    close,
  } as unknown as Core;
  const createCore = (receivedOptions: CoreOptions) => {
    coreOptions = receivedOptions;
    return options.createCore?.() ?? Promise.resolve(core);
  };
  await startDesktop({ electron: fake.electron, files, workspace: '/w', createCore });
  return { ...fake, menus, close, coreOptions: () => coreOptions };
}

test('the window is locked down and shows the page', async () => {
  const { windows, done } = await start();
  expect(windows).toHaveLength(1);
  expect(windows[0]).toMatchObject({
    shown: true,
    url: 'outrigger://app/index.html',
    options: {
      show: false,
      webPreferences: {
        preload: files.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webviewTag: false,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
      },
    },
  });
  expect(done.slice(0, 3)).toEqual(['scheme outrigger standard secure', 'enableSandbox', 'whenReady']);
});

test('secrets are encrypted by the system', async () => {
  const { coreOptions } = await start();
  const cipher = coreOptions()?.cipher;
  const sealed = (await cipher?.encrypt('grüß')) ?? '';
  expect(Buffer.from(sealed, 'base64').toString()).toBe('sealed grüß');
  expect(await cipher?.decrypt(sealed)).toBe('grüß');
});

test.runIf(process.platform === 'linux')(
  'a publicly known key does not encrypt, and the person is informed',
  async () => {
    const { coreOptions } = await start({ storageBackend: 'basic_text' });
    expect(coreOptions()?.cipher).toBeUndefined();
    expect(coreOptions()?.notices).toEqual([expect.stringContaining('no keyring')]);
    expect((await start()).coreOptions()?.notices).toEqual([]);
  },
);

test('the page communicates with the core through the port', async () => {
  const { windows, sendFrom } = await start();
  const contents = windows[0]?.webContents;
  if (!contents) throw new Error('no window');
  const answer = new Promise((resolve) => contents.received.push(resolve));
  sendFrom(contents, { type: 'call', id: 1, method: 'app.info', params: {} });
  await expect(answer).resolves.toMatchObject({
    type: 'result',
    id: 1,
    value: { capabilities: { folderDialog: true } },
  });
});

test('only files of the page are served, with its content security policy', async () => {
  const { page } = await start();
  const response = await page('outrigger://app/index.html');
  expect(response?.status).toBe(200);
  expect(response?.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
  for (const url of ['secret.txt', '../package.json', '%2e%2e/x.js', 'none.js'].map(
    (name) => `outrigger://app/${name}`,
  )) {
    expect((await page(url))?.status).toBe(404);
  }
  for (const url of [
    'outrigger://other/index.html',
    'outrigger:',
    'no address',
    'outrigger://app/assets/..%5c..%5cx.js',
  ]) {
    expect((await page(url))?.status).toBe(404);
  }
});

test('no other page, window or embedded page can be opened', async () => {
  const { windows } = await start();
  const contents = windows[0]?.webContents;
  const prevented = (event: string, url: string) => {
    const preventDefault = vi.fn();
    contents?.events.inner.emit(event, { url, preventDefault });
    return preventDefault.mock.calls.length === 1;
  };
  expect(prevented('will-navigate', 'https://example.com/')).toBe(true);
  expect(prevented('will-navigate', 'file:///etc/hosts')).toBe(true);
  expect(prevented('will-navigate', 'outrigger://app.evil/')).toBe(true);
  expect(prevented('will-navigate', 'outrigger://app/index.html')).toBe(false);
  expect(prevented('will-navigate', 'no address')).toBe(true);
  expect(prevented('will-redirect', 'https://example.com/')).toBe(true);
  expect(prevented('will-attach-webview', '')).toBe(true);
  expect(contents?.openHandler?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
});

test.each([
  ['Leave', true],
  ['Stay', false],
])('a page that wants to stay is asked about: %s', async (pressedButton, leaves) => {
  const { windows } = await start({ pressedButton });
  const preventDefault = vi.fn();
  windows[0]?.webContents.events.inner.emit('will-prevent-unload', { preventDefault });
  // Preventing the default overrules the page.
  expect(preventDefault).toHaveBeenCalledTimes(leaves ? 1 : 0);
});

test('every permission is refused except writing to the clipboard', async () => {
  const { permissions } = await start();
  const ask = (permission: string) => {
    let granted: boolean | undefined;
    permissions.request?.({}, permission, (answer) => (granted = answer));
    return [granted, permissions.check?.({}, permission)];
  };
  for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fullscreen']) {
    expect(ask(permission)).toEqual([false, false]);
  }
  expect(ask('clipboard-sanitized-write')).toEqual([true, true]);
  expect(permissions.device?.()).toBe(false);
});

test('a second instance hands over to the first', async () => {
  const second = await start({ locked: true });
  expect(second.windows).toEqual([]);
  expect(second.done).toEqual(['quit']);
  const first = await start();
  first.emitApp('second-instance');
  expect(first.windows[0]?.focused).toBe(1);
});

/** Closes the window as on macOS, where the application keeps running. */
function closeOnMac(window: { close: () => void } | undefined): void {
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  window?.close();
  platform.mockRestore();
}

test('a second start opens a window when none is open, but not while the application ends', async () => {
  const { windows, emitApp, electron } = await start();
  closeOnMac(windows[0]);
  emitApp('second-instance');
  await vi.waitFor(() => expect(windows[1]?.shown).toBe(true));
  emitApp('second-instance');
  expect(windows).toHaveLength(2);
  expect(windows[1]?.focused).toBe(1);
  windows[1]?.close();
  electron.app.quit();
  emitApp('second-instance');
  expect(windows).toHaveLength(2);
});

test('the menu sends the interface’s commands', async () => {
  const { menu, menus } = await start();
  const items = menu().flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  for (const { click } of items) click?.();
  expect(menus).toEqual(['open-folder', 'save', 'run', 'stop', 'clear-console', 'palette']);
});

test('the dialogs return the chosen folder or file', async () => {
  const { coreOptions } = await start();
  await expect(coreOptions()?.chooseFolder?.()).resolves.toBe('/chosen');
  await expect(coreOptions()?.chooseFile?.('/workspace')).resolves.toBe('/chosen');
});

test('a folder is shown by the system, or the reason is reported', async () => {
  const { coreOptions, done } = await start();
  const folder = temporaryFolder('shown');
  const refused = path.join(folder, 'refused');
  mkdirSync(refused);
  await expect(coreOptions()?.openFolder?.(folder)).resolves.toBeUndefined();
  expect(done).toContain(`shown ${realpathSync(folder)}`);
  await expect(coreOptions()?.openFolder?.(refused)).rejects.toMatchObject({
    message: `${refused} could not be shown: no file manager`,
  });
});

test('only existing folders are passed to the system', async () => {
  const { coreOptions, done } = await start();
  const folder = temporaryFolder('shown');
  const inside = (name: string) => path.join(folder, name);
  writeFileSync(inside('program.exe'), '');
  mkdirSync(inside('Program.app'));
  symlinkSync(inside('program.exe'), inside('programs'));
  symlinkSync(inside('Program.app'), inside('harmless'));
  for (const name of ['program.exe', 'Program.app', 'programs', 'harmless', 'missing']) {
    await expect(coreOptions()?.openFolder?.(inside(name))).rejects.toMatchObject({ code: 'NotAFolder' });
  }
  expect(done.filter((step) => step.startsWith('shown'))).toEqual([]);
});

test('the sign-in page opens in the system’s browser, and nothing else does', async () => {
  const { coreOptions, done } = await start();
  coreOptions()?.openExternal?.('https://sign.in/authorize?a=b');
  const others = [
    'file:///etc/passwd',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'http',
    '',
    'smb://host/share',
    'httpx://a',
  ];
  for (const other of others) coreOptions()?.openExternal?.(other);
  expect(done.filter((step) => step.startsWith('opened'))).toEqual(['opened https://sign.in/authorize?a=b']);
});

test('a browser that cannot be started ends nothing', async () => {
  const { coreOptions, done } = await start();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  coreOptions()?.openExternal?.('https://no-browser/');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(done.filter((step) => step.startsWith('opened'))).toEqual([]);
});

test('what starts a second instance decides nothing in the first', async () => {
  const first = await start();
  const before = [...first.done];
  first.emitApp('second-instance', {}, ['app', '--workspace=/evil', 'outrigger://app/../x'], '/evil', {
    open: '/evil',
  });
  expect(first.done).toEqual(before);
  expect(first.windows).toHaveLength(1);
  expect(first.windows[0]?.url).toBe('outrigger://app/index.html');
});

test('the application ends after everything that it started has ended', async () => {
  const { electron, done, close } = await start();
  electron.app.quit();
  expect(done.at(-1)).toBe('quit prevented');
  await vi.waitFor(() => expect(done.filter((step) => step === 'quit')).toHaveLength(2));
  expect(close).toHaveBeenCalledOnce();
  expect(done.at(-1)).toBe('quit');
});

test('an error at the end is reported in a dialog, and the application ends', async () => {
  const { electron, done, close, errors } = await start();
  close.mockRejectedValueOnce(new Error('EIO'));
  electron.app.quit();
  await vi.waitFor(() => expect(done.filter((step) => step === 'quit')).toHaveLength(2));
  expect(done.at(-1)).toBe('quit');
  expect(errors).toEqual([['Outrigger could not end everything that it started', 'EIO']]);
});

test('a window that cannot be opened again is reported in a dialog', async () => {
  const { windows, emitApp, errors, electron } = await start();
  closeOnMac(windows[0]);
  vi.spyOn(electron.BrowserWindow.prototype, 'loadURL').mockRejectedValueOnce(new Error('ERR_FAILED'));
  emitApp('activate');
  await vi.waitFor(() => expect(errors).toEqual([['Outrigger could not open its window', 'ERR_FAILED']]));
});

test('a workspace that cannot be opened is reported in a dialog', async () => {
  const { errors, done } = await start({
    createCore: () => Promise.reject(codedError('NotAFolder', 'The folder /w does not exist.')),
  });
  expect(errors).toEqual([['Outrigger did not start', 'The folder /w does not exist.\nChoose an existing folder.']]);
  expect(done.at(-1)).toBe('quit');
});
