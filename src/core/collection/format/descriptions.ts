/** The descriptions of the fields of a request, which scripts written for Postman see in `pm.request`. */
import type { Description } from '@opencollection/types/common/description';
import { detailsOf, selectedBody, type OpenRequest } from './open-collection.ts';

interface Described {
  name: string;
  description: string;
  /** How many fields of the same name stand before it. */
  occurrence: number;
  /** How many fields with a name stand before it. */
  place: number;
  disabled: boolean;
}
/** Fields without a description are absent. */
export interface FieldDescriptions {
  headers: readonly Described[];
  query: readonly Described[];
  path: readonly Described[];
  /** Fields of a form, or parts of a multipart form. */
  body: readonly Described[];
}
interface Field {
  name: string;
  disabled?: boolean | undefined;
  description?: Description | undefined;
}
type Row = Record<string, unknown>;

/** @returns undefined where no field has a description */
export function fieldDescriptionsOf(request: OpenRequest): FieldDescriptions | undefined {
  const { headers = [], params = [] } = detailsOf(request);
  const body = selectedBody(request.http?.body);
  const isForm = body?.type === 'form-urlencoded' || body?.type === 'multipart-form';
  const descriptions = {
    headers: describedOf(headers),
    query: describedOf(params.filter(({ type }) => type === 'query')),
    path: describedOf(params.filter(({ type }) => type === 'path')),
    body: isForm ? describedOf(body.data) : [],
  };
  return Object.values(descriptions).some((list) => list.length > 0) ? descriptions : undefined;
}

function describedOf(fields: readonly Field[]): Described[] {
  const seen = new Map<string, number>();
  const described: Described[] = [];
  for (const [place, { name, disabled = false, description }] of fields.filter(({ name }) => name !== '').entries()) {
    const occurrence = seen.get(name) ?? 0;
    seen.set(name, occurrence + 1);
    const text = typeof description === 'object' ? description?.content : description;
    if (text) described.push({ name, description: text, occurrence, place, disabled });
  }
  return described;
}

/**
 * Adds the descriptions to a request in Postman's form, as `toPostman` makes it.
 * @param options.isSent as in Postman, the address of a request that was sent has none
 */
export function withDescriptions(
  json: Row,
  descriptions: FieldDescriptions | undefined,
  { isSent }: { isSent: boolean },
): Row {
  if (!descriptions) return json;
  const { headers, body: fields } = descriptions;
  const described: Row = { ...json, header: describedRows(json['header'], headers) };
  if (!isSent) described['url'] = describedUrl(json['url'], descriptions);
  const body = json['body'] as Row | undefined;
  const mode = body?.['mode'];
  if (body && (mode === 'urlencoded' || mode === 'formdata'))
    described['body'] = { ...body, [mode]: describedRows(body[mode], fields) };
  return described;
}

const keyOf = (name: unknown, occurrence: number): string => `${occurrence} ${String(name)}`;
const withText = (row: Row, description: string | undefined): Row =>
  description === undefined ? row : { ...row, description };

function describedRows(rows: unknown, described: readonly Described[]): unknown {
  if (described.length === 0 || !Array.isArray(rows)) return rows;
  const descriptions = new Map(described.map((field) => [keyOf(field.name, field.occurrence), field.description]));
  const seen = new Map<unknown, number>();
  return (rows as Row[]).map((row) => {
    const occurrence = seen.get(row['key']) ?? 0;
    seen.set(row['key'], occurrence + 1);
    return withText(row, descriptions.get(keyOf(row['key'], occurrence)));
  });
}

/** The parts of the query that have a description are rows with their places beside those that are switched off. */
function describedUrl(url: unknown, { query, path }: FieldDescriptions): unknown {
  if (query.length + path.length === 0) return url;
  const parts: Row = typeof url === 'object' && url !== null ? { ...url } : { raw: url };
  if (parts['variable'] !== undefined) parts['variable'] = describedRows(parts['variable'], path);
  if (query.length === 0) return parts;
  const switchedOff = new Map(
    query
      .filter((field) => field.disabled)
      .map(({ name, place, description }) => [keyOf(name, place), description] as const),
  );
  const disabled = ((parts['query'] ?? []) as Row[]).map((row) =>
    withText(row, switchedOff.get(keyOf(row['key'], Number(row['place'])))),
  );
  const enabled = query
    .filter((field) => !field.disabled)
    .map(({ name: key, description, place }): Row => ({ key, description, place }));
  parts['query'] = [...disabled, ...enabled].sort((a, b) => Number(a['place']) - Number(b['place']));
  return parts;
}
