/** The service's error codes inside of notifications: their places, meanings and remedies. */
import { text, type Body } from '../body.ts';

export interface CodeInfo {
  code: string;
  /** Whether the code is documented. */
  known: boolean;
  meaning: string;
  advice: string;
}

const documented: Record<string, Omit<CodeInfo, 'code' | 'known'>> = {
  SWE001: {
    meaning:
      'The message could not be read on a linked device and arrived empty: decryption failed five times, or it is the first in a chat for two weeks, or it could be viewed only once.',
    advice: 'Ask the sender to send it again.',
  },
  SWE002: {
    meaning: 'The file is larger than 100 MB and was not downloaded.',
    advice: 'Look at the message on the phone.',
  },
  SWE003: {
    meaning: 'The message could not be decrypted, because the authorization keys are no longer current.',
    advice: 'Remove all linked devices on the phone, then scan the QR code again.',
  },
  SWE004: {
    meaning: 'Sending to the group failed, because it has too many participants.',
    advice: 'Send to a smaller group; the service names no other way.',
  },
};

/** Fields in which a marker may replace the content. */
const markedFields = [
  'messageData.textMessageData.textMessage',
  'messageData.extendedTextMessageData.text',
  'messageData.extendedTextMessageData.textMessage',
  'messageData.fileMessageData.downloadUrl',
  'messageData.fileMessageData.caption',
  'messageData.productMessage.fileMessageData.downloadUrl',
];

export function codeIn(body: Body): CodeInfo | undefined {
  for (const field of markedFields) {
    const value = text(body, field);
    const code = value.startsWith('{{') ? /^\{\{(SWE\d{3})\}\}/.exec(value)?.[1] : undefined;
    if (code) return explain(code);
  }
  // This error is a text in a failed status.
  if (text(body, 'status') === 'failed') {
    const code = /\b(SWE\d{3})\b/.exec(text(body, 'description'))?.[1];
    if (code) return explain(code);
  }
  return undefined;
}

export function explain(code: string): CodeInfo {
  const documentedCode = Object.hasOwn(documented, code) ? documented[code] : undefined;
  if (documentedCode) return { code, known: true, ...documentedCode };
  return {
    code,
    known: false,
    meaning: 'The service does not document this code.',
    advice: 'Ask the support of the service, with the idMessage.',
  };
}
