/**
 * A strict fake of the few Electron calls in `src/main`, because Electron's binary cannot run where the tests do.
 * Unexpected calls throw, and messages pass through structured clone, as between real processes.
 */
import { EventEmitter } from 'node:events';
import type { Electron } from '../desktop.ts';

/** Throws when a member is used that was not given. */
function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || key === 'then')
        return Reflect.get(target, key, receiver) as unknown;
      throw new Error(`The fake of ${name} has no ${key}.`);
    },
  });
}
/** An emitter that throws for unknown events. */
function emitter(name: string, events: readonly string[]) {
  const inner = new EventEmitter();
  const check = (event: string) => {
    if (!events.includes(event)) throw new Error(`${name} has no event ${event}.`);
  };
  return {
    inner,
    on(event: string, listener: (...values: unknown[]) => void) {
      check(event);
      inner.on(event, listener);
    },
    once(event: string, listener: (...values: unknown[]) => void) {
      check(event);
      inner.once(event, listener);
    },
    off: (event: string, listener: (...values: unknown[]) => void) => void inner.off(event, listener),
  };
}

export interface FakeFrame {
  origin: string;
}

export class FakeContents {
  readonly events = emitter('WebContents', [
    'will-navigate',
    'will-redirect',
    'will-attach-webview',
    'will-prevent-unload',
    'destroyed',
  ]);
  readonly on = this.events.on;
  readonly once = this.events.once;
  mainFrame: FakeFrame = { origin: 'null' };
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  received: ((message: unknown) => void)[] = [];
  destroyed = false;

  isDestroyed = () => this.destroyed;
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => (this.openHandler = handler);
  send = (channel: string, message: unknown) => {
    if (this.destroyed) throw new Error('Object has been destroyed');
    if (channel !== 'outrigger') throw new Error(`nobody listens on ${channel}`);
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => this.received.forEach((listener) => listener(copy)));
  };
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.events.inner.emit('destroyed');
  }
}

/** `ipcMain`, with a function that simulates a renderer's `ipcRenderer.send`. */
export function fakeIpcMain() {
  const events = emitter('ipcMain', ['outrigger']);
  return {
    ipcMain: strict('ipcMain', { on: events.on, off: events.off }),
    /** Sends a message like the renderer process of `sender`, from `frame`. */
    sendFrom(sender: FakeContents, message: unknown, frame: FakeFrame | null = sender.mainFrame): void {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => events.inner.emit('outrigger', { sender, senderFrame: frame }, copy));
    },
    listeners: () => events.inner.listenerCount('outrigger'),
  };
}

export interface FakeOptions {
  /** Whether another instance is running. */
  locked?: boolean;
  /** Where the system stores the key for secrets, on Linux. */
  storageBackend?: 'gnome_libsecret' | 'basic_text';
  /** The button that the person presses in a dialog; the last one by default. */
  pressedButton?: string;
}

