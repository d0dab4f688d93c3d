/** Bodies that differ from the documentation in one place each, and bodies of no documented kind. */
import type { Json } from '../../../platform/json/is-record.ts';
import type { CorpusEntry } from './corpus-entry.ts';
import { telegram, whatsapp } from './corpus-events.ts';

const chatId = '79990000002@c.us';
const head = { instanceData: whatsapp, timestamp: 1752000000, idMessage: '3EB0C767D097B7C12222' };
const senderData = { chatId, sender: chatId, senderName: 'Ada' };
const message = (typeMessage: string, content: object) => ({
  typeWebhook: 'incomingMessageReceived',
  ...head,
  senderData,
  messageData: { typeMessage, ...content },
});
const bases = {
  incoming_text: message('textMessage', { textMessageData: { textMessage: 'hi' } }),
  incoming_document: message('documentMessage', {
    fileMessageData: { downloadUrl: 'https://media.example.test/i.pdf', caption: '', mimeType: 'application/pdf' },
  }),
  incoming_location: message('locationMessage', { locationMessageData: { latitude: 1.5, longitude: 2.5 } }),
  incoming_contact: message('contactMessage', { contactMessageData: { displayName: 'Bo', vcard: '' } }),
  incoming_quoted_text: message('quotedMessage', {
    extendedTextMessageData: { text: 'ok', stanzaId: 'A1', participant: chatId },
    quotedMessage: { stanzaId: 'A1', participant: chatId, typeMessage: 'textMessage', textMessage: 'ok?' },
  }),
  incoming_reaction: message('reactionMessage', {
    extendedTextMessageData: { text: '👍' },
    quotedMessage: { stanzaId: 'A1', participant: chatId },
  }),
  incoming_poll: message('pollMessage', { pollMessageData: { name: 'When?', options: [{ optionName: 'Now' }] } }),
  incoming_poll_update: message('pollUpdateMessage', {
    pollMessageData: { stanzaId: 'A1', name: 'When?', votes: [{ optionName: 'Now', optionVoters: [chatId] }] },
  }),
  incoming_interactive_buttons: message('interactiveButtons', {
    interactiveButtons: { contentText: 'What next?', buttons: [{ type: 'copy', buttonId: '1', buttonText: 'Copy' }] },
  }),
  incoming_edited: message('editedMessage', { editedMessageData: { textMessage: 'new', stanzaId: 'A1' } }),
  incoming_deleted: message('deletedMessage', { deletedMessageData: { stanzaId: 'A1' } }),
  incoming_group_invite: message('groupInviteMessage', {
    groupInviteMessageData: { groupJid: '120363000000000042@g.us', inviteCode: 'Zz0', groupName: 'Port' },
  }),
  incoming_contacts_array: message('contactsArrayMessage', {
    messageData: { contacts: [{ displayName: 'Bo', vcard: '' }] },
  }),
  outgoing_status_read: { typeWebhook: 'outgoingMessageStatus', ...head, chatId, status: 'read', sendByApi: true },
  state_instance_changed: {
    typeWebhook: 'stateInstanceChanged',
    instanceData: whatsapp,
    timestamp: 1752000000,
    stateInstance: 'authorized',
  },
  status_instance_changed_deprecated: {
    typeWebhook: 'statusInstanceChanged',
    instanceData: whatsapp,
    timestamp: 1752000000,
    statusInstance: 'online',
  },
  device_info_deprecated: {
    typeWebhook: 'deviceInfo',
    instanceData: whatsapp,
    timestamp: 1752000000,
    deviceData: {
      platform: 'android',
      deviceManufacturer: 'Acme',
      deviceModel: 'A1',
      osVersion: '15',
      waVersion: '2',
      battery: 9,
    },
  },
  incoming_call_missed: { typeWebhook: 'incomingCall', ...head, from: chatId, status: 'missed', isVideo: false },
  outgoing_call: {
    typeWebhook: 'outgoingCall',
    ...head,
    from: chatId,
    status: 'pickUp',
    isVideo: false,
    duration: 3,
    participants: [{ id: chatId, status: 'pickUp' }],
  },
  incoming_block_deprecated: {
    typeWebhook: 'incomingBlock',
    instanceData: whatsapp,
    timestamp: 1752000000,
    chatId,
    chatState: 'blocked',
  },
  quota_exceeded: {
    typeWebhook: 'quotaExceeded',
    instanceData: whatsapp,
    quotaData: { method: 'correspondents', used: 3, total: 3, status: 'QUOTA_EXCEEDED' },
  },
};

