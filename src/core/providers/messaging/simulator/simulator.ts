/**
 * A simulator of the messaging service with its documented protocol: operations, queue, webhooks, errors. For tests,
 * and for people without an account. Its times are those of the service divided by `speed`.
 */
import type { IncomingMessage } from 'node:http';
import { bindPort } from '../../../platform/network/bind-port.ts';
import { closeHttpServer } from '../../../platform/network/http-server.ts';
import { parseRequestTarget } from '../../../platform/network/request-target.ts';
import { switches } from '../account/account.ts';
import { text } from '../body.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { exampleFor, exampleKinds } from '../recognition/recognize.ts';
import { createServiceClock } from './service-clock.ts';
import { createSimulatedOperations } from './simulated-operations.ts';
import { createRateLimit } from './rate-limit.ts';
import { createSimulatedQueue } from './simulated-queue.ts';
import { requestFields } from './simulated-request.ts';
import { createSimulatedSending, type SimulatedSettings } from './simulated-sending.ts';
import { Refusal } from './simulator-refusal.ts';
import { createSimulatorServer } from './simulator-server.ts';

export interface SimulatorOptions {
  port?: number;
  idInstance?: string;
  apiTokenInstance?: string;
  /** The factor by which it is faster than the service: a wait of 180 s takes 180/speed. Default 60. */
  speed?: number;
  /** The number of requests per second and operation before status 429. Default 50. */
  rate?: number;
  /** The number of sent messages before status 466. Default: no limit. */
  quota?: number;
  webhookUrl?: string;
  webhookUrlToken?: string;
  /** Receives a line for people about each request and each webhook. */
  onEvent?: (text: string) => void;
}
export interface Simulator {
  readonly url: string;
  readonly idInstance: string;
  readonly apiTokenInstance: string;
  /** Appends a notification to the queue, as if the messenger had caused it. */
  notify(body: unknown): void;
  waiting(): number;
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { idInstance = '7103000042', apiTokenInstance = 'simulated-token', speed = 60, rate = 50, onEvent } = options;
  const settings = initialSettings(options);
  const clock = createServiceClock(speed);
  const queue = createSimulatedQueue({
    clock,
    onEvent,
    address: () => ({ url: String(settings['webhookUrl']), token: String(settings['webhookUrlToken']) }),
  });
  const { notify } = queue;
  const sent = createSimulatedSending({ idInstance, quota: options.quota, settings, after: clock.after, notify });
  const perform = createSimulatedOperations({ idInstance, apiTokenInstance, settings, clock, queue, sent });
  const isWithinRate = createRateLimit(rate);

  async function handle(request: IncomingMessage, content: Buffer): Promise<unknown> {
    const target = parseRequestTarget(request.url);
    if (!target) throw new Refusal(400, { message: 'The request target is not a path.' });
    const { pathname, query } = target;
    const body = await requestFields(request.headers['content-type'] ?? '', content);
    if (pathname === '/simulator/notify' && request.method === 'POST') {
      const kind = body['kind'];
      notify(typeof kind === 'string' ? exampleIn(kind, text(body, 'chatId')) : body);
      return { waiting: queue.count() };
    }
    const match = /^\/waInstance([^/]*)\/([^/]+)\/([^/]*)(?:\/(.*))?$/.exec(pathname);
    if (!match) throw new Refusal(404, { message: 'The path is /waInstance{id}/{operation}/{token}.' });
    const [, instance, operation = '', token, parameters] = match;
    if (instance !== idInstance) throw new Refusal(403, { message: 'The instance is not known here.' });
    if (token !== apiTokenInstance) throw new Refusal(401, { message: 'The token is wrong.' });
    if (!isWithinRate(operation)) throw new Refusal(429, { message: 'Too many requests.' });
    const name = operation.charAt(0).toLowerCase() + operation.slice(1);
    return perform({ name, parameters: parameters ? parameters.split('/') : [], query, body });
  }

  const server = createSimulatorServer(handle, ({ method = '', url = '' }, status) =>
    onEvent?.(`${method} ${url.replace(apiTokenInstance, '…')}: ${status}`),
  );
  const port = await bindPort(server, { host: '127.0.0.1', port: options.port ?? 0, exact: true });
  return {
    url: `http://127.0.0.1:${port}`,
    idInstance,
    apiTokenInstance,
    notify,
    waiting: () => queue.count(),
    async close() {
      queue.close();
      clock.close();
      await closeHttpServer(server);
    },
  };
}

function initialSettings({ webhookUrl = '', webhookUrlToken = '' }: SimulatorOptions): SimulatedSettings {
  return {
    wid: '79990000001@c.us',
    webhookUrl,
    webhookUrlToken,
    delaySendMessagesMilliseconds: 500,
    markIncomingMessagesReaded: 'no',
    markIncomingMessagesReadedOnReply: 'no',
    ...Object.fromEntries(Object.keys(switches).map((name) => [name, 'yes'])),
  };
}

/** The example of a kind, with the given chat. */
function exampleIn(kind: string, chatId: string): unknown {
  const example = exampleFor(kind);
  if (!isRecord(example)) {
    const known = `The kinds are ${exampleKinds.join(', ')}.`;
    throw new Refusal(400, { message: `There is no kind ${kind.slice(0, 100)}. ${known}` });
  }
  if (chatId === '') return example;
  const { senderData } = example;
  const chatFields = ['chatId', 'from'].filter((name) => name in example).map((name) => [name, chatId]);
  const sender = isRecord(senderData) ? { senderData: { ...senderData, chatId } } : {};
  return { ...example, ...sender, ...Object.fromEntries(chatFields) };
}
