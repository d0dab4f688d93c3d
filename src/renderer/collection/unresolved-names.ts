/** Names in a request that would be sent literally, because no variable has a value for them. */
import type { EditedRequest } from '../../contract/collection/collection.ts';
import { isKnown, namesIn } from '../ui/variables/variable-text.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';

const isOn = ({ disabled }: { disabled?: boolean | undefined }) => !disabled;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The parts of the body that are sent, without disabled rows. */
function sentBody(body: EditedRequest['body']): unknown {
  if (body.type === 'form-urlencoded') return body.fields.filter(isOn).map(({ name, value }) => [name, value]);
  if (body.type === 'multipart-form') return body.parts.filter(isOn).map(({ name, value }) => [name, value]);
  return body;
}

/** Path parameters without a value, as they stand in the address, where they are sent literally; see `unresolvedNames`. */
export const emptyPathParams = ({ params, preRequest }: EditedRequest): string[] =>
  params
    .filter(({ type, name, value }) => type === 'path' && value === '' && !preRequest.includes(name))
    .map(({ name }) => `:${name}`);

/**
 * Includes names inside of the values of other variables. Names that the pre-request script mentions are excluded,
 * because the script may set them.
 */
export function unresolvedNames(
  { url, params, headers, auth, body, variables, preRequest }: EditedRequest,
  visible: readonly VisibleVariable[],
): string[] {
  const enabled = variables.filter(isOn).map(({ name, value }) => ({ name, value, scope: '', secret: false }));
  const usable = [...visible, ...enabled];
  const inPath = params.filter(({ type }) => type === 'path').map(({ value }) => value);
  const sent = textsOf([
    url,
    inPath,
    headers.filter(isOn).map(({ name, value }) => [name, value]),
    auth,
    sentBody(body),
  ]);
  const seenNames = new Set<string>();
  const unresolved: string[] = [];
  const texts = [...sent];
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
    for (const name of namesIn(text)) {
      if (seenNames.has(name)) continue;
      seenNames.add(name);
      if (isKnown(name, usable)) texts.push(...usable.filter((item) => item.name === name).map(({ value }) => value));
      else if (!preRequest.includes(name)) unresolved.push(name);
    }
  }
  return unresolved;
}
