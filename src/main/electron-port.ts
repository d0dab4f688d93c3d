/** The main process's side of a window's port. The only file that listens to `ipcMain`. */
import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import type { Message, Port } from '../contract/rpc/rpc.ts';

/** Must equal CHANNEL in src/preload/index.ts. */
export const CHANNEL = 'outrigger';

export interface ElectronPortOptions {
  ipcMain: Pick<IpcMain, 'on' | 'off'>;
  contents: WebContents;
  /** The origin of the interface's page: messages of other pages are ignored, even from a frame of this window. */
  origin: string;
}

/** A message is accepted only from the top frame of this window, and only while it shows the interface's page. */
export function electronPort({ ipcMain, contents, origin }: ElectronPortOptions): Port {
  const listeners: ((message: Message) => void)[] = [];
  const closers: (() => void)[] = [];

  const onMessage = (event: IpcMainEvent, message: unknown) => {
    const frame = event.senderFrame;
    if (event.sender !== contents || !frame || frame !== contents.mainFrame || frame.origin !== origin) return;
    for (const listener of listeners) listener(message);
  };
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    ipcMain.off(CHANNEL, onMessage);
    for (const closer of closers) closer();
  };
  ipcMain.on(CHANNEL, onMessage);
  contents.once('destroyed', close);
  return {
    send: (message) => void (contents.isDestroyed() || contents.send(CHANNEL, message)),
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => void closers.push(listener),
  };
}
