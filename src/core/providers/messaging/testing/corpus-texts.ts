/** Texts, links and quotes of every kind. */
import { forwarded, notForwarded, participant, stanzaId, thumbnail, type MessageContent } from './message-content.ts';

const text = (textMessage: string, more: object = {}) => ({
  typeMessage: 'textMessage',
  textMessageData: { textMessage, ...more },
});
const link = (more: object = {}) => ({
  typeMessage: 'extendedTextMessage',
  extendedTextMessageData: { text: 'https://shop.example.test/mug', ...more },
});
const quoteOf = (quotedMessage: object) => ({
  typeMessage: 'quotedMessage',
  extendedTextMessageData: { text: 'As agreed', stanzaId, participant },
  quotedMessage: { stanzaId, participant, ...quotedMessage },
});

export const texts: MessageContent[] = [
  { name: 'a text', kind: 'text', messageData: text('Is parcel 17 on its way?') },
  { name: 'an empty text', kind: 'text', messageData: text('') },
  { name: 'a text of several lines and writing systems', kind: 'text', messageData: text('да\n好的\n\tנכון 🙂') },
  { name: 'a text from a template', kind: 'text', messageData: text('Code 4711', { isTemplateMessage: true }) },
  { name: 'a forwarded text', kind: 'text', messageData: text('Look', forwarded) },
  { name: 'a text that looks like a variable', kind: 'text', messageData: text('{{name}}, hello') },
  {
    name: 'a text that quotes a text',
    kind: 'text',
    messageData: {
      ...text('Yes'),
      quotedMessage: { stanzaId, participant, typeMessage: 'textMessage', textMessage: 'Today?' },
    },
  },
  {
    name: 'a text that quotes an image',
    kind: 'text',
    messageData: {
      ...text('Nice'),
      quotedMessage: {
        stanzaId,
        participant,
        typeMessage: 'imageMessage',
        downloadUrl: '',
        caption: 'Mug',
        jpegThumbnail: thumbnail,
      },
    },
  },
  { name: 'a link, text only', kind: 'extended_text', messageData: link() },
  {
    name: 'a link with its preview',
    kind: 'extended_text',
    messageData: link({
      description: 'Mugs',
      title: 'Shop',
      previewType: 'None',
      jpegThumbnail: thumbnail,
      ...notForwarded,
    }),
  },
  {
    name: 'a link without a thumbnail',
    kind: 'extended_text',
    messageData: link({ description: '', title: '', previewType: 'None', jpegThumbnail: '', ...notForwarded }),
  },
  {
    name: 'a link whose thumbnail is null',
    kind: 'extended_text',
    messageData: link({ description: 'Mugs', title: 'Shop', jpegThumbnail: null }),
  },
  { name: 'a forwarded link', kind: 'extended_text', messageData: link({ title: 'Shop', ...forwarded }) },
  {
    name: 'a link that quotes a location',
    kind: 'extended_text',
    messageData: {
      ...link({ stanzaId, participant }),
      quotedMessage: {
        stanzaId,
        participant,
        typeMessage: 'locationMessage',
        location: { nameLocation: 'Port', address: '', jpegThumbnail: '', latitude: 59.93, longitude: 30.31 },
      },
    },
  },
];

export const quotes: MessageContent[] = [
  {
    name: 'a quote without what it quotes (first version)',
    messageData: {
      typeMessage: 'quotedMessage',
      extendedTextMessageData: { text: 'As agreed', stanzaId, participant },
    },
  },
  { name: 'a quote of a text', messageData: quoteOf({ typeMessage: 'textMessage', textMessage: 'Friday at ten' }) },
  {
    name: 'a quote of a text with the fields of a text',
    messageData: quoteOf({ typeMessage: 'textMessage', textMessageData: { textMessage: 'Friday' } }),
  },
  {
    name: 'a quote of an image',
    messageData: quoteOf({ typeMessage: 'imageMessage', downloadUrl: '', caption: '', jpegThumbnail: '' }),
  },
  {
    name: 'a quote of a video',
    messageData: quoteOf({
      typeMessage: 'videoMessage',
      downloadUrl: 'https://media.example.test/v.mp4',
      caption: 'Test',
      jpegThumbnail: thumbnail,
    }),
  },
  {
    name: 'a quote of an audio file',
    messageData: quoteOf({ typeMessage: 'audioMessage', downloadUrl: '', caption: '' }),
  },
  {
    name: 'a quote of a document',
    messageData: quoteOf({ typeMessage: 'documentMessage', downloadUrl: '', caption: 'Invoice', jpegThumbnail: '' }),
  },
  {
    name: 'a quote of a contact',
    messageData: quoteOf({
      typeMessage: 'contactMessage',
      contact: { displayName: 'Bo', vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bo\nEND:VCARD' },
    }),
  },
  { name: 'a quote of several contacts', messageData: quoteOf({ typeMessage: 'contactsArrayMessage', contacts: [] }) },
  {
    name: 'a quote of a location',
    messageData: quoteOf({
      typeMessage: 'locationMessage',
      location: { nameLocation: '', address: '', jpegThumbnail: '', latitude: 52.52, longitude: 13.4 },
    }),
  },
  {
    name: 'a quote of a link',
    messageData: quoteOf({
      typeMessage: 'extendedTextMessage',
      textMessage: 'https://example.test',
      extendedTextMessage: { description: 'd', title: 't', previewType: 'None', jpegThumbnail: null },
    }),
  },
  {
    name: 'a quote of a sticker',
    messageData: quoteOf({ typeMessage: 'stickerMessage', downloadUrl: '', jpegThumbnail: '', isAnimated: true }),
  },
  {
    name: 'a quote of a poll',
    messageData: quoteOf({
      typeMessage: 'pollMessage',
      pollMessageData: { name: 'When?', options: [{ optionName: 'Now' }] },
    }),
  },
  {
    name: 'a quote of buttons',
    messageData: quoteOf({ typeMessage: 'buttonsMessage', buttonsMessage: { contentText: 'Choose', buttons: [] } }),
  },
  {
    name: 'a quote of a list',
    messageData: quoteOf({ typeMessage: 'listMessage', listMessage: { contentText: 'Choose', sections: [] } }),
  },
  {
    name: 'a quote of a template',
    messageData: quoteOf({ typeMessage: 'templateMessage', templateMessage: { contentText: 'Choose', buttons: [] } }),
  },
].map((item) => ({ ...item, kind: 'quoted_text' }));
