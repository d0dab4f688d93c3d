/** The settings of a request. Settings that OpenCollection has keep its names; the others extend the format. */
import * as z from 'zod';

const flag = z.boolean();
const count = z.number().int().nonnegative();
const names = z.array(z.string().max(200)).max(200);

/**
 * A setting that is absent or null is inherited from the folders above; if none of them has it, the default applies.
 */
export const requestSettings = z.strictObject({
  /** Milliseconds. */
  timeout: count.nullish(),
  followRedirects: flag.nullish(),
  maxRedirects: count.nullish(),
  followOriginalMethod: flag.nullish(),
  forwardAuthorizationHeader: flag.nullish(),
  removeReferer: flag.nullish(),
  encodeUrl: flag.nullish(),
  omitBody: flag.nullish(),
  omitMissingFiles: flag.nullish(),
  omitFailedAuth: flag.nullish(),
  checkCertificate: flag.nullish(),
  cookies: flag.nullish(),
  httpVersion: z.enum(['1.1', '2']).nullish(),
  omitHeaders: names.nullish(),
  tlsDisabledProtocols: names.nullish(),
  tlsCiphers: names.nullish(),
});
export type RequestSettings = z.output<typeof requestSettings>;
export type SettingName = keyof RequestSettings;

/** The settings that are not null. */
export const givenSettings = (settings: RequestSettings): RequestSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

/** The settings of a request without any, in the form that the interface edits. */
export const emptySettings: RequestSettings = { timeout: null, followRedirects: null, maxRedirects: null };
