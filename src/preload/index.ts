/** The desktop window's only way out: `window.pm`, one port on one channel. */
import { contextBridge, ipcRenderer } from 'electron';
import type { PreloadPort } from './preload-port.ts';

/** Must equal CHANNEL in src/main/electron-port.ts: a sandboxed preload cannot import modules. */
const CHANNEL = 'outrigger';

const port: PreloadPort = {
  send: (message) => ipcRenderer.send(CHANNEL, message),
  // The event object holds the sender and stays here.
  onMessage: (listener) => void ipcRenderer.on(CHANNEL, (_event, message: unknown) => listener(message)),
};

contextBridge.exposeInMainWorld('pm', port);
