/** The resources that are closed with a session: the last one that was opened is closed first. */

export type Close = () => void | Promise<void>;

export interface CloseStack {
  add(close: Close): void;
  /** Closes everything, even after a failure. @throws the first failure */
  closeAll(): Promise<void>;
}

export function createCloseStack(): CloseStack {
  const closers: Close[] = [];
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      const failures: unknown[] = [];
      for (const close of closers.reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0] as Error;
    },
  };
}
