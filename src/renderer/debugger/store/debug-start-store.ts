/**
 * Prepares the next run for debugging, after the person has allowed it for this workspace, because its walls are
 * weaker.
 */
import { createStore, type StoreApi } from 'zustand';
import { toFailure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { BreakpointStore } from '../breakpoints/breakpoint-store.ts';

export interface DebugStartStore {
  /** The host's explanation of what is weaker, while the person is asked. */
  question: string | undefined;
  answer(allowed: boolean): void;
  /**
   * @param sentId of the open request; if it is untitled, its scripts cannot be named by a file
   * @returns false when the person refuses
   */
  prepare(runId: string, sentId: string | undefined): Promise<boolean>;
}

export function createDebugStartStore(
  client: HostClient,
  breakpoints: StoreApi<BreakpointStore>,
): StoreApi<DebugStartStore> {
  let waiting: ((allowed: boolean) => void) | undefined;
  return createStore<DebugStartStore>()((set, get) => {
    const ask = (question: string): Promise<boolean> => {
      get().answer(false);
      set({ question });
      return new Promise((resolve) => (waiting = resolve));
    };
    return {
      question: undefined,
      answer(allowed) {
        set({ question: undefined });
        waiting?.(allowed);
        waiting = undefined;
      },
      async prepare(runId, sentId) {
        breakpoints.setState({ sentId });
        const prepare = () => client.call('debugger.prepare', { runId, ...breakpoints.getState().settings() });
        try {
          await prepare();
        } catch (error) {
          const { code, message } = toFailure(error);
          if (code !== 'DebuggingNotAllowed') throw error;
          if (!(await ask(message))) return false;
          await client.call('debugger.consent', { allowed: true });
          await prepare();
        }
        return true;
      },
    };
  });
}
