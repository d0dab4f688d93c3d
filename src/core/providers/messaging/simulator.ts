/**
 * A stand-in for the messaging service that speaks its documented protocol: operations, queue, webhooks, errors. For
 * tests, and for people who want to try without an account. Times are those of the service divided by `speed`.
 */
import type { IncomingMessage } from 'node:http';
import { bindPort } from '../../platform/bind-port.ts';
import { closeHttpServer, createHttpServer } from '../../platform/http-server.ts';
import { parseRequestTarget } from '../../platform/request-target.ts';
import { switches } from './account.ts';
import { isRecord, text } from './body.ts';
import { exampleFor } from './recognize.ts';
import { createSimulatedQueue } from './simulated-queue.ts';
import { sentMessageData } from './simulated-message.ts';
import { requestFields } from './simulated-request.ts';
import { Refusal } from './simulator-refusal.ts';
import answers from './simulator-answers.json' with { type: 'json' };

export interface SimulatorOptions {
  port?: number;
  idInstance?: string;
  apiTokenInstance?: string;
  /** How many times faster than the service: 180 s of waiting become 180/speed. Default 60. */
  speed?: number;
  /** Requests per second and operation before 429. Default 50. */
  rate?: number;
  /** Sent messages before 466. Default: no limit. */
  quota?: number;
  webhookUrl?: string;
  webhookUrlToken?: string;
  /** Each request and each webhook, as one line for people. */
  onEvent?: (text: string) => void;
}
export interface Simulator {
  readonly url: string;
  readonly idInstance: string;
  readonly apiTokenInstance: string;
  /** Puts a notification at the end of the queue, as if the messenger had caused it. */
  notify(body: unknown): void;
  waiting(): number;
  close(): Promise<void>;
}

/** Bytes of a request's body. */
const MAX_BODY = 10 * 1024 * 1024;
/** Sent messages that the history operations answer with; the oldest are forgotten. */
const MAX_SENT = 10_000;
const limits = {
  maxHeaderBytes: 32 * 1024,
  headersMs: 20_000,
  requestMs: 60_000,
  idleMs: 15_000,
  maxConnections: 1000,
};
const REBOOT_MS = 60_000;
const STATUS_STEP_MS = 3_000;

