/** The operations of the simulated service, with their responses. */
import { text } from '../body.ts';
import type { ServiceClock } from './service-clock.ts';
import type { SimulatedQueue } from './simulated-queue.ts';
import type { SimulatedSending, SimulatedSettings } from './simulated-sending.ts';
import { Refusal } from './simulator-refusal.ts';
import answers from './simulator-answers.json' with { type: 'json' };

const REBOOT_MS = 60_000;
/** Seconds that the service holds a request while the queue is empty. */
const RECEIVE_S = { least: 5, most: 60 };
/** The responses of operations that have no effect in the simulator. */
const fixedAnswers: Record<string, unknown> = answers.fixed;

interface OperationCall {
  /** The segments of the path after the token. */
  parameters: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}
type Operations = Record<string, (call: OperationCall) => unknown>;

export interface SimulatedOperationsOptions {
  idInstance: string;
  apiTokenInstance: string;
  settings: SimulatedSettings;
  clock: ServiceClock;
  queue: SimulatedQueue;
  sent: SimulatedSending;
}

/** Returns a function that performs an operation. It throws a Refusal where the service refuses. */
export function createSimulatedOperations(
  options: SimulatedOperationsOptions,
): (call: OperationCall & { name: string }) => unknown {
  const { sent } = options;
  const operations: Operations = {
    ...accountOperations(options),
    ...queueOperations(options.queue),
    ...messageOperations(options),
  };
  return ({ name, ...call }) => {
    if (sent.isSending(name)) return sent.send(name, call.body);
    if (Object.hasOwn(operations, name)) return operations[name]?.(call);
    if (Object.hasOwn(fixedAnswers, name)) return fixedAnswers[name];
    throw new Refusal(404, { message: `There is no operation ${name}.` });
  };
}

function accountOperations({ apiTokenInstance, settings, clock, queue }: SimulatedOperationsOptions): Operations {
  let readyAt = 0;
  return {
    getSettings: () => settings,
    setSettings({ body }) {
      const names = Object.keys(body).filter((name) => Object.hasOwn(settings, name));
      if (names.length === 0) throw new Refusal(400, { message: 'At least one setting is needed.' });
      for (const name of names) settings[name] = body[name];
      readyAt = clock.in(REBOOT_MS);
      clock.after(REBOOT_MS, () => queue.deliver());
      return { saveSettings: true };
    },
    getStateInstance: () => ({ stateInstance: Date.now() < readyAt ? 'starting' : 'authorized' }),
    reboot() {
      readyAt = clock.in(REBOOT_MS);
      return { isReboot: true };
    },
    updateApiToken: () => ({ apiTokenInstance }),
  };
}

const queueOperations = (queue: SimulatedQueue): Operations => ({
  receiveNotification({ query }) {
    const seconds = Number(query.get('receiveTimeout')) || RECEIVE_S.least;
    return queue.receive(Math.min(RECEIVE_S.most, Math.max(RECEIVE_S.least, seconds)));
  },
  deleteNotification: ({ parameters }) => queue.remove(parameters[0]),
  getWebhooksCount: () => ({ count: queue.count() }),
  clearWebhooksQueue: () => queue.clear(),
});

const messageOperations = ({ idInstance, settings, sent }: SimulatedOperationsOptions): Operations => ({
  downloadFile: ({ body }) => ({
    downloadUrl: `https://media.example.test/${idInstance}/${text(body, 'idMessage') || 'file'}.pdf`,
  }),
  forwardMessages: ({ body: { messages } }) => ({
    messages: (Array.isArray(messages) ? messages : []).map((_, index) => `BAE5F${index}`),
  }),
  getMessage: ({ body }) => sent.messages().find((message) => message['idMessage'] === body['idMessage']) ?? {},
  getChatHistory: ({ body }) => sent.messages().filter((message) => message['chatId'] === body['chatId']),
  lastOutgoingMessages: () => sent.messages(),
  lastIncomingMessages: () => [],
  getGroupData: ({ body }) => ({
    groupId: body['groupId'],
    owner: settings['wid'],
    subject: 'Group',
    creation: 1750000000,
    participants: [],
    groupInviteLink: '',
  }),
  setDisappearingChat: ({ body }) => ({
    chatId: body['chatId'],
    disappearingMessagesInChat: true,
    ephemeralExpiration: body['ephemeralExpiration'],
  }),
});
