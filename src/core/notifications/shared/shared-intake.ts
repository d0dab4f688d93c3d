/** Receives the notifications of another process's listener, in order. */
import { toFailure } from '../../../contract/errors.ts';
import type { Mask } from '../../platform/secrets/mask.ts';
import type { Arrival } from '../listener/arrival.ts';
import { inboxRows, originalsOf, type NumberedOriginal } from '../listener/inbox.ts';
import type { RefusedRequest } from '../listener/refused-requests.ts';
import type { SharedMessage } from './follow.ts';
import type { RulesMessage, StoreNews } from './messages.ts';

export interface SharedIntakeOptions {
  /** Stores notifications in the database of this process. */
  take: (arrivals: readonly Arrival[]) => Promise<unknown>;
  /** Keeps notifications unmasked in memory whose secrets are masked in the common database. */
  remember: (originals: readonly NumberedOriginal[]) => Promise<unknown>;
  mask: () => Mask | Promise<Mask>;
  /** Receives the changes of another process in the common database. */
  onNews: (news: StoreNews) => void;
  onRefused: (request: RefusedRequest) => void;
  /** Receives the rules of another process. */
  onRules: (rules: RulesMessage) => void;
  onProblem: (problem: string) => void;
}

export function createSharedIntake(options: SharedIntakeOptions): (message: SharedMessage, sameStore: boolean) => void {
  const { take, remember, mask, onNews, onRefused, onRules, onProblem } = options;
  let last = Promise.resolve();
  const handle = async (message: SharedMessage, sameStore: boolean): Promise<void> => {
    switch (message.t) {
      case 'taken': {
        if (!sameStore) return void (await take(message.arrivals));
        const originals = originalsOf(inboxRows(message.arrivals, await mask()), message.first);
        return originals.length > 0 ? void (await remember(originals)) : undefined;
      }
      case 'refused':
        return onRefused(message.request);
      case 'rules':
        return onRules(message);
      default:
        return onNews(message);
    }
  };
  return (message, sameStore) => {
    last = last.then(() => handle(message, sameStore)).catch((error: unknown) => onProblem(toFailure(error).message));
  };
}
