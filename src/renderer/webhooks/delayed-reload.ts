/** Loads a list a moment later, once for all changes until then. */
import { showError } from '../ui/messages/notify.ts';

const RELOAD_MS = 250;

export interface DelayedReload {
  schedule(): void;
  /** The list is being loaded: what was scheduled before is not needed any more. */
  cancel(): void;
}

export function createDelayedReload(load: () => Promise<void>): DelayedReload {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule() {
      timer ??= setTimeout(() => void load().catch(showError), RELOAD_MS);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
