/** The kinds of authentication that a request can have: those of OpenCollection, and four that it does not name. */
import type { Auth, AuthOAuth1 as OpenOAuth1 } from '@opencollection/types/common/auth';

export interface AuthOAuth1 extends OpenOAuth1 {
  /** Parameters without a value are signed and sent too. */
  signEmptyParameters?: boolean;
  /** The values in the Authorization header are not percent-encoded. */
  disableHeaderEncoding?: boolean;
}
export interface AuthJwt {
  type: 'jwt';
  /** HS256 unless it is given. */
  algorithm?: string;
  /** For HS algorithms. */
  secret?: string;
  secretIsBase64?: boolean;
  /** PEM; for the other algorithms. */
  privateKey?: string;
  /** JSON objects as texts. */
  payload?: string;
  header?: string;
  placement?: 'header' | 'query';
  /** "Bearer" unless it is given; an empty text sends the token alone. */
  headerPrefix?: string;
  /** "token" unless it is given. */
  queryParameter?: string;
}
/** A JWT whose claims are those of Atlassian's service-to-service authentication. */
export interface AuthAsap {
  type: 'asap';
  /** RS256 unless it is given. */
  algorithm?: string;
  issuer?: string;
  audience?: string;
  keyId?: string;
  subject?: string;
  /** PEM, or a data URI with the key ID. */
  privateKey?: string;
  /** A JSON object as a text; its members replace those of the other fields. */
  claims?: string;
  /** Seconds; 3600 unless it is given. */
  expiresIn?: string;
}
export interface AuthHawk {
  type: 'hawk';
  authId?: string;
  authKey?: string;
  /** sha256 unless it is given. */
  algorithm?: string;
  nonce?: string;
  /** Seconds since 1970. */
  timestamp?: string;
  ext?: string;
  app?: string;
  delegation?: string;
  includePayloadHash?: boolean;
}
export interface AuthEdgeGrid {
  type: 'edgegrid';
  accessToken?: string;
  clientToken?: string;
  clientSecret?: string;
  /** The address whose host is signed, where it is not the one of the request. */
  baseUrl?: string;
  nonce?: string;
  /** `yyyyMMddTHH:mm:ss+0000` */
  timestamp?: string;
  /** Names, separated by commas. */
  headersToSign?: string;
  /** Bytes; 131072 unless it is given. */
  maxBodySize?: string;
}

/** An auth that is not inherited: what the request itself or a folder above says. */
export type RequestAuth =
  Exclude<Auth, 'inherit' | OpenOAuth1> | AuthOAuth1 | AuthJwt | AuthAsap | AuthHawk | AuthEdgeGrid;
