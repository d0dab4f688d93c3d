/**
 * The schemas of `messageData`, by `typeMessage`. Fields that older versions of the service, or other messengers, omit
 * are optional: its documentation has bodies with and without them.
 */
import type { Schema } from './schema.ts';

const forwarded = { 'forwardingScore?': 'count', 'isForwarded?': 'boolean' };
const thumbnail = { 'jpegThumbnail?': 'base64|null' };
/** A quote also contains the quoted content, under the same names or flat. */
const quote: Schema = { stanzaId: 'messageId', participant: 'chatId', 'typeMessage?': 'string', '*': 'any' };
const text: Schema = { textMessage: 'string', 'isTemplateMessage?': 'boolean', ...forwarded };
const file: Schema = {
  downloadUrl: 'fileAddress',
  'caption?': 'string',
  'fileName?': 'string',
  'titleFile?': 'string',
  'mimeType?': 'mimeType',
  'isAnimated?': 'boolean',
  ...thumbnail,
  ...forwarded,
};
/** `containsAutoReply` to `thumbnailUrl` exist for advertisements only, `stanzaId` and `participant` for quoted texts. */
const extendedText: Schema = {
  text: 'string',
  'description?': 'string|null',
  'title?': 'string|null',
  'previewType?': 'string|null',
  'containsAutoReply?': 'boolean',
  'mediaType?': 'string|integer',
  'showAdAttribution?': 'boolean',
  'sourceId?': 'string',
  'sourceType?': 'string',
  'sourceUrl?': 'webAddress',
  'thumbnailUrl?': 'webAddress',
  'stanzaId?': 'messageId',
  'participant?': 'chatId',
  ...thumbnail,
  ...forwarded,
};
const contact: Schema = { displayName: 'string', vcard: 'string', ...forwarded };
const location: Schema = {
  latitude: 'latitude',
  longitude: 'longitude',
  'nameLocation?': 'string',
  'address?': 'string',
  ...thumbnail,
  ...forwarded,
};
const button: Schema = {
  type: 'buttonKind',
  buttonId: 'string',
  buttonText: 'string',
  'copyCode?': 'string',
  'phoneNumber?': 'string',
  'url?': 'string',
};
const buttons: Schema = {
  'titleText?': 'string',
  contentText: 'string',
  'footerText?': 'string',
  buttons: [button],
  ...forwarded,
};
/** The documentation spells these names differently in its table and in its example. */
const buttonsOfEitherSpelling: Schema = {
  'titleText?': 'string',
  'contentText?': 'string',
  'footerText?': 'string',
  'header?': 'string',
  'body?': 'string',
  'footer?': 'string',
  buttons: [button],
};
const buttonChoice: Schema = {
  stanzaId: 'messageId',
  selectedIndex: 'integer|digits',
  selectedId: 'string',
  selectedDisplayText: 'string',
};
const pollOption: Schema = { optionName: 'string' };
const pollVote: Schema = { optionName: 'string', optionVoters: ['chatId'] };

/** The fields beside `typeMessage`. */
const contents: Record<string, { readonly [field: string]: Schema }> = {
  textMessage: { textMessageData: text },
  extendedTextMessage: { extendedTextMessageData: extendedText },
  quotedMessage: { extendedTextMessageData: extendedText },
  reactionMessage: { extendedTextMessageData: { text: 'string', ...forwarded } },
  imageMessage: { fileMessageData: file },
  videoMessage: { fileMessageData: file },
  audioMessage: { fileMessageData: file },
  documentMessage: { fileMessageData: file },
  stickerMessage: { fileMessageData: file },
  locationMessage: { locationMessageData: location },
  contactMessage: { contactMessageData: contact },
  contactsArrayMessage: { messageData: { contacts: [contact], ...forwarded } },
  interactiveButtons: { interactiveButtons: buttons },
  interactiveButtonsReply: { interactiveButtonsReply: buttonsOfEitherSpelling },
  interactiveButtonsResponse: { interactiveButtonsResponse: buttonChoice },
  templateButtonsReplyMessage: { templateButtonReplyMessage: buttonChoice },
  templateButtonReplyMessage: { templateButtonReplyMessage: buttonChoice },
  pollMessage: {
    pollMessageData: { name: 'string', options: [pollOption], 'multipleAnswers?': 'boolean', ...forwarded },
  },
  pollUpdateMessage: {
    pollMessageData: { stanzaId: 'messageId', name: 'string', votes: [pollVote], 'multipleAnswers?': 'boolean' },
  },
  groupInviteMessage: {
    groupInviteMessageData: {
      groupJid: 'chatId',
      inviteCode: 'string',
      groupName: 'string',
      'caption?': 'string',
      'inviteExpiration?': { low: 'integer', high: 'integer', unsigned: 'boolean' },
      ...thumbnail,
    },
  },
  editedMessage: { editedMessageData: { textMessage: 'string', stanzaId: 'messageId' } },
  deletedMessage: { deletedMessageData: { stanzaId: 'messageId', 'typeMessage?': 'string' } },
  productMessage: {
    productMessage: { productId: 'string', title: 'string', 'fileMessageData?': file, '*': 'any' },
  },
  orderMessage: { orderMessage: { orderId: 'string', token: 'string', '*': 'any' } },
  buttonsMessage: {
    buttonsMessage: {
      contentText: 'string',
      'footer?': 'string',
      buttons: [{ buttonId: 'string', buttonText: 'string' }],
      ...forwarded,
    },
  },
  buttonsResponseMessage: {
    buttonsResponseMessage: { stanzaId: 'messageId', selectedButtonId: 'string', selectedButtonText: 'string' },
  },
  listMessage: {
    listMessage: {
      contentText: 'string',
      title: 'string',
      'footer?': 'string',
      buttonText: 'string',
      sections: [{ title: 'string', rows: [{ title: 'string', rowId: 'string', 'description?': 'string' }] }],
      ...forwarded,
    },
  },
  listResponseMessage: {
    listResponseMessage: {
      stanzaId: 'messageId',
      title: 'string',
      listType: 'integer|digits',
      singleSelectReply: 'string',
    },
  },
  templateMessage: {
    templateMessage: {
      'namespace?': 'string',
      'elementName?': 'string',
      contentText: 'string',
      'footer?': 'string',
      buttons: [
        {
          index: 'integer|digits',
          'urlButton?': { displayText: 'string', url: 'string' },
          'callButton?': { displayText: 'string', phoneNumber: 'string' },
          'quickReplyButton?': { displayText: 'string', id: 'string' },
        },
      ],
      ...forwarded,
    },
  },
};

/** Message types that always quote another message; others may. */
const quoting = new Set(['reactionMessage']);

export const messages: Record<string, Schema> = Object.fromEntries(
  Object.entries(contents).map(([typeMessage, content]) => [
    typeMessage,
    { typeMessage: 'string', ...content, [quoting.has(typeMessage) ? 'quotedMessage' : 'quotedMessage?']: quote },
  ]),
);
