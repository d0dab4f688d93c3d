/** The schemas of notifications, by `typeWebhook`, and for messages also by `typeMessage`. */
import { text, type Body } from '../../body.ts';
import type { Messenger } from './formats.ts';
import { messages } from './messages.ts';
import { compare, compileSchema, type CompiledSchema, type Difference, type Schema } from './schema.ts';

const instanceData: Schema = { idInstance: 'idInstance', wid: 'accountId', typeInstance: 'messenger' };
const common = { typeWebhook: 'string', instanceData, timestamp: 'unixTime' };
/** The names were added in later versions of the service; the fields from `chatType` on are for Telegram and MAX. */
const senderData: Schema = {
  chatId: 'chatId',
  sender: 'chatId',
  'chatName?': 'string',
  'senderName?': 'string',
  'senderContactName?': 'string',
  'chatType?': 'chatKind',
  'senderType?': 'chatKind',
  'senderPhoneNumber?': 'count|digits',
  'senderUsername?': 'string',
  'chatUsername?': 'string',
};
const message = { ...common, idMessage: 'messageId', senderData };
/** Older versions contain neither the author nor the sender. */
const outgoingMessage = { ...common, idMessage: 'messageId', 'senderData?': senderData, 'sendByApi?': 'boolean' };
const call = { ...common, idMessage: 'messageId', from: 'chatId', status: 'callStatus', 'isVideo?': 'boolean' };

const messageKinds: Record<string, { readonly [field: string]: Schema }> = {
  incomingMessageReceived: message,
  outgoingMessageReceived: outgoingMessage,
  outgoingAPIMessageReceived: outgoingMessage,
};
const otherKinds: Record<string, Schema> = {
  outgoingMessageStatus: {
    ...common,
    idMessage: 'messageId',
    status: 'messageStatus',
    'chatId?': 'chatId',
    'description?': 'string',
    'sendByApi?': 'boolean',
  },
  stateInstanceChanged: { ...common, stateInstance: 'accountState' },
  statusInstanceChanged: { ...common, statusInstance: 'connection' },
  deviceInfo: {
    ...common,
    deviceData: {
      platform: 'string',
      deviceManufacturer: 'string',
      deviceModel: 'string',
      osVersion: 'string',
      waVersion: 'string',
      battery: 'percent',
    },
  },
  avatarInfo: {
    ...common,
    avatarInfo: { chatId: 'chatId', 'existsWhatsapp?': 'boolean', urlAvatar: 'webAddress', 'reason?': 'string' },
  },
  incomingCall: call,
  outgoingCall: {
    ...call,
    'duration?': 'count',
    // The documentation uses `id`, and a library of the service `wid`.
    'participants?': [{ 'id?': 'chatId', 'wid?': 'chatId', status: 'callStatus' }],
  },
  incomingBlock: { ...common, chatId: 'chatId', 'chatState?': 'blockState' },
  quotaExceeded: {
    typeWebhook: 'string',
    instanceData,
    'timestamp?': 'unixTime',
    'stateInstance?': 'accountState',
    quotaData: {
      method: 'string',
      used: 'count|digits',
      total: 'count|digits',
      status: 'string',
      'description?': 'string',
    },
  },
};

const compiled = new Map<string, CompiledSchema>();

/** Lazy: compiling all schemas takes a tenth of the time in which the thread of the store starts. */
function schemaOf(typeWebhook: string, typeMessage: string): CompiledSchema | undefined {
  const isMessage = Object.hasOwn(messageKinds, typeWebhook) && Object.hasOwn(messages, typeMessage);
  if (!isMessage && !Object.hasOwn(otherKinds, typeWebhook)) return undefined;
  const name = isMessage ? `${typeWebhook} ${typeMessage}` : typeWebhook;
  const known = compiled.get(name);
  if (known) return known;
  const schema = isMessage
    ? { ...messageKinds[typeWebhook], messageData: messages[typeMessage] ?? {} }
    : (otherKinds[typeWebhook] ?? {});
  const added = compileSchema(schema);
  compiled.set(name, added);
  return added;
}

/** @param name the `typeWebhook` whose schema applies; default: the body's own */
export function differencesOf(body: Body, name = text(body, 'typeWebhook')): Difference[] {
  const schema = schemaOf(name, text(body, 'messageData.typeMessage'));
  const messenger: Messenger = text(body, 'instanceData.typeInstance') === 'whatsapp' ? 'whatsapp' : 'other';
  return schema ? compare(body, schema, messenger) : [];
}
