/** Edits of kinds of body and auth that are not selected, which are restored when the kind is selected again. */
import type { EditedAuth, EditedBody, EditedRequest } from '../../../contract/collection/collection.ts';

export interface OtherKinds {
  bodies: Partial<Record<string, EditedBody>>;
  auths: Partial<Record<string, EditedAuth>>;
}
export const noOtherKinds: OtherKinds = { bodies: {}, auths: {} };

/** Records the body or auth that a change replaces by another kind. */
export function withReplaced(
  others: OtherKinds,
  before: Partial<Pick<EditedRequest, 'body' | 'auth'>>,
  change: Partial<Pick<EditedRequest, 'body' | 'auth'>>,
): OtherKinds {
  const { body, auth } = before;
  const isOther = (item?: { type: string }, next?: { type: string }) => item && next && item.type !== next.type;
  return {
    bodies: isOther(body, change.body) && body ? { ...others.bodies, [body.type]: body } : others.bodies,
    auths: isOther(auth, change.auth) && auth ? { ...others.auths, [auth.type]: auth } : others.auths,
  };
}
export const hasOtherKinds = ({ bodies, auths }: OtherKinds): boolean =>
  Object.keys(bodies).length + Object.keys(auths).length > 0;
