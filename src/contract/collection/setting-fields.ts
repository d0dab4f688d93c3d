/**
 * The settings of a request, as data: the form, and the import and export of Postman's format are derived from this
 * table.
 */
import type { SettingName } from './request-settings.ts';

interface FieldBase {
  name: SettingName;
  label: string;
  help?: string;
  /** The name in Postman's `protocolProfileBehavior`. Left out: Postman has no such setting. */
  postman?: string;
}
export type SettingField = FieldBase &
  (
    | { kind: 'number'; placeholder: string; max?: number }
    /** `on` and `off` are the words for true and false. */
    | { kind: 'flag'; on: string; off: string; /** Postman's setting says the opposite. */ isInverted?: true }
    | { kind: 'choice'; options: readonly { value: string; label: string; postman: string }[] }
    | { kind: 'names'; placeholder: string }
  );

export const settingFields: readonly SettingField[] = [
  { name: 'timeout', label: 'Timeout (ms)', kind: 'number', placeholder: 'Inherit from parent' },
  {
    name: 'followRedirects',
    label: 'Redirects',
    postman: 'followRedirects',
    kind: 'flag',
    on: 'Follow redirects',
    off: 'Do not follow redirects',
  },
  {
    name: 'maxRedirects',
    label: 'Max redirects',
    postman: 'maxRedirects',
    kind: 'number',
    placeholder: '10',
    max: 100,
  },
  {
    name: 'followOriginalMethod',
    label: 'Method after a redirect',
    postman: 'followOriginalHttpMethod',
    kind: 'flag',
    on: 'Keep the method and the body',
    off: 'As the status says, mostly GET',
  },
  {
    name: 'forwardAuthorizationHeader',
    label: 'Authorization after a redirect to another server',
    postman: 'followAuthorizationHeader',
    kind: 'flag',
    on: 'Send the Authorization header there too',
    off: 'Leave it out',
  },
  {
    name: 'removeReferer',
    label: 'Referer after a redirect',
    postman: 'removeRefererHeaderOnRedirect',
    kind: 'flag',
    on: 'Do not send it',
    off: 'Send it to the same server',
  },
  {
    name: 'encodeUrl',
    label: 'Address',
    postman: 'disableUrlEncoding',
    kind: 'flag',
    on: 'Percent-encode what needs it',
    off: 'Send it as it is written',
    isInverted: true,
  },
  {
    name: 'omitBody',
    label: 'Body of GET, HEAD, COPY, PURGE and UNLOCK',
    postman: 'disableBodyPruning',
    kind: 'flag',
    on: 'Leave it out',
    off: 'Send it',
    isInverted: true,
  },
  {
    name: 'omitMissingFiles',
    label: 'Files of the body that do not exist',
    kind: 'flag',
    on: 'Send the request without them',
    off: 'Do not send the request',
  },
  {
    name: 'omitFailedAuth',
    label: 'Auth that fails before the request',
    help: 'An OAuth 2 token that is refused, a broken key.',
    kind: 'flag',
    on: 'Send the request without it',
    off: 'Do not send the request',
  },
  {
    name: 'checkCertificate',
    label: 'Server certificate',
    postman: 'strictSSL',
    kind: 'flag',
    on: 'Check it',
    off: 'Do not check it',
  },
  {
    name: 'cookies',
    label: 'Cookies',
    postman: 'disableCookies',
    kind: 'flag',
    on: 'Send and store them',
    off: 'Neither send nor store them',
    isInverted: true,
  },
  {
    name: 'httpVersion',
    label: 'HTTP version',
    postman: 'protocolVersion',
    kind: 'choice',
    options: [
      { value: '1.1', label: 'HTTP/1.1', postman: 'http1' },
      { value: '2', label: 'HTTP/2 if the server supports it', postman: 'http2' },
    ],
  },
  {
    name: 'omitHeaders',
    label: 'Default headers to omit',
    help: 'Of User-Agent, Accept, Accept-Encoding and Content-Type.',
    postman: 'disabledSystemHeaders',
    kind: 'names',
    placeholder: 'User-Agent, Accept',
  },
  {
    name: 'tlsDisabledProtocols',
    label: 'Disabled TLS versions',
    postman: 'tlsDisabledProtocols',
    kind: 'names',
    placeholder: 'TLSv1, TLSv1_1',
  },
  {
    name: 'tlsCiphers',
    label: 'TLS ciphers',
    postman: 'tlsCipherSelection',
    kind: 'names',
    placeholder: 'Default',
  },
];
