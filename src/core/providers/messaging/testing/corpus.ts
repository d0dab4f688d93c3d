/**
 * Notifications of the messaging service, with the expected kind and differences. Written from the facts of its public
 * documentation, of several versions and messengers; names and values are our own.
 */
import type { CorpusEntry } from './corpus-entry.ts';
import { events, max, telegram, whatsapp } from './corpus-events.ts';
import { messageContents } from './corpus-messages.ts';
import { wrongBodies } from './corpus-wrong.ts';
import type { MessageContent } from './message-content.ts';

const [ada, group] = ['79990000002@c.us', '120363000000000042@g.us'];
const names = { chatName: 'Ada', senderName: 'Ada', senderContactName: 'Ada (QA)' };
/** Sender, chat and messenger. */
const senders = [
  { name: 'from a person', instanceData: whatsapp, senderData: { chatId: ada, sender: ada, ...names } },
  { name: 'in a group', instanceData: whatsapp, senderData: { chatId: group, sender: ada, ...names } },
  { name: 'of an older version', instanceData: whatsapp, senderData: { chatId: ada, sender: ada, senderName: 'Ada' } },
  {
    name: 'in a group of the older form',
    instanceData: whatsapp,
    senderData: { chatId: '79990000001-1586700690@g.us', sender: ada, senderName: 'Ada' },
  },
  {
    name: 'from a person without a number',
    instanceData: whatsapp,
    senderData: { chatId: '123456789012345@lid', sender: '123456789012345@lid', ...names },
  },
  {
    name: 'in a channel',
    instanceData: whatsapp,
    senderData: { chatId: '120363000000000017@newsletter', sender: '120363000000000017@newsletter', ...names },
  },
  {
    name: 'as a status',
    instanceData: whatsapp,
    senderData: { chatId: 'status@broadcast', sender: ada, senderName: 'Ada' },
  },
  {
    name: 'from a person of Telegram',
    instanceData: telegram,
    senderData: {
      chatId: '10000002',
      chatType: 'user',
      sender: '10000002',
      ...names,
      senderType: 'user',
      senderPhoneNumber: 79990000002,
    },
  },
  {
    name: 'in a supergroup of Telegram',
    instanceData: telegram,
    senderData: { chatId: '-1000000000042', chatType: 'supergroup', sender: '10000002', senderName: 'Ada' },
  },
  {
    name: 'from a bot of Telegram',
    instanceData: telegram,
    senderData: { chatId: '10000003', chatType: 'bot', sender: '10000003', senderType: 'bot', chatName: 'Bot' },
  },
  {
    name: 'from a person of MAX',
    instanceData: max,
    senderData: { chatId: '10000002', sender: '10000002', ...names, senderPhoneNumber: 79990000002 },
  },
  {
    name: 'in a group of MAX',
    instanceData: max,
    senderData: { chatId: '-10000000000042', sender: '10000002', senderName: 'Ada', chatType: 'group' },
  },
];

const idOf = (instanceData: object, index: number) =>
  instanceData === whatsapp ? `3EB0C767D097B7C1${String(index).padStart(4, '0')}` : `17520000${index}`;
const incomingKind = ({ kind, messageData }: MessageContent, chatId: string): string => {
  if (kind === 'text' && chatId.endsWith('@g.us')) return 'incoming_text_group';
  if (kind === 'image' && 'quotedMessage' in messageData) return 'incoming_image_quoting';
  return `incoming_${kind}`;
};

/** Each content in two chats; senders are rotated, so that each sends many contents. */
const incoming = messageContents.flatMap((content, index): CorpusEntry[] =>
  [0, 5].map((step) => {
    const sender = senders[(index + step) % senders.length] as (typeof senders)[number];
    const { instanceData, senderData } = sender;
    return {
      name: `${content.name}, ${sender.name}`,
      body: {
        typeWebhook: 'incomingMessageReceived',
        instanceData,
        timestamp: 1752000000 + index,
        idMessage: idOf(instanceData, index),
        senderData,
        messageData: content.messageData,
      },
      kind: incomingKind(content, senderData.chatId),
      differences: [],
    };
  }),
);
/** Each content once, alternately from the phone and by the API. */
const outgoing = messageContents.map((content, index): CorpusEntry => {
  const isByApi = index % 2 === 0;
  const { instanceData, senderData } = senders[(index * 7) % senders.length] as (typeof senders)[number];
  return {
    name: `${content.name}, sent ${isByApi ? 'by the API' : 'from the phone'}`,
    body: {
      typeWebhook: isByApi ? 'outgoingAPIMessageReceived' : 'outgoingMessageReceived',
      instanceData,
      timestamp: 1752100000 + index,
      idMessage: idOf(instanceData, index),
      senderData: { ...senderData, sender: instanceData.wid },
      messageData: content.messageData,
    },
    kind: `outgoing_${isByApi ? 'api' : 'phone'}_${content.kind}`,
    differences: [],
  };
});

