/** Loads a list a moment later, once for all changes until then. */
import { showError } from '../ui/messages/notify.ts';

const RELOAD_MS = 250;

export interface DelayedReload {
  schedule(): void;
  /** Cancels the scheduled loading, because the list is being loaded. */
  cancel(): void;
}

/** @param isLoading whether the list is being loaded: it is loaded again afterwards, and shown before that */
export function createDelayedReload(load: () => Promise<void>, isLoading: () => boolean): DelayedReload {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isLoading()) schedule();
      else load().catch(showError);
    }, RELOAD_MS);
  }
  return {
    schedule,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
