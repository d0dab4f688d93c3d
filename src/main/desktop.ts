/**
 * The desktop application: one window, one core. Electron is a parameter, so that the calls can be tested where its
 * binary cannot run.
 */
import type * as ElectronModule from 'electron';
import type { BrowserWindow, BrowserWindowConstructorOptions, OpenDialogOptions } from 'electron';
import { toFailure } from '../contract/errors.ts';
import { hostContract } from '../contract/host-contract.ts';
import { serve } from '../contract/rpc/rpc.ts';
import type { AppFiles } from '../core/platform/files/app-files.ts';
import type { Core, CoreOptions } from '../core/create-core.ts';
import { askBeforeLeaving } from './ask-before-leaving.ts';
import { createCipher, NO_KEYRING } from './cipher.ts';
import { electronPort } from './electron-port.ts';
import { menuTemplate } from './menu.ts';
import { openFolder, openWebPage } from './open-outside.ts';
import { answerPage, ORIGIN, PAGE, privileges, SCHEME } from './page-protocol.ts';
import { restrictContents, restrictSession } from './restrictions.ts';

export type Electron = Pick<
  typeof ElectronModule,
  'app' | 'BrowserWindow' | 'Menu' | 'dialog' | 'ipcMain' | 'protocol' | 'safeStorage' | 'session' | 'shell'
>;

export interface DesktopOptions {
  electron: Electron;
  files: AppFiles;
  /** The folder to open, as an absolute path; left out, the one opened last, or the sample. */
  workspace?: string | undefined;
  createCore: (options: CoreOptions) => Promise<Core>;
}

/** Settles when the window is shown, or at once when another instance is running already. */
export async function startDesktop({ electron, files, workspace, createCore }: DesktopOptions): Promise<void> {
  const { app, BrowserWindow, Menu, dialog, ipcMain, protocol, session } = electron;
  if (!app.requestSingleInstanceLock()) return app.quit();
  protocol.registerSchemesAsPrivileged([privileges]);
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => restrictContents(contents));

  let window: BrowserWindow | undefined;
  /** Undefined before the application has started, and while it ends. */
  let openWindow: (() => Promise<void>) | undefined;
  function openMissingWindow(): void {
    if (window) return;
    void openWindow?.().catch((error: unknown) =>
      dialog.showErrorBox('Outrigger could not open its window', toFailure(error).message),
    );
  }
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
    // On macOS the application keeps running without a window.
    openMissingWindow();
  });
  await app.whenReady();

  const core = await startCore({ electron, files, workspace, createCore }, () => window);
  if (!core) return app.quit();
  endWithCore(electron, core);
  app.on('will-quit', () => (openWindow = undefined));

  protocol.handle(SCHEME, (request) => answerPage(files.renderer, request.url));
  restrictSession(session.defaultSession);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, core.announceMenu)));

  openWindow = async () => {
    const openedWindow = new BrowserWindow(windowOptions(files.preload));
    window = openedWindow;
    openedWindow.once('ready-to-show', () => openedWindow.show());
    askBeforeLeaving(dialog, openedWindow);
    openedWindow.once('closed', () => (window = undefined));
    const port = electronPort({ ipcMain, contents: openedWindow.webContents, origin: ORIGIN });
    serve(hostContract, port, core.api, core.subscribe);
    await openedWindow.loadURL(PAGE);
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', openMissingWindow);
  await openWindow();
}

/** @returns undefined when it could not start, after showing the error in a dialog */
async function startCore(
  { electron, files, workspace, createCore }: DesktopOptions,
  window: () => BrowserWindow | undefined,
): Promise<Core | undefined> {
  const { app, dialog, safeStorage, shell } = electron;
  try {
    const cipher = await createCipher(safeStorage);
    return await createCore({
      version: app.getVersion(),
      workspace,
      files,
      capabilities: { folderDialog: true, openFolder: true, menus: true },
      cipher,
      notices: cipher ? [] : [NO_KEYRING],
      openFolder: (folder) => openFolder(shell, folder),
      openExternal: (address) => openWebPage(shell, address),
      ...createFileDialogs(dialog, window),
      loginShell: true,
    });
  } catch (error) {
    const { message, remedy } = toFailure(error);
    dialog.showErrorBox('Outrigger did not start', `${message}\n${remedy}`);
    return undefined;
  }
}

/** Dialogs for a folder and a file: each answers null when it was closed without a choice. */
function createFileDialogs(
  dialog: Electron['dialog'],
  window: () => BrowserWindow | undefined,
): Required<Pick<CoreOptions, 'chooseFolder' | 'chooseFile'>> {
  async function choose(options: OpenDialogOptions): Promise<string | null> {
    const parent = window();
    const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  }
  return {
    chooseFolder: () => choose({ properties: ['openDirectory', 'createDirectory'], title: 'Open Workspace Folder' }),
    chooseFile: (startIn) =>
      choose({ properties: ['openFile', 'showHiddenFiles'], title: 'Choose File', defaultPath: startIn }),
  };
}

const windowOptions = (preload: string): BrowserWindowConstructorOptions => ({
  width: 1440,
  height: 900,
  minWidth: 800,
  minHeight: 560,
  show: false,
  title: 'Outrigger',
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    webSecurity: true,
    spellcheck: false,
  },
});

/**
 * The application ends when its core, with every process and connection, has ended. Before, the windows are closed: a
 * page may ask to stay, and sends what was typed last.
 */
function endWithCore({ app, dialog }: Electron, core: Core): void {
  let ended = false;
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    void core
      .close()
      .catch((error: unknown) =>
        dialog.showErrorBox('Outrigger could not end everything that it started', toFailure(error).message),
      )
      .finally(() => {
        ended = true;
        app.quit();
      });
  });
}
