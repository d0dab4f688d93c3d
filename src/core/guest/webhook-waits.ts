/**
 * Shows what a script waits for, as events of the run, and lets other scripts run meanwhile. A wait that ends at once does
 * neither.
 */
import { randomUUID } from 'node:crypto';
import type { GuestParams } from '../../contract/scripts/guest-contract.ts';
import type { RunEventBody } from '../../contract/runs/run-event.ts';

const SHOWN_AFTER_MS = 500;

type Wait = NonNullable<GuestParams<'webhooks.next'>['wait']>;

export interface WebhookWaits {
  /** Performs the wait; `isShown` says whether the person has seen the wait. */
  during<T extends object>(
    params: GuestParams<'webhooks.next'>,
    work: () => Promise<T>,
  ): Promise<T & { isShown: boolean }>;
  /** The wait with this number has ended. */
  end(id: number): void;
  /** The script has ended, and with it its waits. */
  endAll(): void;
}

/** @param lendTurn lets one more script run until the returned function is called */
export function createWebhookWaits(emit: (event: RunEventBody) => void, lendTurn: () => () => void): WebhookWaits {
  /** Ids of the shown waits by the script's numbers for them; ids have to be unique over all scripts of the run. */
  const waitIds = new Map<number, string>();
  let takeTurnBack: (() => void) | undefined;
  let hasEnded = false;
  const show = ({ id, began: _began, ...description }: Wait, leftMs: number): void => {
    if (hasEnded) return;
    takeTurnBack ??= lendTurn();
    const waitId = waitIds.get(id) ?? randomUUID();
    waitIds.set(id, waitId);
    emit({ type: 'webhook.waiting', waitId, leftMs: Math.max(0, Math.round(leftMs)), ...description });
  };
  const end = (id: number): void => {
    const waitId = waitIds.get(id);
    waitIds.delete(id);
    if (waitIds.size === 0) {
      takeTurnBack?.();
      takeTurnBack = undefined;
    }
    if (waitId !== undefined) emit({ type: 'webhook.waited', waitId });
  };
  return {
    async during({ wait, waitMs }, work) {
      const timer = wait && setTimeout(() => show(wait, waitMs - SHOWN_AFTER_MS), SHOWN_AFTER_MS);
      try {
        const result = await work();
        return { ...result, isShown: wait !== undefined && waitIds.has(wait.id) };
      } finally {
        clearTimeout(timer);
      }
    },
    end,
    endAll() {
      hasEnded = true;
      [...waitIds.keys()].forEach(end);
    },
  };
}
