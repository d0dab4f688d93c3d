/**
 * Every kind of notification, one entry each in kinds.json, with an example of the same name in examples.json; the shape that a
 * notification is compared with is that of its example. Where several entries share their types, the first whose
 * `when` holds is meant, then the one without.
 */
import { at, text, type Body } from './body.ts';
import table from './kinds.json' with { type: 'json' };

export interface Kind {
  /** Name of the entry, and of its example. */
  kind: string;
  title: string;
  typeWebhook: string;
  typeMessage?: string;
  /** Which settings of the account have to be "yes" for it to be sent. */
  setting: string;
  /** Left out: current. `archive`: from older versions of the service; `unconfirmed`: documented in part. */
  age?: 'archive' | 'unconfirmed';
  /** In what the official material contradicts itself here. */
  variant?: string;
  when?: (body: Body) => boolean;
}

const isAudio = (body: Body) => text(body, 'messageData.fileMessageData.mimeType').startsWith('audio/');
const hasReplyButtons = (body: Body) => {
  const buttons = at(body, 'messageData.interactiveButtons.buttons');
  return Array.isArray(buttons) && (buttons as Body[]).some((button) => at(button, 'type') === 'reply');
};
/** The four exceptions: a marker in place of the content, or the words of a failed status. */
const marked = [
  'messageData.textMessageData.textMessage',
  'messageData.extendedTextMessageData.text',
  'messageData.fileMessageData.downloadUrl',
];
const has = (body: Body, code: string): boolean =>
  code === 'SWE004'
    ? text(body, 'status') === 'failed' && text(body, 'description').includes('SWE004')
    : marked.some((path) => text(body, path) === `{{${code}}}`);

const conditions: Record<string, (body: Body) => boolean> = {
  swe001: (body) => has(body, 'SWE001'),
  swe002: (body) => has(body, 'SWE002'),
  swe003: (body) => has(body, 'SWE003'),
  swe004: (body) => has(body, 'SWE004'),
  incoming_text_group: (body) => text(body, 'senderData.chatId').endsWith('@g.us'),
  incoming_extended_text_ad: (body) => at(body, 'messageData.extendedTextMessageData.showAdAttribution') !== undefined,
  incoming_image_quoting: (body) => at(body, 'messageData.quotedMessage') !== undefined,
  incoming_audio_as_document: isAudio,
  incoming_reply_buttons: hasReplyButtons,
  outgoing_phone_audio_as_document: isAudio,
  outgoing_api_audio_as_document: isAudio,
  outgoing_api_reply_buttons: hasReplyButtons,
  outgoing_status_delivered: (body) => text(body, 'status') === 'delivered',
  outgoing_status_read: (body) => text(body, 'status') === 'read',
  outgoing_status_sent_from_phone: (body) => at(body, 'sendByApi') === false,
  outgoing_status_failed: (body) => text(body, 'status') === 'failed',
  outgoing_status_noAccount: (body) => text(body, 'status') === 'noAccount',
  outgoing_status_notInGroup: (body) => text(body, 'status') === 'notInGroup',
  outgoing_status_yellowCard: (body) => text(body, 'status') === 'yellowCard',
  state_instance_changed_not_authorized: (body) => text(body, 'stateInstance') === 'notAuthorized',
  incoming_call_picked_up: (body) => text(body, 'status') === 'pickUp',
  incoming_call_hung_up: (body) => /^hun?gUp$|^hangUp$/.test(text(body, 'status')),
  incoming_call_old_shape: (body) => at(body, 'isVideo') === undefined,
  quota_exceeded_mistyped: (body) => at(body, 'quotaData') !== undefined,
};

export const kinds: readonly Kind[] = (table as Kind[]).map((entry) => {
  const when = conditions[entry.kind];
  return when ? { ...entry, when } : entry;
});
