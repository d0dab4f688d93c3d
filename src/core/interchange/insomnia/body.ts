/** Bodies of Insomnia. */
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import { disabledIf, isObject, list, optional, text, type Json, type ImportWarning } from '../imported/imported.ts';
import { fieldOf, plain } from './values.ts';

/** Insomnia stores GraphQL as the JSON that is sent; undefined for other bodies, and where it is not that JSON. */
export function graphqlOf(body: Json) {
  if (!/graphql/.test(text(body['mimeType']))) return undefined;
  let sent: unknown;
  try {
    sent = JSON.parse(plain(body['text']));
  } catch {
    return undefined;
  }
  if (!isObject(sent) || typeof sent['query'] !== 'string') return undefined;
  const { query, variables, operationName } = sent as { query: string; variables?: unknown; operationName?: unknown };
  const asText = typeof variables === 'object' ? JSON.stringify(variables, null, 2) : text(variables);
  return { query, ...optional('variables', asText), ...optional('operationName', text(operationName)) };
}

export function bodyOf(body: Json, where: string, warnings: ImportWarning[]): HttpRequestBody | undefined {
  const type = text(body['mimeType']);
  const field = (item: Json) => ({ ...fieldOf(item), ...disabledIf(item['disabled']) });
  if (/urlencoded/.test(type)) return { type: 'form-urlencoded', data: list(body['params']).map(field) };
  if (/multipart/.test(type)) {
    return {
      type: 'multipart-form',
      data: list(body['params']).map((item) => ({
        ...field(item),
        type: item['type'] === 'file' ? ('file' as const) : ('text' as const),
        value: item['type'] === 'file' ? [text(item['fileName'])] : plain(item['value']),
        // The language of the editor, which is also sent as the type of the part; `true` is only an editor of several lines.
        ...(item['type'] !== 'file' && typeof item['multiline'] === 'string' ? { contentType: item['multiline'] } : {}),
      })),
    };
  }
  if (body['fileName'])
    return { type: 'file', data: [{ filePath: text(body['fileName']), contentType: type, selected: true }] };
  const content = plain(body['text']);
  if (content === '') return undefined;
  if (/graphql/.test(type))
    warnings.push({ where, what: 'that its body is GraphQL: it is kept as the JSON that is sent' });
  return { type: /json|graphql/.test(type) ? 'json' : /xml/.test(type) ? 'xml' : 'text', data: content };
}
