/** Translates the settings of a request to options of the HTTP client. */
import type { CookieJarOnDemand } from '../../http/cookies/cookie-jar.ts';
import { defaultConnection, type ConnectionSettings } from '../../../contract/collection/connection.ts';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import type { RequestSettingsOfScript } from '../../../contract/scripts/script-context.ts';
import type { SendOptions } from '../../http/http-client.ts';

interface ConnectionOfRun {
  jar: CookieJarOnDemand;
  /** The workspace's connection settings. */
  connection: ConnectionSettings | undefined;
}

export function settingsForSending(
  settings: RequestSettings,
  { jar, connection }: ConnectionOfRun,
): Pick<SendOptions, 'jar' | 'connection' | 'timeoutMs' | 'maxRedirects' | 'likeBruno' | 'settings'> {
  const { cookies, timeout, followRedirects, maxRedirects, checkCertificate } = settings;
  const limit = followRedirects === false ? 0 : maxRedirects;
  // An unchanged object is passed on, because connections are shared by its identity.
  const isOther = typeof checkCertificate === 'boolean' && checkCertificate !== (connection?.checkCertificates ?? true);
  return {
    settings,
    timeoutMs: timeout || connection?.timeoutMs || undefined,
    connection: isOther ? { ...(connection ?? defaultConnection), checkCertificates: checkCertificate } : connection,
    ...(cookies === false ? {} : { jar }),
    ...(typeof limit === 'number' ? { maxRedirects: limit } : {}),
  };
}

/** The settings that scripts can read and change, by their names in scripts. */
export function scriptSettings(settings: RequestSettings): RequestSettingsOfScript {
  const { timeout, followRedirects, maxRedirects } = settings;
  const limit = followRedirects === false ? 0 : maxRedirects;
  return {
    ...(timeout ? { timeoutMs: timeout } : {}),
    ...(typeof limit === 'number' ? { maxRedirects: limit } : {}),
  };
}

/** The settings with the changes of a script. */
export const withChanges = (settings: RequestSettings, { maxRedirects }: RequestSettingsOfScript): RequestSettings =>
  maxRedirects === undefined ? settings : { ...settings, maxRedirects, followRedirects: maxRedirects > 0 };
