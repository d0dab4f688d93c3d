/** Writes the values of parameters and forms of an OpenAPI description as their `style` and `explode` say. */
import { isObject, text, type Json } from '../imported/imported.ts';

/** The name and value of one field, as text. */
export interface SampleField {
  name: string;
  value: string;
}

const separators = new Map<unknown, string>([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);
const asText = (value: unknown): string => (value === null || value === undefined ? '' : text(value));

/** @param parameter in the query, or the entry of `encoding` of a field in a form */
export function fieldsOf(name: string, value: unknown, { style, explode }: Json): SampleField[] {
  if (typeof value !== 'object' || value === null) return [{ name, value: asText(value) }];
  if (style === 'deepObject') return deepFields(name, value);
  const separator = separators.get(style) ?? ',';
  const explodes = typeof explode === 'boolean' ? explode : separator === ',';
  if (Array.isArray(value)) {
    const items = value.map(asText);
    return explodes && items.length > 0
      ? items.map((item) => ({ name, value: item }))
      : [{ name, value: items.join(separator) }];
  }
  const members = Object.entries(value).map(([key, member]) => ({ name: key, value: asText(member) }));
  if (explodes && members.length > 0) return members;
  return [{ name, value: members.flatMap((member) => [member.name, member.value]).join(separator) }];
}

/** `filter[name]=x`, at any depth; of a list, with the index. */
function deepFields(name: string, value: unknown): SampleField[] {
  if (typeof value !== 'object' || value === null) return [{ name, value: asText(value) }];
  const fields = Object.entries(value).flatMap(([key, member]) => deepFields(`${name}[${key}]`, member));
  return fields.length > 0 ? fields : [{ name, value: '' }];
}

/** The value of a parameter in the path or a header, which is one text. */
export function simpleText(value: unknown, { explode }: Json): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  if (!isObject(value)) return asText(value);
  const pairs = Object.entries(value).map(([key, member]) => [key, asText(member)]);
  return pairs.map((pair) => pair.join(explode === true ? '=' : ',')).join(',');
}

export interface RequestPath {
  /** With `:name` for a parameter that is a segment of its own, and `{{name}}` for one that is a part of a segment. */
  url: string;
  /** Names of the parameters that are a segment of their own. */
  asSegments: string[];
  /** Names of the parameters that are a part of a segment: they become variables. */
  inSegments: string[];
}

const WHOLE_SEGMENT = /^\{([^{}]+)\}$|^\{([^{}.]+)\}(\.[^{}]*)$/;

export function requestPath(path: string): RequestPath {
  const asSegments: string[] = [];
  const inSegments: string[] = [];
  const segments = path.split('/').map((segment) => {
    const [match, whole, parameterName = '', ending = ''] = WHOLE_SEGMENT.exec(segment) ?? [];
    if (match !== undefined) {
      asSegments.push(whole ?? parameterName);
      return `:${whole ?? parameterName}${ending}`;
    }
    return segment.replace(/\{([^{}]+)\}/g, (_all, name: string) => {
      inSegments.push(name);
      return `{{${name}}}`;
    });
  });
  return { url: segments.join('/'), asSegments, inSegments };
}
