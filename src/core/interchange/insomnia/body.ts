/** Bodies of Insomnia. */
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import { disabledIf, list, text, type Json, type ImportWarning } from '../imported/imported.ts';
import { fieldOf, plain } from './values.ts';

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
