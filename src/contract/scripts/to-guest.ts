/** The messages from the host to a sandbox process. Unlike guest-contract.ts, no schemas are needed. */
import type { ScopeName } from './guest-operations.ts';
import type { ScopeState, ScriptContext } from './script-context.ts';

/**
 * Frames are a little-endian u32 length and that many bytes of UTF-8: JSON, or an answer (`toGuestText`). A process
 * that announces a larger frame is ended.
 */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** The answer to a call: a text, or the fields of an error. */
export type TextReply = { ok: true; value: string; utf8?: never } | { ok: false; error: Record<string, unknown> };

/** The answer to a call; a large text may be given as its bytes in UTF-8. */
export type GuestReply = TextReply | { ok: true; value?: never; utf8: Uint8Array };

/** ScriptContext without scopes that are empty, and without the values of scopes that have very many. */
export type GuestContext = Omit<ScriptContext, 'scopes'> & { scopes: Partial<Record<ScopeName, Partial<ScopeState>>> };

/** @property sugar whether the script uses SugarJS */
export type GuestScript = { name: string; source: string; context: GuestContext; sugar?: true };

export type ToGuest =
  | ({ t: 'run'; run: number } & GuestScript)
  | { t: 'reply'; run: number; id: number; reply: TextReply };

/** `+` and the text, or `-` and the error as JSON: a result may be large, so it is not quoted. */
export function replyText(reply: TextReply): string {
  return reply.ok ? `+${reply.value}` : `-${JSON.stringify(reply.error)}`;
}

/**
 * A frame for the guest: JSON, or `=`, the run, the id of a call and the reply, separated by spaces. The run is part of
 * it because each script's calls are numbered from 1.
 */
export function toGuestText(message: ToGuest): string {
  if (message.t !== 'reply') return JSON.stringify(message);
  return `=${message.run} ${message.id} ${replyText(message.reply)}`;
}
