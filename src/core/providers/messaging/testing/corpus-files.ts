/** Messages with files, in the forms of several versions and messengers. */
import { forwarded, notForwarded, participant, stanzaId, thumbnail, type MessageContent } from './message-content.ts';

const file = (typeMessage: string, fileMessageData: object, more: object = {}) => ({
  typeMessage,
  fileMessageData: { downloadUrl: 'https://media.example.test/7103000042/a1b2.bin', caption: '', ...fileMessageData },
  ...more,
});

const photo = { fileName: 'mug.jpg', jpegThumbnail: thumbnail, mimeType: 'image/jpeg', ...notForwarded };
export const files: MessageContent[] = [
  { name: 'an image', kind: 'image', messageData: file('imageMessage', photo) },
  { name: 'an image of the first version', kind: 'image', messageData: file('imageMessage', { caption: 'The mug' }) },
  {
    name: 'an image with a caption and a title',
    kind: 'image',
    messageData: file('imageMessage', { ...photo, caption: 'The mug', titleFile: 'Mug' }),
  },
  {
    name: 'an animated image',
    kind: 'image',
    messageData: file('imageMessage', { ...photo, isAnimated: true, mimeType: 'image/webp' }),
  },
  {
    name: 'an image without an address yet',
    kind: 'image',
    messageData: file('imageMessage', { ...photo, downloadUrl: '' }),
  },
  {
    name: 'a forwarded video',
    kind: 'video',
    messageData: file('videoMessage', { fileName: 'tour.mp4', jpegThumbnail: '', mimeType: 'video/mp4', ...forwarded }),
  },
  { name: 'a video of the first version', kind: 'video', messageData: file('videoMessage', {}) },
  {
    name: 'a video that quotes a text',
    kind: 'video',
    messageData: file(
      'videoMessage',
      { mimeType: 'video/mp4' },
      { quotedMessage: { stanzaId, participant, typeMessage: 'textMessage', textMessage: 'Send it' } },
    ),
  },
  {
    name: 'a voice message',
    kind: 'audio',
    messageData: file('audioMessage', {
      fileName: 'v.oga',
      jpegThumbnail: '',
      mimeType: 'audio/ogg; codecs=opus',
      ...notForwarded,
    }),
  },
  {
    name: 'an audio file with a title',
    kind: 'audio',
    messageData: file('audioMessage', { fileName: 'song.mp3', titleFile: 'Song', mimeType: 'audio/mpeg' }),
  },
  {
    name: 'an audio file of the type document',
    kind: 'audio_as_document',
    messageData: file('documentMessage', {
      fileName: 'song.mp3',
      jpegThumbnail: '',
      mimeType: 'audio/mpeg',
      ...notForwarded,
    }),
  },
  {
    name: 'a document',
    kind: 'document',
    messageData: file('documentMessage', {
      caption: 'Invoice',
      fileName: 'i.pdf',
      titleFile: 'Invoice 17',
      jpegThumbnail: '',
      mimeType: 'application/pdf',
      ...notForwarded,
    }),
  },
  {
    name: 'a document of an unusual type',
    kind: 'document',
    messageData: file('documentMessage', {
      fileName: 'i.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
  },
  {
    name: 'a document without a type',
    kind: 'document',
    messageData: file('documentMessage', { fileName: 'LICENSE', mimeType: '' }),
  },
  {
    name: 'a document that quotes an image',
    kind: 'document',
    messageData: file(
      'documentMessage',
      { mimeType: 'text/plain' },
      { quotedMessage: { stanzaId, participant, typeMessage: 'imageMessage', downloadUrl: '', caption: '' } },
    ),
  },
  {
    name: 'a sticker',
    kind: 'sticker',
    messageData: file('stickerMessage', {
      fileName: 's.webp',
      jpegThumbnail: '',
      isAnimated: false,
      mimeType: 'image/webp',
      ...notForwarded,
    }),
  },
  {
    name: 'a sticker that moves and quotes',
    kind: 'sticker',
    messageData: file(
      'stickerMessage',
      { isAnimated: true, mimeType: 'image/webp' },
      { quotedMessage: { stanzaId, participant, typeMessage: 'textMessage', textMessage: 'Done' } },
    ),
  },
];