const MISSING = Symbol('missing');
/** A base, the changed path, and the new value. */
const changes: readonly [base: keyof typeof bases, path: string, value: unknown][] = [
  ['incoming_text', 'instanceData', MISSING],
  ['incoming_text', 'instanceData', 'text'],
  ['incoming_text', 'instanceData.wid', 'nonsense'],
  ['incoming_text', 'instanceData.wid', '79990000001'],
  ['incoming_text', 'instanceData.wid', null],
  ['incoming_text', 'instanceData.wid', MISSING],
  ['incoming_text', 'instanceData.idInstance', '7103000042'],
  ['incoming_text', 'instanceData.idInstance', 71030000420],
  ['incoming_text', 'instanceData.idInstance', -1],
  ['incoming_text', 'instanceData.idInstance', 1.5],
  ['incoming_text', 'instanceData.idInstance', MISSING],
  ['incoming_text', 'instanceData.typeInstance', 'pigeon'],
  ['incoming_text', 'instanceData.typeInstance', MISSING],
  ['incoming_text', 'instanceData.planet', 'Mars'],
  ['incoming_text', 'timestamp', '1752000000'],
  ['incoming_text', 'timestamp', 1752000000000],
  ['incoming_text', 'timestamp', 1752000000.5],
  ['incoming_text', 'timestamp', 0],
  ['incoming_text', 'timestamp', MISSING],
  ['incoming_text', 'idMessage', ''],
  ['incoming_text', 'idMessage', 'two words'],
  ['incoming_text', 'idMessage', 17],
  ['incoming_text', 'idMessage', MISSING],
  ['incoming_text', 'senderData', MISSING],
  ['incoming_text', 'senderData', []],
  ['incoming_text', 'senderData.chatId', MISSING],
  ['incoming_text', 'senderData.chatId', '79990000002'],
  ['incoming_text', 'senderData.chatId', 'Ada@c.us'],
  ['incoming_text', 'senderData.chatId', '79990000002@x.us'],
  ['incoming_text', 'senderData.chatId', ''],
  ['incoming_text', 'senderData.sender', '+79990000002@c.us'],
  ['incoming_text', 'senderData.sender', MISSING],
  ['incoming_text', 'senderData.senderName', 5],
  ['incoming_text', 'senderData.chatType', 'crowd'],
  ['incoming_text', 'senderData.senderPhoneNumber', 'unknown'],
  ['incoming_text', 'senderData.shoeSize', 42],
  ['incoming_text', 'messageData.textMessageData', MISSING],
  ['incoming_text', 'messageData.textMessageData', 'hi'],
  ['incoming_text', 'messageData.textMessageData.textMessage', MISSING],
  ['incoming_text', 'messageData.textMessageData.textMessage', 5],
  ['incoming_text', 'messageData.textMessageData.textMessage', null],
  ['incoming_text', 'messageData.textMessageData.isForwarded', 'no'],
  ['incoming_text', 'messageData.textMessageData.forwardingScore', -1],
  ['incoming_text', 'messageData.locationMessageData', {}],
  ['incoming_text', 'surprise', true],
  ['incoming_document', 'messageData.fileMessageData', MISSING],
  ['incoming_document', 'messageData.fileMessageData.downloadUrl', MISSING],
  ['incoming_document', 'messageData.fileMessageData.downloadUrl', 'file:///etc/passwd'],
  ['incoming_document', 'messageData.fileMessageData.downloadUrl', '{{address}}'],
  ['incoming_document', 'messageData.fileMessageData.downloadUrl', 5],
  ['incoming_document', 'messageData.fileMessageData.mimeType', 'a picture'],
  ['incoming_document', 'messageData.fileMessageData.jpegThumbnail', '<svg>'],
  ['incoming_document', 'messageData.fileMessageData.isAnimated', 1],
  ['incoming_document', 'messageData.fileMessageData.size', 5],
  ['incoming_document', 'messageData.quotedMessage', { stanzaId: 'A1' }],
  ['incoming_location', 'messageData.locationMessageData.latitude', MISSING],
  ['incoming_location', 'messageData.locationMessageData.latitude', 90.5],
  ['incoming_location', 'messageData.locationMessageData.latitude', '1.5'],
  ['incoming_location', 'messageData.locationMessageData.longitude', -181],
  ['incoming_contact', 'messageData.contactMessageData.vcard', MISSING],
  ['incoming_contact', 'messageData.contactMessageData.displayName', null],
  ['incoming_quoted_text', 'messageData.extendedTextMessageData.text', MISSING],
  ['incoming_quoted_text', 'messageData.extendedTextMessageData.participant', 'me'],
  ['incoming_quoted_text', 'messageData.quotedMessage.participant', 'nobody'],
  ['incoming_quoted_text', 'messageData.quotedMessage.stanzaId', MISSING],
  ['incoming_reaction', 'messageData.quotedMessage', MISSING],
  ['incoming_poll', 'messageData.pollMessageData.options', 'Now'],
  ['incoming_poll', 'messageData.pollMessageData.options', ['Now']],
  ['incoming_poll', 'messageData.pollMessageData.multipleAnswers', 'yes'],
  ['incoming_poll_update', 'messageData.pollMessageData.votes', [{ optionName: 'Now', optionVoters: ['somebody'] }]],
  ['incoming_poll_update', 'messageData.pollMessageData.stanzaId', MISSING],
  [
    'incoming_interactive_buttons',
    'messageData.interactiveButtons.buttons',
    [{ type: 'jump', buttonId: '1', buttonText: 'Jump' }],
  ],
  ['incoming_interactive_buttons', 'messageData.interactiveButtons.buttons', [{ type: 'copy', buttonText: 'Copy' }]],
  ['incoming_edited', 'messageData.editedMessageData.stanzaId', MISSING],
  ['incoming_edited', 'messageData.editedMessageData.textMessage', MISSING],
  ['incoming_deleted', 'messageData.deletedMessageData.stanzaId', ''],
  ['incoming_group_invite', 'messageData.groupInviteMessageData.groupJid', 'Port'],
  ['incoming_group_invite', 'messageData.groupInviteMessageData.inviteExpiration', { low: 1, high: 0 }],
  ['incoming_contacts_array', 'messageData.messageData.contacts', [{ displayName: 'Bo' }]],
  ['outgoing_status_read', 'chatId', 'nobody'],
  ['outgoing_status_read', 'sendByApi', 'true'],
  ['outgoing_status_read', 'idMessage', MISSING],
  ['outgoing_status_read', 'timestamp', MISSING],
  ['state_instance_changed', 'stateInstance', MISSING],
  ['state_instance_changed', 'stateInstance', 'asleep'],
  ['state_instance_changed', 'instanceData.wid', 'nobody@c.us'],
  ['status_instance_changed_deprecated', 'statusInstance', 'perhaps'],
  ['device_info_deprecated', 'deviceData.battery', 101],
  ['device_info_deprecated', 'deviceData.battery', MISSING],
  ['incoming_call_missed', 'from', MISSING],
  ['incoming_call_missed', 'isVideo', 'no'],
  ['outgoing_call', 'duration', -3],
  ['outgoing_call', 'participants', [{ id: chatId, status: 'asleep' }]],
  ['incoming_block_deprecated', 'chatState', 'muted'],
  ['quota_exceeded', 'quotaData.used', 'many'],
  ['quota_exceeded', 'quotaData.method', MISSING],
];

