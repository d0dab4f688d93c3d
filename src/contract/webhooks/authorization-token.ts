/** Tokens of webhooks, which people type with the scheme of the Authorization header or without it. */

const SCHEME = /^(?:Bearer|Basic) +/i;

/** What is sent as Authorization: the token as it is typed with its scheme, else as a Bearer token. */
export const authorizationOf = (token: string): string => (SCHEME.test(token) ? token : `Bearer ${token}`);

export const withoutScheme = (token: string): string => token.replace(SCHEME, '');