const incomingFrom = (messageData: object) => ({
  typeWebhook: 'incomingMessageReceived',
  instanceData: whatsapp,
  timestamp: 1752200000,
  idMessage: '3EB0C767D097B7C13333',
  senderData: { chatId: ada, sender: ada, ...names },
  messageData,
});
const choice = { stanzaId: 'BAE5F4886F6F2D05', selectedIndex: 1, selectedId: '2', selectedDisplayText: 'No' };
const choices = [
  ['templateButtonsReplyMessage', 'templateButtonReplyMessage', 'incoming_reply_button_selection'],
  ['templateButtonReplyMessage', 'templateButtonReplyMessage', 'incoming_template_button_selection'],
  ['interactiveButtonsResponse', 'interactiveButtonsResponse', 'incoming_interactive_button_selection'],
].flatMap(([typeMessage = '', field = '', kind = '']) =>
  [1, '1'].map((selectedIndex): CorpusEntry => ({
    name: `${typeMessage}, the index a ${typeof selectedIndex}`,
    body: incomingFrom({ typeMessage, [field]: { ...choice, selectedIndex } }),
    kind,
    differences: [],
  })),
);
const markers = [
  ...['image', 'video', 'audio', 'document', 'sticker'].map((file): CorpusEntry => ({
    name: `SWE002 in place of the address: ${file}`,
    body: incomingFrom({
      typeMessage: `${file}Message`,
      fileMessageData: { downloadUrl: '{{SWE002}}', caption: '', fileName: 'large.bin', mimeType: '' },
    }),
    kind: 'swe002',
    differences: [],
  })),
  ...['SWE001', 'SWE003'].flatMap((code): CorpusEntry[] => [
    {
      name: `${code} in place of the text`,
      body: incomingFrom({ typeMessage: 'textMessage', textMessageData: { textMessage: `{{${code}}}` } }),
      kind: code.toLowerCase(),
      differences: [],
    },
    {
      name: `${code} in place of the text of a link`,
      body: incomingFrom({ typeMessage: 'extendedTextMessage', extendedTextMessageData: { text: `{{${code}}}` } }),
      kind: code.toLowerCase(),
      differences: [],
    },
  ]),
];
const advertisement: CorpusEntry = {
  name: 'an answer to an advertisement',
  body: incomingFrom({
    typeMessage: 'extendedTextMessage',
    extendedTextMessageData: {
      text: 'Hello',
      title: 'Shop',
      mediaType: 'IMAGE',
      showAdAttribution: true,
      sourceType: 'ad',
      sourceId: '120',
      sourceUrl: 'https://example.test/ad',
      thumbnailUrl: 'https://example.test/ad.jpg',
    },
  }),
  kind: 'incoming_extended_text_ad',
  differences: [],
};
const quotingImage: CorpusEntry = {
  name: 'an image that quotes',
  body: incomingFrom({
    typeMessage: 'imageMessage',
    fileMessageData: { downloadUrl: 'https://media.example.test/a.jpg', caption: '' },
    quotedMessage: { stanzaId: 'A1', participant: ada },
  }),
  kind: 'incoming_image_quoting',
  differences: [],
};
/** A notification in a queue envelope is recognised equally, and the paths of differences begin in its body. */
const enveloped = (entry: CorpusEntry): CorpusEntry => ({
  name: `${entry.name}, in the envelope of the queue`,
  body: { receiptId: 1234567, body: entry.body },
  kind: 'queue_envelope_receive_notification',
  differences: entry.differences.map((path) => path.replace('$', '$.body')),
});
const inEnvelopes = [...incoming.slice(0, 4), ...wrongBodies.slice(0, 2)].map(enveloped);

export const corpus: readonly CorpusEntry[] = [
  ...incoming,
  ...outgoing,
  ...choices,
  ...markers,
  advertisement,
  quotingImage,
  ...events,
  ...inEnvelopes,
  ...wrongBodies,
];
