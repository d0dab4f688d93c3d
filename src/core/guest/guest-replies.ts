/** The successful answers of a script's calls. */
import type { GuestReply } from '../../contract/scripts/to-guest.ts';

export const textReply = (value: string): Promise<GuestReply> => Promise.resolve({ ok: true, value });
/** A text that is at hand as bytes in UTF-8: making a string of it, to send it, would cost more than sending it. */
export const utf8Reply = (utf8: Uint8Array): Promise<GuestReply> => Promise.resolve({ ok: true, utf8 });
/** A value without a JSON form, such as `undefined`, becomes the empty text. */
export const jsonReply = (value: unknown): Promise<GuestReply> => textReply(JSON.stringify(value) ?? '');
