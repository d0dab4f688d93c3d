/** Turns errors of sending into messages that say what failed, why, and what to do. */
import { codedError, isErrorCode, type CodedError } from '../../contract/errors.ts';
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

const network: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `Nothing accepts connections at ${host} (ECONNREFUSED).`,
  ECONNRESET: (host) => `${host} closed the connection before it answered (ECONNRESET).`,
  UND_ERR_SOCKET: (host) => `${host} closed the connection before its response was complete.`,
  EPIPE: (host) => `${host} closed the connection while the request was sent (EPIPE).`,
  ENOTFOUND: (host) => `There is no host ${host} (ENOTFOUND).`,
  EAI_AGAIN: (host) => `The name ${host} could not be looked up just now (EAI_AGAIN).`,
  EHOSTUNREACH: (host) => `There is no way to ${host} (EHOSTUNREACH).`,
  ENETUNREACH: (host) => `There is no network to ${host} (ENETUNREACH).`,
  ETIMEDOUT: (host) => `${host} could not be reached in time (ETIMEDOUT).`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} could not be reached in time.`,
  UND_ERR_HEADERS_TIMEOUT: (host) => `${host} did not answer in time.`,
  UND_ERR_BODY_TIMEOUT: (host) => `${host} stopped sending in the middle of its response.`,
  HPE_INVALID_CONSTANT: (host) => `What ${host} sent is not HTTP.`,
};

/**
 * Turns any error of a send into one of the contract's errors; `systemCode` is the network error's own code.
 * @param proxies the addresses of the proxies that may have been used
 */
export function sendError(thrown: unknown, url: string, proxies: readonly string[] = []): CodedError & SystemError {
  const error = innermost(thrown);
  if (isErrorCode(error.code)) return error as CodedError;
  const host = hostOf(url);
  const code = error.code ?? '';
  const explanation = certificate[code];
  if (explanation !== undefined || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL')) {
    const text = `The connection to ${host} is not safe: ${explanation ?? error.message} (${code}).`;
    return Object.assign(codedError('CertificateProblem', text), { systemCode: code });
  }
  const systemCode = code ? { systemCode: code, ...systemFields(error) } : {};
  const proxy = failedProxy(error, proxies);
  const describe = network[code];
  if (proxy !== undefined && describe) return Object.assign(proxyFailed(describe(proxy)), systemCode);
  const refusal = proxyRefused(error, host);
  if (refusal) return Object.assign(refusal, systemCode);
  const message =
    describe?.(host) ??
    (code.startsWith('HPE_') || /does not match the HTTP/.test(error.message)
      ? `What ${host} sent is not HTTP: ${error.message}`
      : undefined);
  const text = message ?? `The request to ${host} failed: ${error.message}`;
  return Object.assign(codedError('RequestFailed', text), systemCode);
}

/** What a network error of Node says, which scripts read as in Postman. */
export interface SystemError {
  systemCode?: string;
  systemMessage?: string;
  systemFields?: object;
}
function systemFields({ message, errno, syscall, address, port }: AnyError): SystemError {
  if (typeof errno !== 'number') return {};
  return { systemMessage: message, systemFields: { errno, syscall, address, port } };
}

interface AnyError extends ConnectionError {
  errno?: number;
  syscall?: string;
  address?: string;
  port?: number;
  code?: string;
  errors?: unknown[];
}
/** The most specific error: one of several tried addresses, or the cause of a general error. */
function innermost(thrown: unknown): AnyError {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as AnyError;
  if (isErrorCode(error.code)) return error;
  if (Array.isArray(error.errors) && error.errors.length > 0) return innermost(error.errors[0]);
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

function hostOf(url: string): string {
  // With the scheme that is used when the address has none.
  const urlWithScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url.trim()) ? url : `http://${url}`;
  return URL.canParse(urlWithScheme) ? new URL(urlWithScheme).host : url;
}
