/** `pm.request.auth`: what a request itself says about auth, as its scripts see and change it. */
import { isDeepStrictEqual } from 'node:util';
import type { OwnAuth } from '../../collection/variables/inherit.ts';
import { fromPostmanAuth, toPostmanAuth } from '../../http/postman/postman-auth.ts';

/** A member for Postman's form of the request; as in Postman, it has none where the auth is inherited. */
export const authForScript = (ownAuth: OwnAuth): { auth?: object } =>
  ownAuth === 'inherit' ? {} : { auth: toPostmanAuth(ownAuth === 'none' ? undefined : ownAuth) };

/**
 * The auth after a script. Where the script has not changed it, it stays what it was: Postman's form does not have
 * every member of ours.
 * @param request in Postman's form, as the script leaves it; as in Postman, a script cannot remove the auth
 */
export function authAfterScript(ownAuth: OwnAuth, request: object): OwnAuth {
  const read = ({ auth }: { auth?: unknown }) => (auth ? fromPostmanAuth(auth) : ownAuth);
  const after = read(request);
  return isDeepStrictEqual(after, read(authForScript(ownAuth))) ? ownAuth : after;
}
