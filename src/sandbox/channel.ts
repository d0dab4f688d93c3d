/**
 * The guest's end of the line to its process. The one host function stays in this closure and only strings
 * cross it; whatever the other side throws is replaced by an error of this realm.
 */
import { operation, type HostFunction } from '../contract/guest-operations.ts';
import { parseJson, PlainError, PlainPromise, toJson } from './primordials.ts';

type Reply = { ok: true; value: string } | { ok: false; error: Record<string, unknown> };

export interface Channel {
  host(op: number, text: string): string | undefined;
  post(message: Record<string, unknown>): void;
  call(method: string, params: unknown): Promise<Reply>;
  callSync(method: string, params: unknown): Reply;
  /** `<id> <reply>`, as guest-contract.ts writes it. */
  settle(text: string): void;
  pendingCalls(): number;
}

export function createChannel(hostFunction: HostFunction, run: () => number): Channel {
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;

  function host(op: number, text: string): string | undefined {
    let answer: unknown;
    try {
      answer = hostFunction(op, text);
    } catch {
      throw new PlainError('The sandbox could not reach its host.');
    }
    if (typeof answer === 'string' || answer === undefined) return answer;
    throw new PlainError('The sandbox got a wrong answer from its host.');
  }
  const post = (message: Record<string, unknown>) =>
    void host(operation.message, toJson({ __proto__: null, ...message, run: run() }));

  return {
    host,
    post,
    call(method, params) {
      const id = ++lastId;
      return new PlainPromise((resolve) => {
        waiting.set(id, resolve);
        post({ t: 'call', id, method, params });
      });
    },
    callSync(method, params) {
      const answer = host(operation.syncCall, toJson({ __proto__: null, run: run(), method, params }));
      return readReply(answer ?? '');
    },
    settle(text) {
      const cut = text.indexOf(' ');
      const id = Number(text.slice(0, cut));
      const resolve = waiting.get(id);
      waiting.delete(id);
      resolve?.(readReply(text.slice(cut + 1)));
    },
    pendingCalls: () => waiting.size,
  };
}

function readReply(text: string): Reply {
  const rest = text.slice(1);
  return text[0] === '+' ? { ok: true, value: rest } : { ok: false, error: parseJson(rest) as Record<string, unknown> };
}
