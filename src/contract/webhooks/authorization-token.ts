/** Tokens of webhooks, which people enter with or without the scheme of the Authorization header. */

const SCHEME = /^(?:Bearer|Basic) +/i;

/** The value of the Authorization header: a token with a scheme unchanged, otherwise as a Bearer token. */
export const authorizationOf = (token: string): string => (SCHEME.test(token) ? token : `Bearer ${token}`);

export const withoutScheme = (token: string): string => token.replace(SCHEME, '');
