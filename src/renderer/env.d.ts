import type { PreloadPort } from '../preload/preload-port.ts';

declare global {
  interface Window {
    /** Provided by the desktop window's preload; in a browser the page uses a WebSocket instead. */
    readonly pm?: PreloadPort;
  }
}
