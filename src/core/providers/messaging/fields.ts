/** Every field of a notification with its type, its value and its meaning. */
import { isRecord, type Body } from './body.ts';

export interface Field {
  /** Dotted, with `[n]` for items of arrays. */
  path: string;
  type: string;
  value: string | number | boolean | null;
  /** Empty where the service does not say. */
  meaning: string;
}

const MAX_FIELDS = 2000;
const MAX_DEPTH = 100;
/** Characters of a name; the path of a deep field repeats those above it. */
const MAX_NAME = 200;

/** By the last name of the path, or by the last two where one name means several things. */
const meanings: Record<string, string> = {
  typeWebhook: 'Kind of notification',
  idInstance: 'Number of the account instance',
  wid: 'Identifier of the account',
  typeInstance: 'Messenger platform',
  timestamp: 'Time of the event, in seconds since 1970',
  idMessage: 'Identifier of the message',
  chatId: 'Identifier of the chat',
  chatName: 'Name of the chat',
  sender: 'Identifier of the sender',
  senderName: 'Name that the sender has chosen',
  senderContactName: 'Name of the sender in the contacts',
  typeMessage: 'Kind of message',
  downloadUrl: 'Address of the file',
  caption: 'Words that go with the file',
  fileName: 'Name of the file',
  jpegThumbnail: 'Small picture, as base64',
  mimeType: 'Media type of the file',
  forwardingScore: 'How often the message was forwarded',
  isForwarded: 'Whether the message was forwarded',
  textMessage: 'The text',
  text: 'The text',
  title: 'Title',
  description: 'Description',
  previewType: 'How the link is shown',
  stanzaId: 'Identifier of the message that this one is about',
  participant: 'Who wrote the message that this one is about',
  nameLocation: 'Name of the place',
  address: 'Address of the place',
  latitude: 'Latitude in degrees',
  longitude: 'Longitude in degrees',
  displayName: 'Name of the contact',
  vcard: 'The contact as a vCard',
  titleText: 'Head of the message',
  contentText: 'Body of the message',
  footerText: 'Foot of the message',
  footer: 'Foot of the message',
  buttonId: 'Identifier of the button',
  buttonText: 'Words on the button',
  copyCode: 'Text that the button copies',
  phoneNumber: 'Number that the button calls',
  selectedIndex: 'Number of the chosen button',
  selectedId: 'Identifier of the chosen button',
  selectedDisplayText: 'Words on the chosen button',
  selectedButtonId: 'Identifier of the chosen button',
  selectedButtonText: 'Words on the chosen button',
  isAnimated: 'Whether the sticker moves',
  'pollMessageData.name': 'Question of the poll',
  optionName: 'A possible answer',
  optionVoters: 'Who has given this answer',
  multipleAnswers: 'Whether several answers may be given',
  groupJid: 'Identifier of the group',
  inviteCode: 'Code of the invitation',
  groupName: 'Name of the group',
  status: 'State',
  sendByApi: 'Whether the message was sent by the API',
  stateInstance: 'State of the account',
  statusInstance: 'Connection of the account',
  from: 'Who calls',
  isVideo: 'Whether it is a video call',
  duration: 'Length of the call in seconds',
  chatState: 'What was done to the chat',
  'quotaData.method': 'Operation that is limited',
  used: 'How many were used',
  total: 'How many the tariff has',
  receiptId: 'Number by which the queue deletes the notification',
  productId: 'Identifier of the product',
  currencyCode: 'Currency',
  price: 'Price',
  url: 'Address',
  productImageCount: 'Number of pictures',
  orderId: 'Identifier of the order',
  token: 'Token of the order',
  totalPrice: 'Sum of the order',
  sellerJid: 'Identifier of the seller',
  thumbnailUrl: 'Address of the small picture',
  sourceUrl: 'Address of the advertisement',
  sourceId: 'Identifier of the advertisement',
  sourceType: 'Kind of advertisement',
  mediaType: 'Kind of media in the advertisement',
  showAdAttribution: 'Whether it is shown as an advertisement',
  containsAutoReply: 'Whether an automatic answer is set',
  platform: 'System of the phone',
  deviceManufacturer: 'Maker of the phone',
  deviceModel: 'Model of the phone',
  osVersion: 'Version of the system',
  waVersion: 'Version of the messenger',
  battery: 'Charge of the battery in percent',
  existsWhatsapp: 'Whether there is such an account',
  urlAvatar: 'Address of the picture',
  reason: 'Reason',
};

function meaningOf(path: string): string {
  const names = path.replace(/\[\d+\]/g, '').split('.');
  const last = names.at(-1) ?? '';
  const two = names.slice(-2).join('.');
  for (const name of [two, last]) if (Object.hasOwn(meanings, name)) return meanings[name] ?? '';
  return '';
}

export function fieldsOf(body: Body): Field[] {
  const fields: Field[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (fields.length >= MAX_FIELDS) return;
    if (depth < MAX_DEPTH && Array.isArray(value) && value.length > 0) {
      for (const [index, item] of value.entries()) {
        if (fields.length >= MAX_FIELDS) return;
        visit(item, `${path}[${index}]`, depth + 1);
      }
      return;
    }
    if (depth < MAX_DEPTH && isRecord(value) && Object.keys(value).length > 0) {
      for (const [name, item] of Object.entries(value)) {
        if (fields.length >= MAX_FIELDS) return;
        const key = name.slice(0, MAX_NAME);
        visit(item, path ? `${path}.${key}` : key, depth + 1);
      }
      return;
    }
    const isContainer = typeof value === 'object' && value !== null;
    const type = Array.isArray(value) ? 'array' : isContainer ? 'object' : value === null ? 'null' : typeLabel(value);
    const plain = isContainer ? (Array.isArray(value) ? '[]' : '{}') : (value as Field['value']);
    fields.push({ path, type, value: plain, meaning: meaningOf(path) });
  };
  if (isRecord(body) || Array.isArray(body)) visit(body, '', 0);
  return fields;
}

const typeLabel = (value: unknown): string => (Number.isInteger(value) ? 'integer' : typeof value);
