/** The interface that the preload offers to the page: one port, and nothing of Electron. */
export interface PreloadPort {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}
