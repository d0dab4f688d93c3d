/** Makes the successful replies to a script's calls. */
import type { GuestReply } from '../../contract/scripts/to-guest.ts';

export const textReply = (value: string): Promise<GuestReply> => Promise.resolve({ ok: true, value });
/** Replies with a text that is already encoded in UTF-8: converting a large one to a string costs more than sending it. */
export const utf8Reply = (utf8: Uint8Array): Promise<GuestReply> => Promise.resolve({ ok: true, utf8 });
/** A value without a JSON form, such as `undefined`, becomes the empty text. */
export const jsonReply = (value: unknown): Promise<GuestReply> => textReply(JSON.stringify(value) ?? '');
