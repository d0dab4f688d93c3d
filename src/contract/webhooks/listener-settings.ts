/** Settings of the listener and of the retention. In a separate file because every run reads these. */
import * as z from 'zod';

/**
 * Notifications that are not deleted automatically: those up to an age, and up to so many megabytes of bodies. null: no
 * limit.
 */
export const retention = z.object({
  days: z.number().int().min(1).max(36_500).nullable().meta({ title: 'Retention (days)' }),
  megabytes: z.number().int().min(1).max(1_000_000).nullable().meta({ title: 'Max size (MB)' }),
});
export type Retention = z.output<typeof retention>;
/** The default port of the listener. */
export const DEFAULT_LISTENER_PORT = 7788;

export const KEEP_ALL: Retention = { days: null, megabytes: null };

/** The certificate with which the listener serves TLS; `local`: one that Outrigger has created for this computer. */
export const listenerTls = z.object({
  mode: z.enum(['off', 'local', 'files']),
  /** Absolute paths of PEM files, for the mode `files`. */
  certFile: z.string().max(4096).meta({ title: 'Certificate (PEM)' }),
  keyFile: z.string().max(4096).meta({ title: 'Private key (PEM)' }),
});
export type ListenerTls = z.output<typeof listenerTls>;
export const NO_TLS: ListenerTls = { mode: 'off', certFile: '', keyFile: '' };
