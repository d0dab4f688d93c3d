/** Work that waits for the host: one at a time, cancelled by the person or with the component. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { hideToast, showError } from '../messages/notify.ts';

/** Shorter work is not worth a Cancel button. */
export const SLOW_MS = 500;

export interface Work {
  state: 'idle' | 'working' | 'cancelled';
  /** True when the work takes so long that the person may want to cancel it. */
  isSlow: boolean;
  /** Starts work and replaces the current one. Errors are shown, unless the work was cancelled. */
  start(work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends the current work. */
  cancel(): void;
}

/** @param cause identifies the work: its next attempt removes the message about the former, see `showError` */
export function useWork(cause: string): Work {
  const [state, setState] = useState<Work['state']>('idle');
  const [isSlow] = useDebouncedValue(state === 'working', SLOW_MS);
  const controller = useRef<AbortController>(undefined);
  const cancel = () => controller.current?.abort();
  useEffect(
    () => () => {
      controller.current?.abort();
      hideToast(cause);
    },
    [cause],
  );

  async function run(work: (signal: AbortSignal) => Promise<void>, current: AbortController): Promise<void> {
    try {
      await work(current.signal);
    } catch (error) {
      if (!current.signal.aborted) showError(error, cause);
    }
    if (controller.current === current) setState(current.signal.aborted ? 'cancelled' : 'idle');
  }
  return {
    state,
    isSlow: isSlow && state === 'working',
    start(work) {
      cancel();
      controller.current = new AbortController();
      hideToast(cause);
      setState('working');
      void run(work, controller.current);
    },
    cancel,
  };
}
