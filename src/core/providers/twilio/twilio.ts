/**
 * Twilio sends forms without the name of an event. The name is composed of the object and its state, as in Twilio's
 * Event Streams: `message.delivered`.
 */
import type { ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { descriptions } from '../provider-descriptions.ts';
import { event, type RequiredFields } from '../definition/required-fields.ts';

const inAccount = (title: string | string[], fields: RequiredFields) =>
  event(title, { AccountSid: 'string', ...fields });
const message: RequiredFields = { MessageSid: 'string', From: 'string', To: 'string' };
const call: RequiredFields = { CallSid: 'string', From: 'string', To: 'string', CallStatus: 'string' };

export const twilio: ProviderDefinition = {
  ...descriptions.twilio,
  recognize: [
    { headers: { 'X-Twilio-Signature': true } },
    { fields: { AccountSid: { startsWith: 'AC' }, MessageSid: true } },
    { fields: { AccountSid: { startsWith: 'AC' }, CallSid: true } },
  ],
  event: [
    'message.{body.MessageStatus}',
    'message.{body.SmsStatus}',
    'recording.{body.RecordingStatus}',
    'transcription.{body.TranscriptionStatus}',
    'conference.{body.StatusCallbackEvent}',
    'call.{body.CallStatus}',
    '{body.EventType}',
    '{body.type}',
    '{body.0.type}',
  ],
  title: '{event | words | capital}',
  sentence: [
    '{body.From} to {body.To}: {body.Body}',
    '{body.From} to {body.To}: {event | words}.',
    '{event | words | capital}.',
  ],
  subject: ['{body.MessageSid}', '{body.CallSid}', '{body.RecordingSid}'],
  status: ['{body.MessageStatus}', '{body.SmsStatus}', '{body.RecordingStatus}', '{body.CallStatus}'],
  identity: '{header.i-twilio-idempotency-token}',
  fields: {
    AccountSid: 'Account',
    ApiVersion: 'Version of the API',
    MessageSid: 'Identifier of the message',
    SmsSid: 'Identifier of the message, as older versions call it',
    SmsMessageSid: 'Identifier of the message, as older versions call it',
    MessagingServiceSid: 'Service that sends the message',
    MessageStatus: 'State of the message',
    SmsStatus: 'State of the message',
    Body: 'Text of the message',
    From: 'Sender',
    To: 'Receiver',
    NumMedia: 'How many files the message has',
    NumSegments: 'In how many parts the message is sent and charged',
    MediaUrl0: 'Address of the first file',
    MediaContentType0: 'Media type of the first file',
    ErrorCode: 'Why it failed, as a number of the documentation',
    ErrorMessage: 'Why it failed',
    CallSid: 'Identifier of the call',
    ParentCallSid: 'Call that this one is a part of',
    CallStatus: 'State of the call',
    CallDuration: 'Length of the call in seconds',
    Duration: 'Length of the call in minutes, as it is charged',
    Direction: 'Whether the call comes in or goes out',
    Caller: 'Number of the caller',
    Called: 'Number that was called',
    Digits: 'Keys that the caller has pressed',
    SpeechResult: 'What the caller has said',
    AnsweredBy: 'Whether a person or a machine has answered',
    RecordingSid: 'Identifier of the recording',
    RecordingUrl: 'Address of the recording',
    RecordingDuration: 'Length of the recording in seconds',
    RecordingStatus: 'State of the recording',
    ProfileName: 'Name that the sender has chosen',
    WaId: 'Number of the sender in WhatsApp',
    FromCountry: 'Country of the sender',
    FromCity: 'Town of the sender',
    ToCountry: 'Country of the receiver',
    bodySHA256: 'Hash of the body, which the signature covers',
  },
  events: {
    'message.received': inAccount('Message from {body.From}', { ...message, Body: 'string' }),
    'message.receiving': inAccount('Message from {body.From} is coming in', message),
    'message.failed': inAccount('Message to {body.To} failed[ with error {body.ErrorCode}]', message),
    'message.undelivered': inAccount('Message to {body.To} not delivered[, error {body.ErrorCode}]', message),
    'message.*': inAccount('Message to {body.To} {body.MessageStatus | words}', message),
    'call.ringing': inAccount('Call from {body.From} rings', call),
    'call.*': inAccount('Call from {body.From} {body.CallStatus | words}[ after {body.CallDuration} s]', call),
    'recording.*': inAccount('Recording {body.RecordingStatus | words}[ after {body.RecordingDuration} s]', {
      RecordingSid: 'string',
      RecordingStatus: 'string',
    }),
    'transcription.*': inAccount('Transcription {body.TranscriptionStatus | words}', { TranscriptionSid: 'string' }),
    'conference.*': inAccount('Conference[ {body.FriendlyName}]: {body.StatusCallbackEvent | words}', {
      ConferenceSid: 'string',
    }),
  },
};