export function fakeElectron(options: FakeOptions = {}) {
  const app = emitter('app', ['web-contents-created', 'second-instance', 'window-all-closed', 'activate', 'will-quit']);
  const done: string[] = [];
  const errors: [title: string, content: string][] = [];
  const windows: FakeWindow[] = [];
  const ipc = fakeIpcMain();
  let handler: ((request: { url: string }) => Promise<Response>) | undefined;
  let menu: { label?: string; submenu?: { label?: string; click?: () => void }[] }[] = [];
  const permissions: { request?: PermissionRequest; check?: PermissionCheck; device?: () => boolean } = {};

  class FakeWindow {
    readonly events = emitter('BrowserWindow', ['ready-to-show', 'closed']);
    readonly once = this.events.once;
    readonly webContents = new FakeContents();
    readonly options: Record<string, unknown>;
    shown = false;
    url = '';
    focused = 0;
    constructor(options: Record<string, unknown>) {
      this.options = options;
      windows.push(this);
      app.inner.emit('web-contents-created', {}, this.webContents);
    }
    async loadURL(url: string): Promise<void> {
      const response = await handler?.({ url });
      if (!response?.ok) throw new Error(`ERR_FILE_NOT_FOUND ${url}`);
      this.url = url;
      this.webContents.mainFrame = { origin: new URL(url).protocol + '//' + new URL(url).host };
      this.events.inner.emit('ready-to-show');
    }
    show = () => (this.shown = true);
    focus = () => (this.focused += 1);
    isMinimized = () => false;
    restore = () => undefined;
    close(): void {
      this.webContents.destroy();
      this.events.inner.emit('closed');
      app.inner.emit('window-all-closed');
    }
  }

  const electron = {
    app: strict('app', {
      on: app.on,
      requestSingleInstanceLock: () => !options.locked,
      enableSandbox: () => void done.push('enableSandbox'),
      whenReady: () => {
        done.push('whenReady');
        return Promise.resolve();
      },
      getVersion: () => '1.2.3',
      quit: () => {
        done.push('quit');
        app.inner.emit('will-quit', { preventDefault: () => done.push('quit prevented') });
      },
    }),
    BrowserWindow: FakeWindow,
    Menu: strict('Menu', {
      buildFromTemplate: (template: typeof menu) => template,
      setApplicationMenu: (template: typeof menu) => (menu = template),
    }),
    dialog: strict('dialog', {
      showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: ['/chosen'] }),
      showMessageBoxSync: (_window: FakeWindow, { buttons }: { buttons: string[] }) =>
        options.pressedButton === undefined ? buttons.length - 1 : buttons.indexOf(options.pressedButton),
      showErrorBox: (title: string, content: string) => errors.push([title, content]),
    }),
    safeStorage: strict('safeStorage', {
      isAsyncEncryptionAvailable: () => Promise.resolve(done.includes('whenReady')),
      getSelectedStorageBackend: () =>
        done.includes('whenReady') ? (options.storageBackend ?? 'gnome_libsecret') : 'unknown',
      encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(`sealed ${text}`)),
      decryptStringAsync: (bytes: Buffer) =>
        Promise.resolve({ shouldReEncrypt: false, result: bytes.toString().replace('sealed ', '') }),
    }),
    shell: strict('shell', {
      openExternal: (url: string) =>
        url.includes('no-browser')
          ? Promise.reject(new Error('Failed to open'))
          : Promise.resolve(void done.push(`opened ${url}`)),
      openPath(folder: string) {
        if (folder.endsWith('refused')) return Promise.resolve('no file manager');
        done.push(`shown ${folder}`);
        return Promise.resolve('');
      },
    }),
    ipcMain: ipc.ipcMain,
    protocol: strict('protocol', {
      registerSchemesAsPrivileged: (schemes: { scheme: string; privileges: Record<string, boolean> }[]) => {
        if (done.includes('whenReady')) throw new Error('registerSchemesAsPrivileged must be called before ready');
        const { scheme = '', privileges = {} } = schemes[0] ?? {};
        done.push(
          ['scheme', scheme, ...['standard', 'secure', 'bypassCSP'].filter((name) => privileges[name])].join(' '),
        );
      },
      handle: (_scheme: string, newHandler: typeof handler) => (handler = newHandler),
    }),
    session: {
      defaultSession: strict('session', {
        setPermissionRequestHandler: (handler: PermissionRequest) => (permissions.request = handler),
        setPermissionCheckHandler: (handler: PermissionCheck) => (permissions.check = handler),
        setDevicePermissionHandler: (handler: () => boolean) => (permissions.device = handler),
      }),
    },
  };
  return {
    electron: strict('electron', electron) as unknown as Electron,
    windows,
    done,
    errors,
    permissions,
    emitApp: (event: string, ...values: unknown[]) => app.inner.emit(event, ...values),
    menu: () => menu,
    page: (url: string) => handler?.({ url }),
    ...ipc,
  };
}
type PermissionRequest = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;
type PermissionCheck = (contents: unknown, permission: string) => boolean;
