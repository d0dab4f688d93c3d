/** Turns errors of sending into messages that say what failed, why, and what to do. */
import { codedError, isErrorCode, type CodedError } from '../../contract/errors.ts';
import { withScheme } from './address.ts';
import { MAX_HEADER_BYTES } from './connections/make-agent.ts';
import { failedProxy, proxyFailed, proxyRefused, type ConnectionError } from './connections/proxy-errors.ts';

const certificate: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain of certificates ends in one that is self-signed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the chain of its certificate is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_REVOKED: 'its certificate was revoked',
};

interface Explanation {
  text: (host: string) => string;
  /** Left out: the remedy of RequestFailed. */
  remedy?: string;
}

const AGAIN =
  'Send it again. If it fails each time, check http:// and https:// in the address, and the log of the server.';
const CORRECT_SERVER = 'Correct the server, or the proxy in front of it.';
const NETWORK = 'Check the network of this computer, and a VPN that the server may need.';
const NOT_TLS: Explanation = {
  text: (host) => `${host} does not speak TLS, which https:// needs.`,
  remedy: 'Write http:// instead of https://, or correct the port.',
};
const network: Record<string, Explanation> = {
  ECONNREFUSED: { text: (host) => `Nothing accepts connections at ${host} (ECONNREFUSED).` },
  ECONNRESET: { text: (host) => `${host} closed the connection before it answered (ECONNRESET).`, remedy: AGAIN },
  UND_ERR_SOCKET: {
    text: (host) => `${host} closed the connection before its response was complete.`,
    remedy: AGAIN,
  },
  EPIPE: { text: (host) => `${host} closed the connection while the request was sent (EPIPE).`, remedy: AGAIN },
  ENOTFOUND: {
    text: (host) => `The host ${host} was not found (ENOTFOUND).`,
    remedy: 'Check the spelling of the host, and whether this computer is in its network.',
  },
  EAI_AGAIN: { text: (host) => `The name ${host} could not be resolved at the moment (EAI_AGAIN).`, remedy: NETWORK },
  EHOSTUNREACH: { text: (host) => `There is no route to ${host} (EHOSTUNREACH).`, remedy: NETWORK },
  ENETUNREACH: { text: (host) => `The network of ${host} cannot be reached (ENETUNREACH).`, remedy: NETWORK },
  ETIMEDOUT: { text: (host) => `${host} could not be reached in time (ETIMEDOUT).` },
  UND_ERR_CONNECT_TIMEOUT: { text: (host) => `${host} could not be reached in time.` },
  UND_ERR_HEADERS_TIMEOUT: { text: (host) => `${host} did not answer in time.` },
  UND_ERR_BODY_TIMEOUT: { text: (host) => `${host} stopped sending in the middle of its response.` },
  UND_ERR_HEADERS_OVERFLOW: {
    text: (host) => `The response headers of ${host} are larger than ${MAX_HEADER_BYTES / 1024} KB.`,
    remedy: CORRECT_SERVER,
  },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    text: (host) => `The response body of ${host} does not have the length that its Content-Length says.`,
    remedy: CORRECT_SERVER,
  },
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
};
const TLS =
  'Check the TLS versions and ciphers in the settings of the request, and whether the server needs a client certificate.';
const NOT_HTTP = 'Check the port, and whether the address should begin with https://.';

/**
 * Turns any error of a send into one of the contract's errors; `systemCode` is the network error's own code.
 * @param url the address that was requested when it failed
 * @param proxies the addresses of the proxies that may have been used
 * @param redirected whether a redirect led to the address, which is not the one of the request then
 */
export function sendError(
  thrown: unknown,
  url: string,
  proxies: readonly string[] = [],
  redirected = false,
): CodedError & SystemError {
  const error = innermost(thrown);
  if (isErrorCode(error.code)) return error as CodedError;
  const host = hostOrAddress(url) + (redirected ? ' (after a redirect)' : '');
  const code = error.code ?? '';
  const explained = Object.hasOwn(network, code) ? network[code] : undefined;
  if (Object.hasOwn(certificate, code)) {
    const text = `The connection to ${host} is not safe: ${certificate[code]} (${code}).`;
    return Object.assign(codedError('CertificateProblem', text), { systemCode: code });
  }
  if (!explained && /^ERR_(?:TLS|SSL)/.test(code)) {
    const text = `No TLS connection to ${host} could be made: ${error.reason ?? error.message} (${code}).`;
    return Object.assign(codedError('RequestFailed', text, TLS), { systemCode: code });
  }
  const systemCode = code ? { systemCode: code, ...systemFields(error) } : {};
  const proxy = failedProxy(error, proxies);
  if (proxy !== undefined && explained) return Object.assign(proxyFailed(explained.text(proxy)), systemCode);
  const refusal = proxyRefused(error, host);
  if (refusal) return Object.assign(refusal, systemCode);
  // The message of undici for an upgrade without the request header Upgrade, which is not sent.
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad upgrade') {
    const text = `${host} answered with the status 101 (Switching Protocols), for which the request did not ask.`;
    return Object.assign(codedError('RequestFailed', text, CORRECT_SERVER), systemCode);
  }
  if (explained) {
    return Object.assign(codedError('RequestFailed', explained.text(host), explained.remedy), systemCode);
  }
  const isNotHttp = code.startsWith('HPE_') || /does not match the HTTP/.test(error.message);
  const text = isNotHttp ? `The response of ${host} is not HTTP` : `The request to ${host} failed`;
  const failed = codedError('RequestFailed', `${text}: ${error.message}`, isNotHttp ? NOT_HTTP : undefined);
  return Object.assign(failed, systemCode);
}

/** What a network error of Node says, which scripts read as in Postman. */
export interface SystemError {
  systemCode?: string;
  systemMessage?: string;
  systemFields?: object;
}
function systemFields({ message, errno, syscall, hostname, address, port }: AnyError): SystemError {
  if (typeof errno !== 'number') return {};
  return { systemMessage: message, systemFields: { errno, syscall, hostname, address, port } };
}

interface AnyError extends ConnectionError {
  errno?: number;
  syscall?: string;
  /** The name that could not be resolved. */
  hostname?: string;
  address?: string;
  port?: number;
  code?: string;
  /** What OpenSSL says, without its place. */
  reason?: string;
  errors?: unknown[];
}
/** The most specific error: one of several tried addresses, or the cause of a general error. */
export function innermost(thrown: unknown): AnyError {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as AnyError;
  if (isErrorCode(error.code)) return error;
  if (Array.isArray(error.errors) && error.errors.length > 0) return innermost(error.errors[0]);
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** An address that cannot be parsed is named as it is. */
const hostOrAddress = (url: string): string => URL.parse(withScheme(url.trim()))?.host ?? url;