type Json = Record<string, unknown>;
/** What operations answer that change nothing here; and those that send a message, with the example of its webhook. */
const fixed: Record<string, unknown> = answers.fixed;
const sending: Record<string, string> = answers.sending;

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { idInstance = '7103000042', apiTokenInstance = 'simulated-token', speed = 60, rate = 50, onEvent } = options;
  const sent: Json[] = [];
  const requests = new Map<string, number[]>();
  const timers = new Set<NodeJS.Timeout>();
  let [lastMessage, quotaUsed] = [0, 0];
  let readyAt = 0;
  const settings: Json = {
    wid: '79990000001@c.us',
    webhookUrl: options.webhookUrl ?? '',
    webhookUrlToken: options.webhookUrlToken ?? '',
    delaySendMessagesMilliseconds: 500,
    markIncomingMessagesReaded: 'no',
    markIncomingMessagesReadedOnReply: 'no',
    ...Object.fromEntries(Object.keys(switches).map((name) => [name, 'yes'])),
  };
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms / speed);
    timers.add(timer);
  };
  const queue = createSimulatedQueue({
    speed,
    after,
    onEvent,
    address: () => ({ url: String(settings['webhookUrl']), token: String(settings['webhookUrlToken']) }),
  });
  const { notify } = queue;
  const isOn = (name: string) => settings[name] === 'yes';

  function send(operation: string, body: Json): unknown {
    if (options.quota !== undefined && quotaUsed >= options.quota) {
      const invokeStatus = { method: operation, used: quotaUsed, total: options.quota, status: 'QUOTE_EXCEEDED' };
      throw new Refusal(466, { invokeStatus: { ...invokeStatus, description: 'The limit of the tariff is used up' } });
    }
    quotaUsed += 1;
    const idMessage = `BAE5${String(++lastMessage).padStart(12, '0')}`;
    const chatId = text(body, 'chatId') || 'status@broadcast';
    const timestamp = () => Math.floor(Date.now() / 1000);
    const about = {
      timestamp: timestamp(),
      idMessage,
      instanceData: { idInstance: Number(idInstance), wid: settings['wid'], typeInstance: 'whatsapp' },
    };
    sent.push({
      type: 'outgoing',
      ...about,
      chatId,
      typeMessage: 'textMessage',
      textMessage: body['message'] ?? '',
      sendByApi: true,
      statusMessage: 'sent',
    });
    if (sent.length > MAX_SENT) sent.shift();
    if (isOn('outgoingAPIMessageWebhook')) {
      const example = exampleFor(sending[operation] ?? '') as Json;
      const messageData = sentMessageData(example['messageData'] as Json, body);
      const senderData = { chatId, sender: settings['wid'], senderName: 'Account of the simulator' };
      notify({ ...example, ...about, senderData, messageData });
    }
    const status = (name: string, description?: string) => ({
      ...(exampleFor('outgoing_status_sent') as Json),
      ...about,
      chatId,
      status: name,
      timestamp: timestamp(),
      ...(description ? { description } : {}),
    });
    // Numbers that end in 0004 stand for the cases that go wrong.
    if (/0004@/.test(chatId)) {
      after(STATUS_STEP_MS, () =>
        notify(status('failed', 'SWE004: the number of participants in the group has been exceeded - 300')),
      );
    } else if (isOn('outgoingWebhook')) {
      ['sent', 'delivered', 'read'].forEach((name, index) =>
        after(STATUS_STEP_MS * (index + 1), () => notify(status(name))),
      );
    }
    return { idMessage };
  }

  async function perform(operation: string, rest: string[], query: URLSearchParams, body: Json): Promise<unknown> {
    if (Object.hasOwn(sending, operation)) return send(operation, body);
    switch (operation) {
      case 'getSettings':
        return settings;
      case 'setSettings': {
        const known = Object.keys(body).filter((name) => Object.hasOwn(settings, name));
        if (known.length === 0) throw new Refusal(400, { message: 'At least one setting is needed.' });
        for (const name of known) settings[name] = body[name];
        readyAt = Date.now() + REBOOT_MS / speed;
        after(REBOOT_MS, () => queue.deliver());
        return { saveSettings: true };
      }
      case 'getStateInstance':
        return { stateInstance: Date.now() < readyAt ? 'starting' : 'authorized' };
      case 'reboot':
        readyAt = Date.now() + REBOOT_MS / speed;
        return { isReboot: true };
      case 'updateApiToken':
        return { apiTokenInstance };
      case 'receiveNotification':
        return queue.receive(Math.min(60, Math.max(5, Number(query.get('receiveTimeout')) || 5)));
      case 'deleteNotification':
        return queue.remove(rest[0]);
      case 'getWebhooksCount':
        return { count: queue.count() };
      case 'clearWebhooksQueue':
        return queue.clear();
      case 'downloadFile':
        return { downloadUrl: `https://media.example.test/${idInstance}/${text(body, 'idMessage') || 'file'}.pdf` };
      case 'forwardMessages':
        return {
          messages: (Array.isArray(body['messages']) ? body['messages'] : []).map((_, index) => `BAE5F${index}`),
        };
      case 'getMessage':
        return sent.find((message) => message['idMessage'] === body['idMessage']) ?? {};
      case 'getChatHistory':
        return sent.filter((message) => message['chatId'] === body['chatId']);
      case 'lastOutgoingMessages':
        return sent;
      case 'lastIncomingMessages':
        return [];
      case 'getGroupData':
        return {
          groupId: body['groupId'],
          owner: settings['wid'],
          subject: 'Group',
          creation: 1750000000,
          participants: [],
          groupInviteLink: '',
        };
      case 'setDisappearingChat':
        return {
          chatId: body['chatId'],
          disappearingMessagesInChat: true,
          ephemeralExpiration: body['ephemeralExpiration'],
        };
      default:
        if (Object.hasOwn(fixed, operation)) return fixed[operation];
        throw new Refusal(404, { message: `There is no operation ${operation}.` });
    }
  }

  /** The example of a kind, in the chat that is asked for. */
  function exampleIn(kind: string, chatId: string): unknown {
    const example = exampleFor(kind);
    if (!isRecord(example)) throw new Refusal(400, { message: `There is no kind ${kind.slice(0, 100)}.` });
    if (chatId === '') return example;
    const { senderData } = example;
    const named = ['chatId', 'from'].filter((name) => name in example).map((name) => [name, chatId]);
    const sender = isRecord(senderData) ? { senderData: { ...senderData, chatId } } : {};
    return { ...example, ...sender, ...Object.fromEntries(named) };
  }

  async function handle(request: IncomingMessage, content: Buffer): Promise<unknown> {
    const target = parseRequestTarget(request.url);
    if (!target) throw new Refusal(400, { message: 'The target of the request is no path.' });
    const { pathname, query } = target;
    const body = await requestFields(request.headers['content-type'] ?? '', content);
    if (pathname === '/simulator/notify' && request.method === 'POST') {
      const kind = body['kind'];
      notify(typeof kind === 'string' ? exampleIn(kind, text(body, 'chatId')) : body);
      return { waiting: queue.count() };
    }
    const found = /^\/waInstance([^/]*)\/([^/]+)\/([^/]*)(?:\/(.*))?$/.exec(pathname);
    if (!found) throw new Refusal(404, { message: 'The path is /waInstance{id}/{operation}/{token}.' });
    const [, instance, operation = '', token, rest] = found;
    if (instance !== idInstance) throw new Refusal(403, { message: 'The instance is not known here.' });
    if (token !== apiTokenInstance) throw new Refusal(401, { message: 'The token is wrong.' });
    const recent = [...(requests.get(operation) ?? []), Date.now()].filter((at) => at > Date.now() - 1000);
    // The names are the sender's: those that are not asked for now are forgotten.
    for (const [name, times] of requests) if ((times.at(-1) ?? 0) <= Date.now() - 1000) requests.delete(name);
    requests.set(operation, recent);
    if (recent.length > rate) throw new Refusal(429, { message: 'Too many requests.' });
    return perform(operation.charAt(0).toLowerCase() + operation.slice(1), rest ? rest.split('/') : [], query, body);
  }

  const server = createHttpServer(limits, (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      else if (!response.headersSent) {
        chunks.length = 0;
        response.writeHead(413, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
        response.end(JSON.stringify({ message: 'A body may have 10 MiB.' }));
      }
    });
    request.on('end', () => {
      if (size > MAX_BODY) return;
      void handle(request, Buffer.concat(chunks))
        .catch((error: unknown) => (error instanceof Refusal ? error : new Refusal(500, { message: String(error) })))
        .then((result) => {
          const [status, body] = result instanceof Refusal ? [result.status, result.body] : [200, result];
          onEvent?.(`${request.method ?? ''} ${(request.url ?? '').replace(apiTokenInstance, '…')}: ${status}`);
          if (response.destroyed) return;
          response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(JSON.stringify(body));
        });
    });
  });
  const port = await bindPort(server, { host: '127.0.0.1', port: options.port ?? 0, exact: true });
  return {
    url: `http://127.0.0.1:${port}`,
    idInstance,
    apiTokenInstance,
    notify,
    waiting: () => queue.count(),
    async close() {
      queue.close();
      for (const timer of timers) clearTimeout(timer);
      await closeHttpServer(server);
    },
  };
}
