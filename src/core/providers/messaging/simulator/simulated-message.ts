/** What the webhook of a sent message holds: the content that was sent, in the place of its example's. */
import { isRecord } from '../body.ts';

type Json = Record<string, unknown>;

/** Where the fields of a request stand in the content, by the name of the content. */
const places: Record<string, Record<string, string>> = {
  textMessageData: { message: 'textMessage' },
  fileMessageData: { urlFile: 'downloadUrl', fileName: 'fileName', caption: 'caption' },
  locationMessageData: {
    ...{ nameLocation: 'nameLocation', address: 'address', latitude: 'latitude', longitude: 'longitude' },
  },
  pollMessageData: { message: 'name', options: 'options', multipleAnswers: 'multipleAnswers' },
  interactiveButtons: { header: 'titleText', body: 'contentText', footer: 'footerText', buttons: 'buttons' },
  editedMessageData: { message: 'textMessage', idMessage: 'stanzaId' },
  extendedTextMessageData: { reaction: 'text' },
  quotedMessage: { idMessage: 'stanzaId' },
};

export function sentMessageData(example: Json, request: Json): Json {
  const contents = Object.entries(example).map(([name, content]) => {
    const fields = Object.entries(places[name] ?? {}).filter(([field]) => request[field] !== undefined);
    const sent = Object.fromEntries(fields.map(([field, path]) => [path, request[field]]));
    return [name, isRecord(content) ? { ...content, ...sent } : content] as const;
  });
  return Object.fromEntries(contents);
}
