/** Kinds of bodies, and the conversion of text or fields when another kind is selected. */
import type { EditedBody } from '../../../contract/collection/collection.ts';
import { rawTypes } from '../../../contract/collection/raw-types.ts';

export const bodyKinds: { value: EditedBody['type']; label: string }[] = [
  { value: 'none', label: 'No body' },
  { value: 'json', label: 'JSON' },
  { value: 'text', label: 'Text' },
  { value: 'xml', label: 'XML' },
  { value: 'form-urlencoded', label: 'Form (URL-encoded)' },
  { value: 'multipart-form', label: 'Form data' },
  { value: 'graphql', label: 'GraphQL' },
  { value: 'file', label: 'File' },
  { value: 'sparql', label: 'SPARQL' },
];

type RawBody = Extract<EditedBody, { text: string }>;

export const isRaw = (body: EditedBody): body is RawBody => (rawTypes as readonly string[]).includes(body.type);

/** @returns a body of another kind, which begins with the text or the fields of this one */
export function convertBody(body: EditedBody, type: EditedBody['type']): EditedBody {
  const text = isRaw(body) ? body.text : '';
  const fields = body.type === 'form-urlencoded' ? body.fields : body.type === 'multipart-form' ? body.parts : [];
  switch (type) {
    case 'none':
      return { type };
    case 'form-urlencoded':
      return {
        type,
        fields: fields.map(({ name, value, description, disabled }) => ({
          name,
          value,
          ...(description ? { description } : {}),
          ...(disabled ? { disabled } : {}),
        })),
      };
    case 'multipart-form':
      return { type, parts: fields.map((field) => ({ type: 'text', ...field })) };
    case 'file':
      return { type, path: '', contentType: 'application/octet-stream' };
    case 'graphql':
      return { type, query: text, variables: '' };
    default:
      return { type, text: body.type === 'graphql' ? body.query : text };
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
