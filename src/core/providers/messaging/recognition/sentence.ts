/** Describes the content of a notification in one sentence. */
import { at, text, type Body } from '../body.ts';
import { shorten } from '../../../../contract/visible-text.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import type { CodeInfo } from './codes.ts';

const contentNouns: Record<string, string> = {
  textMessage: 'A text',
  extendedTextMessage: 'A text with a link',
  quotedMessage: 'A reply to a message',
  imageMessage: 'An image',
  videoMessage: 'A video',
  audioMessage: 'An audio file',
  documentMessage: 'A document',
  locationMessage: 'A location',
  contactMessage: 'A contact',
  contactsArrayMessage: 'Several contacts',
  interactiveButtons: 'A message with buttons',
  interactiveButtonsReply: 'A message with reply buttons',
  interactiveButtonsResponse: 'The choice of a button',
  templateButtonsReplyMessage: 'The choice of a button',
  templateButtonReplyMessage: 'The choice of a button',
  buttonsMessage: 'A message with buttons',
  buttonsResponseMessage: 'The choice of a button',
  listMessage: 'A list to choose from',
  listResponseMessage: 'A choice from a list',
  templateMessage: 'A message from a template',
  stickerMessage: 'A sticker',
  reactionMessage: 'A reaction',
  pollMessage: 'A poll',
  pollUpdateMessage: 'A vote in a poll',
  groupInviteMessage: 'An invitation to a group',
  editedMessage: 'A change of a message',
  deletedMessage: 'The deletion of a message',
  productMessage: 'A product of a catalog',
  orderMessage: 'An order',
};
/** Characters of the content in a sentence. */
const MAX_CONTENT = 120;

export function sentenceOf(body: Body, code: CodeInfo | undefined): string {
  const type = text(body, 'typeWebhook');
  switch (type) {
    case 'incomingMessageReceived': {
      const who =
        text(body, 'senderData.senderContactName') ||
        text(body, 'senderData.senderName') ||
        text(body, 'senderData.sender');
      const group = isGroup(body) ? ` in the group ${text(body, 'senderData.chatName')}` : '';
      const end = code ? codeText(code) : `${content(body)}.`;
      return `${contentNoun(body)} from ${who || 'somebody'}${group} arrived${end}`;
    }
    case 'outgoingMessageReceived':
      return `${contentNoun(body)} was sent from the phone to ${text(body, 'senderData.chatId') || 'a chat'}${content(body)}.`;
    case 'outgoingAPIMessageReceived':
      return `${contentNoun(body)} was sent by the API to ${text(body, 'senderData.chatId') || 'a chat'}${content(body)}.`;
    case 'outgoingMessageStatus':
      return statusSentence(body, code);
    case 'stateInstanceChanged':
      return `The account is now ${text(body, 'stateInstance') || 'in an unknown state'}.`;
    case 'statusInstanceChanged':
      return `The connection of the account is now ${text(body, 'statusInstance')}.`;
    case 'deviceInfo':
      if (isRecord(at(body, 'avatarInfo'))) return avatarSentence(body);
      return `The phone of the account is a ${[text(body, 'deviceData.deviceManufacturer'), text(body, 'deviceData.deviceModel')].join(' ').trim()}.`;
    case 'avatarInfo':
      return avatarSentence(body);
    case 'incomingCall':
      return `A ${at(body, 'isVideo') === true ? 'video ' : ''}call from ${text(body, 'from')}: ${callStatus(body)}.`;
    case 'outgoingCall':
      return `A ${at(body, 'isVideo') === true ? 'video ' : ''}call from the account: ${callStatus(body)}.`;
    case 'incomingBlock':
    case 'quotaExceeded':
      if (isRecord(at(body, 'quotaData'))) {
        return `The limit of the tariff for ${text(body, 'quotaData.method')} is used up: ${String(at(body, 'quotaData.used'))} of ${String(at(body, 'quotaData.total'))}.`;
      }
      return `${text(body, 'chatId')} has ${text(body, 'chatState') || 'changed'} the account.`;
    default:
      return type
        ? `A notification of a kind that is not documented: ${type}.`
        : 'Something that is not a notification of the service.';
  }
}

const codeText = ({ code, meaning }: CodeInfo): string => `: ${code}. ${meaning}`;

/** WhatsApp marks groups by a suffix, Telegram and MAX by a negative number. */
const isGroup = (body: Body): boolean => /@g\.us$|^-/.test(text(body, 'senderData.chatId'));
const avatarSentence = (body: Body): string => `The picture of ${text(body, 'avatarInfo.chatId')} was asked for.`;

function contentNoun(body: Body): string {
  const type = text(body, 'messageData.typeMessage');
  return Object.hasOwn(contentNouns, type)
    ? (contentNouns[type] ?? '')
    : type
      ? `A message of the kind ${type}`
      : 'A message';
}

/** Paths of the most informative part of the content, in order of preference. */
const informativePaths = [
  'textMessageData.textMessage',
  'extendedTextMessageData.text',
  'editedMessageData.textMessage',
  'pollMessageData.name',
  'fileMessageData.fileName',
  'fileMessageData.caption',
  'locationMessageData.nameLocation',
  'contactMessageData.displayName',
  'templateButtonReplyMessage.selectedDisplayText',
  'interactiveButtonsResponse.selectedDisplayText',
  'buttonsResponseMessage.selectedButtonText',
  'listResponseMessage.title',
  'interactiveButtons.contentText',
  'groupInviteMessageData.groupName',
  'productMessage.title',
  'orderMessage.orderId',
].map((path) => `messageData.${path}`);

/** The most informative part of the content, after a colon. */
function content(body: Body): string {
  for (const path of informativePaths) {
    const value = text(body, path);
    if (value !== '') return `: ${shorten(value, MAX_CONTENT)}`;
  }
  return '';
}

function statusSentence(body: Body, code: CodeInfo | undefined): string {
  const to = text(body, 'chatId') || 'a chat';
  const description = text(body, 'description');
  switch (text(body, 'status')) {
    case 'sent':
      return `The message to ${to} was sent.`;
    case 'delivered':
      return `The message was delivered to ${to}.`;
    case 'read':
      return `${to} has read the message.`;
    case 'noAccount':
      return `The message could not be sent: ${to} has no account.`;
    case 'notInGroup':
      return `The message could not be sent: the account is not in the group ${to}.`;
    case 'yellowCard':
      return `The message to ${to} was held back: the account is under suspicion of spam.`;
    case 'failed':
      return `The message to ${to} failed${code ? codeText(code) : description ? `: ${description}.` : '.'}`;
    default:
      return `The message to ${to} is ${text(body, 'status') || 'in an unknown state'}.`;
  }
}

function callStatus(body: Body): string {
  const words: Record<string, string> = {
    offer: 'it rings',
    pickUp: 'it was picked up',
    hangUp: 'it was hung up',
    hungUp: 'it was hung up',
    missed: 'it was missed',
    declined: 'it was declined',
  };
  const status = text(body, 'status');
  return Object.hasOwn(words, status) ? (words[status] ?? '') : status || 'in an unknown state';
}
