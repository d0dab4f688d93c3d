/** Finds the headers of a request that contain a secret of its workspace, whatever their names are. */
import type { HttpField, HttpRequest } from '../../contract/http/http.ts';
import type { ScopeStates } from '../../contract/scripts/script-context.ts';
import type { Vault } from './resources.ts';

/** Shorter values occur in headers by chance. */
const MIN_SECRET_LENGTH = 4;

/** A header that contains a secret does not follow a redirect to another origin. @param vault of the run */
export function markSecretHeaders(request: HttpRequest, scopes: ScopeStates, vault: Vault | undefined): HttpRequest {
  const values = [...secretValues(scopes), ...(vault?.usedValues?.() ?? [])];
  // No header keeps blanks at its ends.
  const secrets = values.map((value) => value.trim()).filter(({ length }) => length >= MIN_SECRET_LENGTH);
  if (secrets.length === 0) return request;
  const isSecret = ({ value }: HttpField) => secrets.some((secret) => value.includes(secret));
  return {
    ...request,
    headers: request.headers.map((header) => (isSecret(header) ? { ...header, credential: true } : header)),
  };
}

const secretValues = (scopes: ScopeStates): string[] =>
  Object.values(scopes).flatMap(({ secrets = [], values }) =>
    secrets.flatMap((name) => (Object.hasOwn(values, name) ? [String(values[name])] : [])),
  );
