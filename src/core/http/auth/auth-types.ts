/** The kinds of authentication of a request: those of OpenCollection, and four that it does not have. */
import type {
  Auth,
  AuthApiKey as OpenApiKey,
  AuthAwsV4 as OpenAwsV4,
  AuthBearer as OpenBearer,
  AuthDigest as OpenDigest,
  AuthNTLM as OpenNtlm,
  AuthOAuth1 as OpenOAuth1,
} from '@opencollection/types/common/auth';

export interface AuthOAuth1 extends OpenOAuth1 {
  /** Parameters without a value are signed and sent too. */
  signEmptyParameters?: boolean;
  /** The values in the Authorization header are not percent-encoded. */
  disableHeaderEncoding?: boolean;
}
/** All members but `disableRetry` replace parameters of the server's challenge, or are sent before there is one. */
export interface AuthDigest extends OpenDigest {
  /** Absent: that of the challenge. */
  algorithm?: string;
  realm?: string;
  nonce?: string;
  qop?: string;
  nonceCount?: string;
  clientNonce?: string;
  opaque?: string;
  /** A challenge stays unanswered. */
  disableRetry?: boolean;
}
export interface AuthNtlm extends OpenNtlm {
  workstation?: string;
  /** A challenge stays unanswered. */
  disableRetry?: boolean;
}
export interface AuthAwsV4 extends OpenAwsV4 {
  /** Default: header. */
  placement?: 'header' | 'query';
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

/** A token of OAuth 2 that was fetched elsewhere takes the place of one in the header or the query. */
interface ReplacesToken {
  replacesToken?: boolean;
  /**
   * The other parameters of the OAuth 2 that the token is from, by Postman's names, such as `clientId` and `timestamp`.
   * They are not sent: scripts and exports have them.
   */
  tokenDetails?: TokenDetails;
}
export type TokenDetails = Record<string, string | number | boolean>;
export type AuthBearer = OpenBearer & ReplacesToken;
export type AuthApiKey = OpenApiKey & ReplacesToken;

/** The effective auth after inheritance: that of the request itself or of a folder above. */
export type RequestAuth =
  | Exclude<Auth, 'inherit' | OpenApiKey | OpenBearer | OpenOAuth1 | OpenDigest | OpenNtlm | OpenAwsV4>
  | AuthApiKey
  | AuthBearer
  | AuthOAuth1
  | AuthDigest
  | AuthNtlm
  | AuthAwsV4
  | AuthJwt
  | AuthAsap
  | AuthHawk
  | AuthEdgeGrid;
