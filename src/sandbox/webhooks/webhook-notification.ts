/** A notification in the form that scripts get. Rarely used members are computed when read. */
import type { ArrivedNotification } from '../../contract/webhooks/notification.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { defineProperty, parseJson, PlainNumber, rawJson, toText } from '../primordials.ts';
import type { Notification } from './webhook-filter.ts';

interface BufferLibrary {
  Buffer: { from(text: string, encoding: 'base64' | 'utf8'): Uint8Array };
}

export function notificationOf({ base64, ...arrived }: ArrivedNotification, libraries: Libraries): Notification {
  const { text } = arrived;
  const notification = { ...arrived, body: parsed(text) };
  const lazily = (name: string, compute: () => unknown) => {
    let computed: { value: unknown } | undefined;
    defineProperty(notification, name, {
      get: () => (computed ??= { value: compute() }).value,
      configurable: true,
      enumerable: false,
    });
  };
  lazily('bytes', () => {
    const { Buffer } = libraries.load<BufferLibrary>('buffer');
    return base64 === null ? Buffer.from(text, 'utf8') : Buffer.from(base64, 'base64');
  });
  lazily('losslessBody', () => parsed(text, keepNumber));
  return notification;
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

function parsed(text: string, reviver?: Reviver): unknown {
  try {
    return parseJson(text, reviver as never);
  } catch {
    return text;
  }
}

/** A number that JavaScript would change is an object with the original text, which JSON.stringify writes again. */
const keepNumber: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && toText(PlainNumber(source)) !== source ? rawJson(source) : value;
