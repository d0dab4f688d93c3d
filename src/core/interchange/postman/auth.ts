/** Converts the auth of a Postman item, with a warning where it cannot be sent. */
import type { Auth } from '@opencollection/types/common/auth';
import { fromPostmanAuth, isKnownAuth } from '../../http/postman/postman-auth.ts';
import { authKinds } from '../../../contract/collection/auth-kinds.ts';
import { ownValue } from '../../platform/json/own-value.ts';
import { isObject, list, text, type ImportWarning } from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

/** Parameters that only name the token in Postman's list, or describe its window. */
const withoutEffect: Record<string, true> = { tokenName: true, tokenType: true, useBrowser: true, showPassword: true };

/** An auth without a kind is inherited, like a missing one. */
export const hasAuth = (value: unknown): boolean => isObject(value) && text(value['type']) !== '';

export function authOf(value: unknown, where: string, warnings: ImportWarning[]): Auth | 'none' {
  if (isObject(value)) {
    const kind = text(value['type']);
    // Postman keeps the parameters of formerly selected kinds.
    ignoreFields(value, ...Object.keys(authKinds).filter((other) => other !== kind));
    for (const parameter of list(value[kind])) {
      ignoreFields(parameter, 'type', ...(ownValue(withoutEffect, text(parameter['key'])) ? ['value'] : []));
    }
    ignoreFields(value[kind], ...Object.keys(withoutEffect));
    // Postman reads such an object as one without auth of its own.
    if (typeof value['type'] !== 'string') return 'inherit';
    ignoreFields(value, 'inherit');
    if (kind === 'inherit')
      warnings.push({
        where,
        what: 'auth of the kind "inherit", without which it is sent, as by newman: choose the inherited one,',
      });
  }
  const auth = fromPostmanAuth(value, { isSaved: true });
  if (auth === 'none' && isObject(value) && value['type'] === 'oauth2') {
    warnings.push({ where, what: 'a token of OAuth 2, because its place in the request is unknown,' });
  }
  if (auth !== 'none' && !isKnownAuth(auth.type)) {
    warnings.push({ where, what: `auth of the kind "${auth.type}", without which it is not sent,` });
  }
  // OpenCollection's type has fewer kinds; the file schemas accept any.
  return auth as Auth | 'none';
}
