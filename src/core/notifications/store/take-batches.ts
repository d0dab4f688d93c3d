/** Stores the arrivals of the listener in batches, and answers each notification when it is durable. */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toFailure } from '../../../contract/errors.ts';
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import { nameOf, type AnswerRules } from '../listener/responses/answer-rules.ts';
import type { Arrival } from '../listener/arrival.ts';
import type { ListenerOptions, SentGroup } from '../listener/listener-api.ts';
import { hasResponseBody } from '../listener/responses/listener-response.ts';
import { beginningOf } from '../listener/refused-requests.ts';
import { fillTemplate } from '../listener/responses/response-template.ts';
import { sendResponse, type ResponseContent } from '../listener/responses/send-response.ts';

/** A notification whose sender waits for the response. */
export interface WaitingArrival {
  arrival: Arrival;
  response: ServerResponse;
  /** Says that the body is no longer held; called when the response is sent. */
  release: () => void;
}

export interface Batches {
  receive(waiting: WaitingArrival): void;
  /** Resolves when every received notification is answered. Responses that a rule delays are no longer sent. */
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
        for (const { release } of batch) release();
      } else batch.forEach((item, index) => work.add(ruleAnswers.answer(item, first + index)));
    } catch (error) {
      if (!isFailing) onStorage(toFailure(error).message);
      isFailing = true;
      // After a 503 the sender keeps the notification and sends it again.
      for (const { response, arrival, release } of batch) {
        sendResponse(response, { status: 503, body: 'Could not be stored; send it again.' });
        onRefused({ ...arrival, body: beginningOf(arrival.body), reason: 'storage', status: 503 });
        release();
      }
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
  /** Cancels the answers that are delayed. */
  const delayed = new Set<() => void>();
  return {
    async answer(waiting: WaitingArrival, id: number): Promise<void> {
      const { method, path } = waiting.arrival;
      const rule = await rules.take({ id, method, path });
      const send = () => {
        const { content, sent } = contentOf(rule, waiting.arrival, id);
        const afterMs = answer(waiting, content);
        waiting.release();
        onAnswered([{ first: id, status: content.status, rule: rule ? nameOf(rule) : null, afterMs: [afterMs], sent }]);
      };
      const { delayMs = 0 } = rule ?? {};
      // A sender that has gone already does not close its response again.
      if (delayMs === 0 || waiting.response.destroyed) return send();
      const cancel = () => {
        clearTimeout(timer);
        waiting.response.off('close', finish);
        delayed.delete(cancel);
      };
      const finish = () => {
        cancel();
        send();
      };
      const timer = setTimeout(finish, delayMs);
      // Nothing is held for a sender that has gone.
      waiting.response.once('close', finish);
      delayed.add(cancel);
    },
    close() {
      for (const cancel of delayed) cancel();
    },
  };
}

/**
 * The response of a rule, with the part of it that is stored. Made when it is sent, because it may repeat the body. A
 * rule whose response cannot be made is answered with 500.
 */
function contentOf(rule: AnswerRule | undefined, arrival: Arrival, id: number): RuleContent {
  if (!rule) return { content: { status: 200, body: String(id) } };
  const { status } = rule;
  try {
    const filled = fillTemplate(rule, arrival, id);
    return { content: { status, ...filled }, sent: { ...filled, isSent: hasResponseBody(arrival.method, status) } };
  } catch (error) {
    const content = { status: 500, headers: [], body: toFailure(error).message };
    return { content, sent: { ...content, isSent: true } };
  }
}

interface RuleContent {
  content: ResponseContent;
  sent?: SentGroup['sent'];
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
