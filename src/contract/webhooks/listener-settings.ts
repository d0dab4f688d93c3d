/** How the listener listens and how long it keeps what it received. Apart from the notifications: every run reads these. */
import * as z from 'zod';

/** What is not deleted by itself: the newer ones, and no more than so many megabytes of bodies. null: no limit. */
export const retention = z.object({
  days: z.number().int().min(1).max(36_500).nullable(),
  megabytes: z.number().int().min(1).max(1_000_000).nullable(),
});
export type Retention = z.output<typeof retention>;
/** Where the listener listens unless another port is chosen. */
export const DEFAULT_LISTENER_PORT = 7788;

export const KEEP_ALL: Retention = { days: null, megabytes: null };

/** The certificate with which the listener serves by TLS; `local`: one that Outrigger has created for this computer. */
export const listenerTls = z.object({
  mode: z.enum(['off', 'local', 'files']),
  /** Absolute paths of PEM files, for the mode `files`. */
  certFile: z.string().max(4096),
  keyFile: z.string().max(4096),
});
export type ListenerTls = z.output<typeof listenerTls>;
export const NO_TLS: ListenerTls = { mode: 'off', certFile: '', keyFile: '' };
