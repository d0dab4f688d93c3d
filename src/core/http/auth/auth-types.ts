/** The kinds of authentication of a request: those of OpenCollection, and four that it does not have. */
import type { Auth, AuthOAuth1 as OpenOAuth1 } from '@opencollection/types/common/auth';

export interface AuthOAuth1 extends OpenOAuth1 {
  /** Parameters without a value are signed and sent too. */
  signEmptyParameters?: boolean;
  /** The values in the Authorization header are not percent-encoded. */
  disableHeaderEncoding?: boolean;
}
export interface AuthJwt {
  type: 'jwt';
  /** Default: HS256. */
  algorithm?: string;
  /** For HS algorithms. */
  secret?: string;
  secretIsBase64?: boolean;
  /** PEM; for algorithms other than HS. */
  privateKey?: string;
  /** JSON objects as texts. */
  payload?: string;
  header?: string;
  placement?: 'header' | 'query';
  /** Default: "Bearer". An empty text sends the token alone. */
  headerPrefix?: string;
  /** Default: "token". */
  queryParameter?: string;
}
/** A JWT whose claims are those of Atlassian's service-to-service authentication. */
export interface AuthAsap {
  type: 'asap';
  /** Default: RS256. */
  algorithm?: string;
  issuer?: string;
  audience?: string;
  keyId?: string;
  subject?: string;
  /** PEM, or a data URI with the key ID. */
  privateKey?: string;
  /** A JSON object as a text; its members replace those of the other fields. */
  claims?: string;
  /** Seconds. Default: 3600. */
  expiresIn?: string;
}
export interface AuthHawk {
  type: 'hawk';
  authId?: string;
  authKey?: string;
  /** Default: sha256. */
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
  /** The address whose host is signed, where it differs from that of the request. */
  baseUrl?: string;
  nonce?: string;
  /** `yyyyMMddTHH:mm:ss+0000` */
  timestamp?: string;
  /** Names, separated by commas. */
  headersToSign?: string;
  /** Bytes. Default: 131072. */
  maxBodySize?: string;
}

/** The effective auth after inheritance: that of the request itself or of a folder above. */
export type RequestAuth =
  | Exclude<Auth, 'inherit' | OpenOAuth1>
  | AuthOAuth1
  | AuthJwt
  | AuthAsap
  | AuthHawk
  | AuthEdgeGrid;
