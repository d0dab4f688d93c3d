/** Loads a list a moment later, once for all changes until then. */
import { showError } from '../ui/messages/notify.ts';

const RELOAD_MS = 250;

export interface DelayedReload {
  schedule(): void;
  /** Cancels the scheduled loading, because the list is being loaded. */
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
