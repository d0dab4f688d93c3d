/** Notifications other than messages, and answers to buttons, whose kinds contain the direction. */
import type { CorpusEntry } from './corpus-entry.ts';

export const whatsapp = { idInstance: 7103000042, wid: '79990000001@c.us', typeInstance: 'whatsapp' };
export const telegram = { idInstance: 4100000042, wid: '10000001', typeInstance: 'telegram' };
export const max = { idInstance: 3100000042, wid: '79990000001@c.us', typeInstance: 'v3' };
const accounts = { whatsapp, telegram, max };
const timestamp = 1751000000;
const idMessage = 'BAE5F4886F6F2D05';
const chatId = '79990000002@c.us';

const ofEach = (name: string, kind: string, bodyOf: (instanceData: object) => object): CorpusEntry[] =>
  Object.entries(accounts).map(([messenger, instanceData]) => ({
    name: `${name}, ${messenger}`,
    body: bodyOf(instanceData),
    kind,
    differences: [],
  }));
const entry = (name: string, kind: string, body: object): CorpusEntry => ({ name, body, kind, differences: [] });

const status = { typeWebhook: 'outgoingMessageStatus', timestamp, idMessage };
const statuses = ['sent', 'delivered', 'read', 'failed', 'noAccount', 'notInGroup', 'yellowCard'].flatMap((value) => [
  ...ofEach(`the status ${value}`, `outgoing_status_${value}`, (instanceData) => {
    const chat = instanceData === whatsapp ? chatId : '10000002';
    return { ...status, instanceData, chatId: chat, status: value, sendByApi: true };
  }),
  entry(`the status ${value} of an older version`, `outgoing_status_${value}`, {
    ...status,
    instanceData: whatsapp,
    status: value,
  }),
]);
const moreStatuses = [
  entry('a status with a description', 'outgoing_status_failed', {
    ...status,
    instanceData: whatsapp,
    chatId,
    status: 'failed',
    description: 'timed out',
    sendByApi: false,
  }),
  entry('a message sent from the phone', 'outgoing_status_sent_from_phone', {
    ...status,
    instanceData: whatsapp,
    chatId,
    status: 'sent',
    sendByApi: false,
  }),
  entry('a status in a group', 'outgoing_status_read', {
    ...status,
    instanceData: whatsapp,
    chatId: '120363000000000042@g.us',
    status: 'read',
    sendByApi: true,
  }),
  entry('a group with too many participants', 'swe004', {
    ...status,
    instanceData: whatsapp,
    chatId: '120363000000000042@g.us',
    status: 'failed',
    sendByApi: true,
    description: 'SWE004: the number of participants in the group has been exceeded - 300',
  }),
];

const states = ['authorized', 'blocked', 'sleepMode', 'starting', 'yellowCard', 'suspended'].flatMap((stateInstance) =>
  ofEach(`the account is ${stateInstance}`, 'state_instance_changed', (instanceData) => {
    return { typeWebhook: 'stateInstanceChanged', instanceData, timestamp, stateInstance };
  }),
);
const moreStates = [
  entry('the account is not authorized and has no number', 'state_instance_changed_not_authorized', {
    typeWebhook: 'stateInstanceChanged',
    timestamp,
    stateInstance: 'notAuthorized',
    instanceData: { ...whatsapp, wid: '' },
  }),
  entry('the account is not authorized', 'state_instance_changed_not_authorized', {
    typeWebhook: 'stateInstanceChanged',
    timestamp,
    stateInstance: 'notAuthorized',
    instanceData: telegram,
  }),
  ...['online', 'offline'].map((statusInstance) =>
    entry(`the connection is ${statusInstance}`, 'status_instance_changed_deprecated', {
      typeWebhook: 'statusInstanceChanged',
      instanceData: whatsapp,
      timestamp,
      statusInstance,
    }),
  ),
];

