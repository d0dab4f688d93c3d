import type { PreloadPort } from '../preload/preload-port.ts';

declare global {
  interface Window {
    /** Put there by the desktop window's preload; a browser has a WebSocket instead. */
    readonly pm?: PreloadPort;
  }
}