/** Where the value is a list, the difference is in its first item. */
const whereItDiffers: Record<string, string> = {
  'messageData.quotedMessage {"stanzaId":"A1"}': 'messageData.quotedMessage.participant',
  'messageData.pollMessageData.options ["Now"]': 'messageData.pollMessageData.options[0]',
  'messageData.pollMessageData.votes [{"optionName":"Now","optionVoters":["somebody"]}]':
    'messageData.pollMessageData.votes[0].optionVoters[0]',
  'messageData.interactiveButtons.buttons [{"type":"jump","buttonId":"1","buttonText":"Jump"}]':
    'messageData.interactiveButtons.buttons[0].type',
  'messageData.interactiveButtons.buttons [{"type":"copy","buttonText":"Copy"}]':
    'messageData.interactiveButtons.buttons[0].buttonId',
  'messageData.groupInviteMessageData.inviteExpiration {"low":1,"high":0}':
    'messageData.groupInviteMessageData.inviteExpiration.unsigned',
  'messageData.messageData.contacts [{"displayName":"Bo"}]': 'messageData.messageData.contacts[0].vcard',
  'participants [{"id":"79990000002@c.us","status":"asleep"}]': 'participants[0].status',
};

function changed(base: object, path: string, value: unknown): Json {
  const body = structuredClone(base) as Json;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => at[name] as Json, body);
  if (value === MISSING) delete parent[last];
  else parent[last] = value;
  return body;
}

const differing = changes.map(([base, path, value]): CorpusEntry => {
  const shown = value === MISSING ? 'missing' : JSON.stringify(value);
  const where = whereItDiffers[`${path} ${shown}`] ?? path;
  return {
    name: `${base} with ${path}: ${shown}`,
    body: changed(bases[base], path, value),
    kind: base,
    differences: [`$.${where}`],
  };
});

const telegramText = { ...bases.incoming_text, instanceData: telegram };
const unknown = (name: string, body: unknown): CorpusEntry => ({ name, body, kind: null, differences: [] });
export const wrongBodies: readonly CorpusEntry[] = [
  ...differing,
  {
    name: 'a chat of Telegram that is a name',
    kind: 'incoming_text',
    differences: ['$.senderData.chatId'],
    body: { ...telegramText, senderData: { chatId: 'ada', sender: '10000002' } },
  },
  unknown('a type of message that nobody documents', message('hologramMessage', {})),
  unknown('a type of notification that nobody documents', { ...bases.incoming_text, typeWebhook: 'incomingSmell' }),
  unknown('a status that nobody documents', { ...bases.outgoing_status_read, status: 'framed' }),
  unknown('a state of a call that nobody documents', { ...bases.incoming_call_missed, status: 'sung' }),
  unknown('a message without a type', { ...bases.incoming_text, messageData: {} }),
  unknown('a type in the wrong case', { ...bases.incoming_text, typeWebhook: 'IncomingMessageReceived' }),
];
