/** The address of a request: the server to connect to, and path and query exactly as they are sent. */
import { codedError } from '../../contract/errors.ts';
import { MASKED, maskAddress } from '../platform/secrets/mask-credentials.ts';
import { visibleBeginning } from '../../contract/visible-text.ts';

export interface Address {
  url: URL;
  /** Path and query. Unlike those of `url`, they keep segments such as `..`, as in Postman. */
  path: string;
}

/** Matches addresses without a host: `URL` would take the first segment of the path for it. */
const NO_HOST = /^(?:https?:)?\/(?:$|[^/]|\/(?:$|[/?#]))/i;
const BEFORE_PATH = /^[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#]*/i;
/** Characters that Postman and the WHATWG URL standard percent-encode. */
const ENCODED_IN_PATH = /[\0-\x20\x7F-\u{10FFFF}"<>`{}]/gu;
const ENCODED_IN_QUERY = /[\0-\x20\x7F-\u{10FFFF}"'<>]/gu;

/**
 * @param encodeUrl false sends path and query as they are written
 * @throws InvalidRequest saying what is wrong with the address
 */
export function parseAddress(text: string, { encodeUrl = true }: { encodeUrl?: boolean } = {}): Address {
  const url = parseUrl(text);
  const withoutFragment = divided(withScheme(text.trimStart()).replace(BEFORE_PATH, ''), '#')[0];
  const [written, search] = divided(withoutFragment, '?');
  const pathname = written === '' ? '/' : written.replaceAll('\\', '/');
  if (encodeUrl) return { url, path: encode(pathname, ENCODED_IN_PATH) + encode(search, ENCODED_IN_QUERY) };
  const path = pathname + search;
  const [wrong] = /[^\x21-\x7E]/u.exec(path) ?? [];
  if (wrong === undefined) return { url, path };
  const message = `The address contains the character ${JSON.stringify(wrong)}, which has to be percent-encoded.`;
  throw codedError(
    'InvalidRequest',
    message,
    'Encode it, or switch on the encoding of the address in the settings of the request.',
  );
}

/** The text before a sign, and the text from it on. */
function divided(text: string, sign: string): [before: string, from: string] {
  const index = text.indexOf(sign);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index)];
}

export const pathOf = (url: URL): string => `${url.pathname}${url.search}`;

/** The address as a text, with the path and query that are sent. */
export function addressText({ url, path }: Address): string {
  const before = url.href.slice(0, url.href.length - `${pathOf(url)}${url.hash}`.length);
  return `${before}${path}${url.hash}`;
}

/** The server, with its port where that is not the usual one. @param text of `addressText` */
export function hostOf(text: string): string {
  const [, host = ''] = /^[^/]*\/\/(?:[^/@]*@)?([^/?#]*)/.exec(text) ?? [];
  return host;
}

const SERVER = /^([^:]*):\/\/(?:(.*)@)?(\[[^\]]*\]|[^:]*)/s;
/** Characters that the WHATWG URL standard percent-encodes in the name and the password of a user. */
const ENCODED_IN_USER = /[\0-\x20\x7F-\u{10FFFF}"#/:;<=>?@[\\\]^`{|}]/gu;

/** The text as the address is sent: encoded, with the name of the server in lower case and in Punycode. @throws InvalidRequest */
export function addressAsSent(text: string, { encodeUrl = true }: { encodeUrl?: boolean } = {}): string {
  const { url, path } = parseAddress(text, { encodeUrl });
  const [before = ''] = BEFORE_PATH.exec(withScheme(text.trimStart())) ?? [];
  const server = before.replace(
    SERVER,
    (_, scheme: string, user: string | undefined) =>
      `${scheme.toLowerCase()}://${user === undefined ? '' : `${userAsSent(user)}@`}${url.hostname}`,
  );
  return `${server}${path}${url.hash}`;
}

function userAsSent(user: string): string {
  const [name, password] = divided(user, ':');
  const colon = password === '' ? '' : ':';
  return `${encode(name, ENCODED_IN_USER)}${colon}${encode(password.slice(1), ENCODED_IN_USER)}`;
}

const encode = (text: string, characters: RegExp): string =>
  text.replace(characters, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** An address without a scheme is http; a port after a name is not a scheme. */
export const withScheme = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(text) ? text : `http://${text}`;

/** @throws InvalidRequest saying what is wrong with the address */
export function parseUrl(text: string, base?: URL): URL {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw codedError('InvalidRequest', 'The request has no address.', 'Write one, such as https://example.com.');
  }
  const url = base ? URL.parse(trimmed, base.href) : URL.parse(withScheme(trimmed));
  const unresolved = /\{\{[^{}]*\}\}/.test(url?.host ?? trimmed);
  if (!url || (!base && NO_HOST.test(trimmed)) || unresolved) {
    const { mistake, remedy } = mistakeIn(trimmed);
    // Before it is cut: a beginning may not show that it is a password.
    throw codedError('InvalidRequest', `"${shown(maskAddress(trimmed))}" is not a valid address. ${mistake}`, remedy);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw codedError(
      'InvalidRequest',
      `"${shown(url.protocol)}//" addresses cannot be requested.`,
      'Use http:// or https://.',
    );
  }
  return url;
}

/** The part of an address that an error repeats: servers redirect to addresses of any length. */
const shown = (text: string): string => visibleBeginning(text, 200);

interface Mistake {
  mistake: string;
  remedy: string;
}

const SCHEME_AND_AUTHORITY = /^([a-z][a-z0-9+.-]*):[\\/]*([^\\/?#]*)/i;

/** What is wrong with an address that could not be parsed. */
function mistakeIn(address: string): Mistake {
  const [, scheme = '', authority = ''] = SCHEME_AND_AUTHORITY.exec(withScheme(address)) ?? [];
  const unresolved = /\{\{([^{}]*)\}\}/.exec(authority) ?? /^\{\{([^{}]*)\}\}/.exec(address);
  if (unresolved) {
    const name = shown(unresolved[1] ?? '');
    return { mistake: `The variable {{${name}}} has no value.`, remedy: `Give ${name} a value in an environment.` };
  }
  if (!authority.includes('@') && maskAddress(address).includes(`${MASKED}@`)) {
    return {
      mistake: 'Its user or password has a character that ends an address there.',
      remedy: 'In the user and the password, write %2F for /, %3F for ?, %23 for # and %40 for @.',
    };
  }
  if (!/^https?$/i.test(scheme)) {
    return { mistake: `Its scheme is "${shown(scheme)}".`, remedy: 'Use http:// or https://.' };
  }
  const server = authority.slice(authority.lastIndexOf('@') + 1);
  const [, host = '', port = ''] = /^(\[[^\]]*\]?|.*?)(?::([^:]*))?$/.exec(server) ?? [];
  if (host === '' || NO_HOST.test(address)) {
    return {
      mistake: 'It has no host.',
      remedy: 'Write the host after the scheme, such as http://localhost:8080/path.',
    };
  }
  if (!server.startsWith('[') && /:.*:/.test(server)) {
    return {
      mistake: `The host "${shown(server)}" contains several colons.`,
      remedy: 'Write an IPv6 address in brackets, such as http://[::1]:8080.',
    };
  }
  return mistakeInPort(port) ?? mistakeInHost(host);
}

function mistakeInPort(port: string): Mistake | undefined {
  const remedy = 'Correct the port.';
  if (/\D/.test(port)) return { mistake: `The port "${shown(port)}" is not a number.`, remedy };
  return Number(port) > 65_535 ? { mistake: `The port ${shown(port)} is above 65535.`, remedy } : undefined;
}

function mistakeInHost(host: string): Mistake {
  const remedy = 'Correct the host.';
  if (host.startsWith('[')) return { mistake: `${shown(host)} is not an IPv6 address.`, remedy };
  if (/\s/.test(host))
    return { mistake: `There is a blank in the host "${shown(host)}".`, remedy: 'Remove the blank.' };
  const [wrong] = /["%<>^`{|}]/.exec(host) ?? [];
  if (wrong !== undefined) return { mistake: `The host "${shown(host)}" contains the character ${wrong}.`, remedy };
  if (/(?:^|\.)\d+\.?$/.test(host)) return { mistake: `"${shown(host)}" is not an IPv4 address.`, remedy };
  return { mistake: `"${shown(host)}" is not the name of a host.`, remedy };
}
