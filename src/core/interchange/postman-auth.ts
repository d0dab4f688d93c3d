/** The auth of an imported Postman item, with a note where it cannot be sent. */
import type { Auth } from '@opencollection/types/common/auth';
import { fromPostmanAuth, isKnownAuth } from '../http/postman-auth.ts';
import type { ImportWarning } from './imported.ts';

export function authOf(value: unknown, where: string, warnings: ImportWarning[]): Auth | 'none' {
  const auth = fromPostmanAuth(value);
  if (auth !== 'none' && !isKnownAuth(auth.type)) {
    warnings.push({ where, what: `auth of the kind "${auth.type}", without which it is not sent,` });
  }
  // OpenCollection names fewer kinds; the file's checks accept any.
  return auth as Auth | 'none';
}
