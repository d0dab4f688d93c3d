/** Sends the messages of the simulated account, and makes the notifications that follow each of them. */
import type { Json } from '../../../platform/json/is-record.ts';
import { text } from '../body.ts';
import { exampleFor } from '../recognition/recognize.ts';
import type { ServiceClock } from './service-clock.ts';
import { sentMessageData } from './simulated-message.ts';
import type { SimulatedQueue } from './simulated-queue.ts';
import { Refusal } from './simulator-refusal.ts';
import answers from './simulator-answers.json' with { type: 'json' };

/** The number of sent messages in the responses of history operations; the oldest are dropped. */
const MAX_SENT = 10_000;
const STATUS_STEP_MS = 3_000;
/** The operations that send a message, with the kinds of their notifications. */
const kinds: Record<string, string> = answers.sending;

/** The settings of the account, by their names in the service. */
export type SimulatedSettings = Json;

export interface SimulatedSending {
  isSending(operation: string): boolean;
  /** @throws Refusal when the quota is used up */
  send(operation: string, body: Json): { idMessage: string };
  /** Ordered from the oldest. */
  messages(): readonly Json[];
}

export interface SimulatedSendingOptions extends Pick<ServiceClock, 'after'>, Pick<SimulatedQueue, 'notify'> {
  idInstance: string;
  /** The number of messages that may be sent; undefined: no limit. */
  quota: number | undefined;
  settings: SimulatedSettings;
}

export function createSimulatedSending(options: SimulatedSendingOptions): SimulatedSending {
  const { idInstance, quota, settings, after, notify } = options;
  const sent: Json[] = [];
  let [lastMessage, quotaUsed] = [0, 0];
  const isOn = (name: string) => settings[name] === 'yes';

  function useQuota(operation: string): void {
    if (quota !== undefined && quotaUsed >= quota) {
      const invokeStatus = { method: operation, used: quotaUsed, total: quota, status: 'QUOTE_EXCEEDED' };
      throw new Refusal(466, { invokeStatus: { ...invokeStatus, description: 'The limit of the tariff is used up' } });
    }
    quotaUsed += 1;
  }
  function notifyStatuses(about: Json, chatId: string): void {
    const notifyLater = (ms: number, status: string, description?: string) =>
      after(ms, () => notify(statusNotification({ ...about, chatId, status }, description)));
    // Phone numbers that end in 0004 simulate failures.
    if (/0004@/.test(chatId)) {
      const problem = 'SWE004: the number of participants in the group has been exceeded - 300';
      notifyLater(STATUS_STEP_MS, 'failed', problem);
    } else if (isOn('outgoingWebhook')) {
      const statuses = ['sent', 'delivered', 'read'];
      for (const [index, status] of statuses.entries()) notifyLater(STATUS_STEP_MS * (index + 1), status);
    }
  }

  return {
    isSending: (operation) => Object.hasOwn(kinds, operation),
    send(operation, body) {
      useQuota(operation);
      const idMessage = `BAE5${String(++lastMessage).padStart(12, '0')}`;
      const chatId = text(body, 'chatId') || 'status@broadcast';
      const instanceData = { idInstance: Number(idInstance), wid: settings['wid'], typeInstance: 'whatsapp' };
      const about = { timestamp: secondsNow(), idMessage, instanceData };
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
        const example = exampleFor(kinds[operation] ?? '') as Json;
        const messageData = sentMessageData(example['messageData'] as Json, body);
        const senderData = { chatId, sender: settings['wid'], senderName: 'Account of the simulator' };
        notify({ ...example, ...about, senderData, messageData });
      }
      notifyStatuses(about, chatId);
      return { idMessage };
    },
    messages: () => sent,
  };
}

function statusNotification(fields: Json, description: string | undefined): Json {
  const example = exampleFor('outgoing_status_sent') as Json;
  return { ...example, ...fields, timestamp: secondsNow(), ...(description ? { description } : {}) };
}

const secondsNow = () => Math.floor(Date.now() / 1000);
