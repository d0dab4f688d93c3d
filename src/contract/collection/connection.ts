/** Connection settings. In a separate file because every request needs them, and few need the schemas of edits. */
import * as z from 'zod';

/** The connection settings of a workspace, stored in the user's settings. */
export const connectionSettings = z.strictObject({
  checkCertificates: z.boolean(),
  /** Paths of PEM files with certificate authorities that are trusted beside the system's. */
  ca: z
    .array(z.string().max(4096).meta({ title: 'Certificate authority' }))
    .max(100)
    .meta({ title: 'Certificate authorities' }),
  proxy: z.enum(['system', 'none', 'custom']),
  /** For `custom`: http://user:password@host:port */
  proxyUrl: z.string().max(4096).meta({ title: 'Proxy address' }),
  clientCertificates: z
    .array(
      z
        .strictObject({
          /** A host, `*.example.com`, or a host with its port. */
          domain: z.string().max(1000).meta({ title: 'Host' }),
          cert: z.string().max(4096).meta({ title: 'Certificate (PEM)' }),
          key: z.string().max(4096).meta({ title: 'Private key (PEM)' }),
          /** A PKCS#12 file, instead of certificate and key. */
          pfx: z.string().max(4096).meta({ title: 'PKCS#12' }),
          passphrase: z.string().max(1000).meta({ title: 'Passphrase' }),
        })
        .meta({ title: 'Client certificate' }),
    )
    .max(100)
    .meta({ title: 'Client certificates' }),
  /** Milliseconds; 0: no timeout. */
  timeoutMs: z.number().int().nonnegative().meta({ title: 'Request timeout' }),
});
export type ConnectionSettings = z.output<typeof connectionSettings>;

/** What is wrong with a field of the settings, such as `ca.0` or `clientCertificates.0.key`. */
export const connectionProblem = z.object({ field: z.string(), message: z.string() });
export type ConnectionProblem = z.output<typeof connectionProblem>;

export const defaultConnection: ConnectionSettings = {
  checkCertificates: true,
  ca: [],
  proxy: 'system',
  proxyUrl: '',
  clientCertificates: [],
  timeoutMs: 0,
};
