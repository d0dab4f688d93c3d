/** `pm.request.auth`: the request's own auth, as its scripts see and change it. */
import { isDeepStrictEqual } from 'node:util';
import { authKindOf } from '../../../contract/collection/auth-kinds.ts';
import type { OwnAuth } from '../../collection/variables/inherit.ts';
import { fromPostmanAuth, toPostmanAuth } from '../../http/postman/postman-auth.ts';

/**
 * The member `auth` of Postman's form of the request; absent where the auth is inherited, as in Postman, or of a kind that
 * this form does not have.
 */
export function authForScript(ownAuth: OwnAuth): { auth?: object } {
  if (ownAuth === 'none') return { auth: toPostmanAuth(undefined) };
  return ownAuth === 'inherit' || authKindOf(ownAuth.type)?.unknownToPostman ? {} : { auth: toPostmanAuth(ownAuth) };
}

/**
 * The auth after a script. An auth that the script has not changed is kept, because Postman's form does not have every
 * member of it.
 * @param request in Postman's form, with the script's changes; as in Postman, a script cannot remove the auth
 */
export function authAfterScript(ownAuth: OwnAuth, { auth }: { auth?: unknown }): OwnAuth {
  if (!auth) return ownAuth;
  const before = authForScript(ownAuth).auth;
  const after = fromPostmanAuth(auth);
  return isDeepStrictEqual(after, before ? fromPostmanAuth(before) : ownAuth) ? ownAuth : after;
}
