/** The webhook of a sent message: the example with the sent content. */
import { isRecord, type Json } from '../../../platform/json/is-record.ts';

/** Maps fields of a request to fields of the message's content, by the name of the content. */
const places: Record<string, Record<string, string>> = {
  textMessageData: { message: 'textMessage' },
  fileMessageData: { urlFile: 'downloadUrl', fileName: 'fileName', caption: 'caption' },
  locationMessageData: {
    nameLocation: 'nameLocation',
    address: 'address',
    latitude: 'latitude',
    longitude: 'longitude',
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
