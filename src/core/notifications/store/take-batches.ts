/** Stores the arrivals of the listener in batches, and answers each notification when it is durable. */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toFailure } from '../../../contract/errors.ts';
import { nameOf, type AnswerRules } from '../listener/responses/answer-rules.ts';
import type { Arrival } from '../listener/arrival.ts';
import type { ListenerOptions } from '../listener/listener-api.ts';
import { hasResponseBody } from '../listener/responses/listener-response.ts';
import { MAX_REFUSED_BYTES } from '../listener/refused-requests.ts';
import { fillTemplate } from '../listener/responses/response-template.ts';
import { sendResponse, type ResponseContent } from '../listener/responses/send-response.ts';

/** A notification whose sender waits for the response. */
export interface WaitingArrival {
  arrival: Arrival;
  response: ServerResponse;
  /** Frees the memory of the body. */
  release: () => void;
}

export interface Batches {
  receive(waiting: WaitingArrival): void;
  /** Resolves when every received notification is answered. Responses that a rule delays are not sent any more. */
  close(): Promise<void>;
}

type BatchesOptions = Pick<ListenerOptions, 'take' | 'onAnswered' | 'onRefused' | 'onStorage'>;

export function createBatches(options: BatchesOptions, rules: AnswerRules): Batches {
  const { take, onAnswered, onRefused, onStorage } = options;
  const ruleAnswers = createRuleAnswers(rules, onAnswered);
  const work = createPendingWork();
  let waiting: WaitingArrival[] = [];
  let isFailing = false;

  async function takeBatch(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const first = await take(batch.map(({ arrival }) => arrival));
      if (isFailing) onStorage(null);
      isFailing = false;
      if (rules.isEmpty()) {
        // The body of the default response is the id of the notification.
        const afterMs = batch.map((item, index) => answer(item, { status: 200, body: String(first + index) }));
        onAnswered([{ first, status: 200, rule: null, afterMs }]);
      } else batch.forEach((item, index) => work.add(ruleAnswers.answer(item, first + index)));
    } catch (error) {
      if (!isFailing) onStorage(toFailure(error).message);
      isFailing = true;
      // After a 503 the sender keeps the notification and sends it again.
      for (const { response, arrival } of batch) {
        sendResponse(response, { status: 503, body: 'Could not be stored; send it again.' });
        const body = arrival.body.subarray(0, MAX_REFUSED_BYTES);
        onRefused({ ...arrival, body, reason: 'storage', status: 503 });
      }
    } finally {
      for (const { release } of batch) release();
    }
  }

  return {
    receive(arrival) {
      waiting.push(arrival);
      // All arrivals of one turn of the event loop are stored together.
      if (waiting.length === 1) work.add(nextTurn().then(takeBatch));
    },
    async close() {
      ruleAnswers.close();
      await work.whenDone();
    },
  };
}

/** Answers by the first matching rule, after its delay. */
function createRuleAnswers(rules: AnswerRules, onAnswered: ListenerOptions['onAnswered']) {
  const delays = new Set<NodeJS.Timeout>();
  return {
    async answer(arrival: WaitingArrival, id: number): Promise<void> {
      const { method, path } = arrival.arrival;
      const rule = await rules.take({ id, method, path });
      const { status = 200, delayMs = 0 } = rule ?? {};
      const sent = rule && { ...fillTemplate(rule, arrival.arrival, id), isSent: hasResponseBody(method, status) };
      const send = () => {
        const afterMs = answer(arrival, { status, ...(sent ?? { body: String(id) }) });
        onAnswered([{ first: id, status, rule: rule ? nameOf(rule) : null, afterMs: [afterMs], sent }]);
      };
      if (delayMs === 0) return send();
      const timer = setTimeout(() => {
        delays.delete(timer);
        send();
      }, delayMs);
      delays.add(timer);
    },
    close() {
      for (const timer of delays) clearTimeout(timer);
    },
  };
}

function createPendingWork() {
  const pending = new Set<Promise<void>>();
  return {
    add(work: Promise<void>): void {
      const tracked = work.finally(() => pending.delete(tracked));
      pending.add(tracked);
    },
    async whenDone(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** @returns milliseconds from the arrival to the response; null when the sender disconnected before */
function answer({ response, arrival }: WaitingArrival, content: ResponseContent): number | null {
  return sendResponse(response, content) ? Math.max(0, Date.now() - arrival.receivedAt.getTime()) : null;
}
