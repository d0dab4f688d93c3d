/** Connection settings. In a separate file because every request needs them, and few need the schemas of edits. */
import * as z from 'zod';

/** The connection settings of a workspace, stored in the user's settings. */
export const connectionSettings = z.strictObject({
  checkCertificates: z.boolean(),
  /** Paths of PEM files with certificate authorities that are trusted beside the system's. */
  ca: z.array(z.string().max(4096)).max(100),
  proxy: z.enum(['system', 'none', 'custom']),
  /** For `custom`: http://user:password@host:port */
  proxyUrl: z.string().max(4096),
  clientCertificates: z
    .array(
      z.strictObject({
        /** A host, `*.example.com`, or a host with its port. */
        domain: z.string().max(1000),
        cert: z.string().max(4096),
        key: z.string().max(4096),
        /** A PKCS#12 file, instead of certificate and key. */
        pfx: z.string().max(4096),
        passphrase: z.string().max(1000),
      }),
    )
    .max(100),
  /** Milliseconds; 0: no timeout. */
  timeoutMs: z.number().int().nonnegative(),
});
export type ConnectionSettings = z.output<typeof connectionSettings>;
export const defaultConnection: ConnectionSettings = {
  checkCertificates: true,
  ca: [],
  proxy: 'system',
  proxyUrl: '',
  clientCertificates: [],
  timeoutMs: 0,
};