const call = { typeWebhook: 'incomingCall', instanceData: whatsapp, timestamp, idMessage, from: chatId };
const callKinds = {
  offer: 'offer',
  pickUp: 'picked_up',
  hangUp: 'hung_up',
  hungUp: 'hung_up',
  missed: 'missed',
  declined: 'declined',
};
const calls = Object.entries(callKinds).flatMap(([value, kind]) => [
  entry(`a call: ${value}`, `incoming_call_${kind}`, { ...call, status: value, isVideo: false }),
  entry(`a video call: ${value}`, `incoming_call_${kind}`, { ...call, status: value, isVideo: true }),
  entry(
    `a call of the older version: ${value}`,
    value === 'offer' ? 'incoming_call_old_shape' : `incoming_call_${kind}`,
    {
      ...call,
      status: value,
    },
  ),
  entry(`a call from the account: ${value}`, 'outgoing_call', {
    ...call,
    typeWebhook: 'outgoingCall',
    status: value,
    isVideo: false,
    duration: 0,
    participants: [{ id: chatId, status: value }],
  }),
]);
const moreCalls = [
  entry('a call from the account as a library has it', 'outgoing_call', {
    ...call,
    typeWebhook: 'outgoingCall',
    status: 'pickUp',
    isVideo: true,
    duration: 61,
    participants: [{ wid: chatId, status: 'pickUp' }],
  }),
  entry('a call from the account without participants', 'outgoing_call', {
    ...call,
    typeWebhook: 'outgoingCall',
    status: 'offer',
    isVideo: false,
  }),
];

const device = {
  platform: 'android',
  deviceManufacturer: 'Acme',
  deviceModel: 'A1',
  osVersion: '15',
  waVersion: '2.25',
};
const avatar = { typeWebhook: 'deviceInfo', instanceData: whatsapp, timestamp };
const quotaData = { method: 'correspondents', used: 3, total: 3, status: 'QUOTA_EXCEEDED', description: 'No more' };
const others = [
  entry('the device', 'device_info_deprecated', { ...avatar, deviceData: { ...device, battery: 0 } }),
  entry('a charged device', 'device_info_deprecated', { ...avatar, deviceData: { ...device, battery: 100 } }),
  entry('an avatar', 'avatar_info_as_device_info', {
    ...avatar,
    avatarInfo: { chatId, existsWhatsapp: true, urlAvatar: 'https://media.example.test/a.jpg' },
  }),
  entry('an avatar that is not set', 'avatar_info_as_device_info', {
    ...avatar,
    avatarInfo: { chatId, existsWhatsapp: false, urlAvatar: '', reason: 'bad request data' },
  }),
  entry('an avatar by its own name', 'avatar_info_deprecated', {
    ...avatar,
    typeWebhook: 'avatarInfo',
    avatarInfo: { chatId, urlAvatar: '' },
  }),
  entry('a block', 'incoming_block_deprecated', {
    typeWebhook: 'incomingBlock',
    instanceData: whatsapp,
    timestamp,
    chatId,
    chatState: 'blocked',
  }),
  entry('a block that is taken back', 'incoming_block_deprecated', {
    typeWebhook: 'incomingBlock',
    instanceData: whatsapp,
    timestamp,
    chatId,
    chatState: 'unblocked',
  }),
  entry('a block without its state', 'incoming_block_deprecated', {
    typeWebhook: 'incomingBlock',
    instanceData: whatsapp,
    timestamp,
    chatId,
  }),
  entry('a limit', 'quota_exceeded', { typeWebhook: 'quotaExceeded', instanceData: whatsapp, quotaData }),
  entry('a limit with its time', 'quota_exceeded', {
    typeWebhook: 'quotaExceeded',
    instanceData: max,
    timestamp,
    quotaData,
  }),
  entry('a limit with numbers as texts', 'quota_exceeded', {
    typeWebhook: 'quotaExceeded',
    instanceData: whatsapp,
    quotaData: { ...quotaData, used: '3', total: '3' },
  }),
  entry('a limit that is named a block', 'quota_exceeded_mistyped', {
    typeWebhook: 'incomingBlock',
    instanceData: whatsapp,
    quotaData,
  }),
];

export const events: readonly CorpusEntry[] = [
  ...statuses,
  ...moreStatuses,
  ...states,
  ...moreStates,
  ...calls,
  ...moreCalls,
  ...others,
];
