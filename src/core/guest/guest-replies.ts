/** Makes the successful answers to a script's calls. */
import type { GuestReply } from '../../contract/scripts/to-guest.ts';

export const textReply = (value: string): Promise<GuestReply> => Promise.resolve({ ok: true, value });
/** A value without a JSON form, such as `undefined`, becomes the empty text. */
export const jsonReply = (value: unknown): Promise<GuestReply> => textReply(JSON.stringify(value) ?? '');
