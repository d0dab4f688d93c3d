/** The only connection of the desktop window's page with the main process: `window.pm`, one port on one channel. */
import { contextBridge, ipcRenderer } from 'electron';
import type { PreloadPort } from './preload-port.ts';

/** Must equal CHANNEL in src/main/electron-port.ts: a sandboxed preload cannot import modules. */
const CHANNEL = 'outrigger';

const port: PreloadPort = {
  send: (message) => ipcRenderer.send(CHANNEL, message),
  // The event object is not passed on, because it contains the sender.
  onMessage: (listener) => void ipcRenderer.on(CHANNEL, (_event, message: unknown) => listener(message)),
};

contextBridge.exposeInMainWorld('pm', port);
