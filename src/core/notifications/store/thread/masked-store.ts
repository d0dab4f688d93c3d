/** The store as the listener uses it. Secrets are masked before anything leaves the memory of this process. */
import { noMask, type Mask } from '../../../platform/secrets/mask.ts';
import type { RecognizedAs } from '../../listener/responses/answer-rules.ts';
import type { Arrival } from '../../listener/arrival.ts';
import { inboxRows, type NumberedOriginal } from '../../listener/inbox.ts';
import type { NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { SentGroup } from '../../listener/listener-api.ts';
import { keptResponse } from '../../listener/responses/listener-response.ts';
import type { StoreOnDemand } from './store-on-demand.ts';

export interface MaskedStore {
  /**
   * Resolves when the notifications are durable, with the id of the first; the others have the ids after it. @throws
   * StorageFailed
   */
  take(arrivals: readonly Arrival[]): Promise<number>;
  /** Like `take`, and resolves to the recognised notifications. */
  add(arrivals: readonly Arrival[]): Promise<NotificationSummary[]>;
  /** Keeps notifications unmasked in memory that another process with the same file has stored. */
  remember(originals: readonly NumberedOriginal[]): Promise<void>;
  recordAnswers(groups: readonly SentGroup[]): Promise<void>;
  recognize(id: number): Promise<RecognizedAs>;
}

export function createMaskedStore(
  { ask, recordAnswers }: Pick<StoreOnDemand, 'ask' | 'recordAnswers'>,
  mask: () => Mask | Promise<Mask>,
): MaskedStore {
  return {
    take: async (arrivals) => ask('take', inboxRows(arrivals, await mask())),
    add: async (arrivals) => ask('add', inboxRows(arrivals, await mask())),
    remember: (originals) => ask('remember', originals),
    async recordAnswers(groups) {
      const responseMask = groups.some(({ sent }) => sent) ? await mask() : noMask;
      const answered = groups.map(({ sent, ...group }) => ({
        ...group,
        ...(sent && { response: keptResponse(sent, responseMask) }),
      }));
      recordAnswers(answered);
    },
    recognize: (id) => ask('recognize', id),
  };
}
