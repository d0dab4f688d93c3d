/** The documented formats of single values, which schemas use beside the types of JSON. */

/** The messenger of a notification (`typeInstance`), which determines the form of account and chat ids. */
export type Messenger = 'whatsapp' | 'other';

export interface Format {
  type: 'string' | 'number';
  /** Completes "documented as …". */
  documented: string;
  accepts(value: string | number, messenger: Messenger): boolean;
}

const matching = (documented: string, whatsapp: RegExp, other = whatsapp): Format => ({
  type: 'string',
  documented,
  accepts: (value, messenger) => (messenger === 'whatsapp' ? whatsapp : other).test(String(value)),
});
const oneOf = (...values: string[]): Format => ({
  type: 'string',
  documented: values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}` : (values[0] ?? ''),
  accepts: (value) => values.includes(String(value)),
});
const numbers = (documented: string, accepts: (value: number) => boolean): Format => ({
  type: 'number',
  documented,
  accepts: (value) => accepts(Number(value)),
});
const wholeNumbers = (documented: string, from: number, to: number): Format =>
  numbers(documented, (value) => Number.isInteger(value) && value >= from && value <= to);

/** `@lid` hides the person's number, `@newsletter` is a channel, `@broadcast` a status or a list. */
const WHATSAPP_CHAT = /^(\d+@(c\.us|s\.whatsapp\.net|lid|newsletter|broadcast)|\d+(-\d+)?@g\.us|status@broadcast)$/;
/** Telegram and MAX use numbers, negative ones for groups. */
const OTHER_CHAT = /^(-?\d+|\d+@c\.us|-?\d+(-\d+)?@g\.us)$/;
const MIME_TYPE = /^$|^[\w.+-]+\/[\w.+*-]+ *(;.*)?$/s;
const WEB_ADDRESS = /^$|^https?:\/\/\S+$/;

export const formats: Record<string, Format> = {
  accountId: matching('an account such as 79990000001@c.us', /^$|^\d+(:\d+)?@(c\.us|lid)$/, /^$|^\d+(@c\.us)?$/),
  chatId: matching('a chat such as 79990000002@c.us or 120363000000000042@g.us', WHATSAPP_CHAT, OTHER_CHAT),
  messageId: matching('letters and digits', /^[\w.=+/:@-]{1,256}$/),
  idInstance: wholeNumbers('a whole number of at most 10 digits', 1, 9_999_999_999),
  unixTime: wholeNumbers('seconds since 1970 in 10 digits', 1_000_000_000, 9_999_999_999),
  count: wholeNumbers('a whole number from 0', 0, Number.MAX_SAFE_INTEGER),
  integer: numbers('a whole number', Number.isInteger),
  digits: matching('digits', /^\d+$/),
  percent: wholeNumbers('a whole number from 0 to 100', 0, 100),
  latitude: numbers('degrees from -90 to 90', (value) => value >= -90 && value <= 90),
  longitude: numbers('degrees from -180 to 180', (value) => value >= -180 && value <= 180),
  webAddress: matching('an address with http or https', WEB_ADDRESS),
  fileAddress: matching(
    'an address with http or https, or a marker such as {{SWE002}}',
    /^$|^https?:\/\/\S+$|^\{\{SWE\d{3}\}\}$/,
  ),
  mimeType: matching('a media type such as image/jpeg', MIME_TYPE),
  base64: matching('base64', /^(data:[^,]*,)?[\w+/=\s-]*$/),
  messenger: oneOf('whatsapp', 'telegram', 'v3'),
  messageStatus: oneOf('sent', 'delivered', 'read', 'failed', 'noAccount', 'notInGroup', 'yellowCard'),
  callStatus: oneOf('offer', 'pickUp', 'hangUp', 'hungUp', 'missed', 'declined'),
  accountState: oneOf(
    ...['notAuthorized', 'authorized', 'blocked', 'sleepMode', 'starting', 'yellowCard', 'suspended'],
    ...['pendingCode', 'pendingPassword'],
  ),
  connection: oneOf('online', 'offline'),
  blockState: oneOf('blocked', 'unblocked'),
  chatKind: oneOf('user', 'group', 'supergroup', 'channel', 'bot'),
  buttonKind: oneOf('copy', 'call', 'url', 'reply'),
};
