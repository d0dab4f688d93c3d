/** Sends a webhook to a server of the user. Any response, and a missing one, is a result and not an error. */
import { defaultConnection, type ConnectionSettings } from '../../contract/collection/connection.ts';
import { codedError } from '../../contract/errors.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { createAgents } from '../http/connections/agents.ts';
import { dispatch } from '../http/dispatch.ts';
import type { ResponseBody } from '../http/body/incoming-body.ts';
import { sendError } from '../http/http-errors.ts';
import { unpack } from '../notifications/body/body-coding.ts';
import { timeLimit } from '../platform/time-limit.ts';
import type { OutgoingWebhook } from './outgoing-webhook.ts';

/** Bytes of a response body that are stored; receiving ends at the second limit. */
const MAX_STORED = 256 * 1024;
const MAX_RECEIVED = 10 * 1024 * 1024;

export interface WebhookResponse {
  /** Null without a response. */
  status: number | null;
  headers: { name: string; value: string }[];
  /** The beginning of the body, decompressed. */
  body: Buffer;
  /** The number of received bytes. */
  size: number;
  /** Whether `body` is shorter than the response. */
  truncated: boolean;
  durationMs: number;
  /** Why there is no complete response. */
  failure: string | null;
  /** True when the server was never reached, so that sending again cannot deliver twice. */
  unreached: boolean;
}
export interface SendWebhookOptions {
  signal: AbortSignal;
  /** Milliseconds after which the connection is closed, as by a sender that gives up. */
  timeoutMs: number;
}
export interface WebhookSender {
  /** One with a refusal is not sent: that is its failure. @throws Cancelled when the signal aborts */
  send(webhook: OutgoingWebhook, options: SendWebhookOptions): Promise<WebhookResponse>;
  close(): Promise<void>;
}

/** Errors of a connection that was never established. */
const unreachedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * @param connection certificates and proxy with which servers are reached
 * @param folder the folder that relative paths of certificates are relative to
 */
export function createWebhookSender(
  connection: () => Promise<ConnectionSettings> = () => Promise.resolve(defaultConnection),
  folder = process.cwd(),
): WebhookSender {
  const agents = createAgents();
  return {
    async send({ origin, path, method, headers, body, refusal }, { signal, timeoutMs }) {
      const timeout = timeLimit(timeoutMs);
      const anySignal = timeout ? AbortSignal.any([signal, timeout]) : signal;
      const startMs = performance.now();
      const nothing = { status: null, headers: [], body: Buffer.alloc(0), size: 0, truncated: false };
      const partialResponse: Omit<WebhookResponse, 'durationMs' | 'failure' | 'unreached'> = nothing;
      const since = () => performance.now() - startMs;
      if (refusal !== undefined) return { ...nothing, durationMs: 0, failure: refusal, unreached: false };
      try {
        const sent = { origin, path, method, headers: headers.flatMap(({ name, value }) => [name, value]), body };
        const needs = { connection: await connection(), folder };
        const received = await agents.use(new URL(origin), needs, (agent) =>
          dispatch(agent, sent, { connect: {} }, anySignal),
        );
        Object.assign(partialResponse, { status: received.status, headers: received.headers });
        Object.assign(partialResponse, decompressed(await readBeginning(received.body), received.headers));
        return { ...partialResponse, durationMs: since(), failure: null, unreached: false };
      } catch (error) {
        if (signal.aborted) throw codedError('Cancelled', 'Sending was stopped.');
        if (timeout?.aborted) {
          const failure = `There was no complete response within ${timeoutMs} ms.`;
          return { ...partialResponse, durationMs: since(), failure, unreached: false };
        }
        const { message, systemCode = '' } = sendError(error, origin);
        const unreached = partialResponse.status === null && unreachedCodes.has(systemCode);
        return { ...partialResponse, durationMs: since(), failure: message, unreached };
      }
    },
    close: () => agents.close(),
  };
}

type StoredBody = Pick<WebhookResponse, 'body' | 'size' | 'truncated'>;

function readBeginning(body: ResponseBody): Promise<StoredBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [keptBytes, size] = [0, 0];
    const beginning = (truncated: boolean): StoredBody => ({ body: Buffer.concat(chunks), size, truncated });
    body.read({
      data(bytes) {
        size += bytes.length;
        const part = bytes.subarray(0, MAX_STORED - keptBytes);
        keptBytes += part.length;
        // Copied, because the chunk is a view of a larger buffer that would stay in memory with it.
        if (part.length > 0) chunks.push(Buffer.from(part));
        if (size > MAX_RECEIVED) {
          resolve(beginning(true));
          body.cancel();
        }
        return true;
      },
      end: () => resolve(beginning(size > keptBytes)),
      error: reject,
    });
  });
}

function decompressed(beginning: StoredBody, headers: WebhookResponse['headers']): StoredBody {
  const coding = headerValueOf(headers, 'content-encoding');
  if (coding === undefined || beginning.truncated) return beginning;
  const whole = unpack(beginning.body, coding, MAX_STORED);
  return whole ? { ...beginning, body: whole } : { ...beginning, body: Buffer.alloc(0), truncated: true };
}
