/** Writes a sampled value as XML, with the names and attributes that its schema gives in `xml`. */
import { isObject, scalarText, text, type Json } from '../imported/imported.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (value: unknown): string =>
  (value === null || value === undefined ? '' : text(value)).replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const xmlOf = (schema: Json): Json => (isObject(schema['xml']) ? schema['xml'] : {});

/** The element's name, with forbidden characters replaced. */
function elementName(schema: Json, fallback: string): string {
  const [name, prefix] = [xmlOf(schema)['name'], xmlOf(schema)['prefix']].map((part) =>
    scalarText(part).replace(/[^\w.-]/g, '_'),
  );
  const validName = name || fallback.replace(/[^\w.-]/g, '_');
  return prefix ? `${prefix}:${validName}` : validName;
}

const MAX_PARTS_DEPTH = 6;
/** Limit of parts of one schema: parts can refer to each other, so a short description may expand to a billion. */
const MAX_PARTS = 1000;

/** The properties of a schema with those of its parts. */
export function propertiesOf(schema: unknown): Json {
  let parts = 0;
  const visit = (part: unknown, depth: number): Json => {
    parts += 1;
    if (!isObject(part) || depth > MAX_PARTS_DEPTH || parts > MAX_PARTS) return {};
    const { allOf, properties } = part as { allOf?: unknown; properties?: unknown };
    const inherited = Array.isArray(allOf) ? allOf.slice(0, MAX_PARTS).map((below) => visit(below, depth + 1)) : [];
    return Object.assign({}, ...inherited, isObject(properties) ? properties : {}) as Json;
  };
  return visit(schema, 0);
}

const schemaOf = (value: unknown): Json => (isObject(value) ? value : {});

/** @param value sampled from the schema, which bounds how deep and how long the result is */
export function xmlSample(schema: unknown, value: unknown): string {
  return element(schemaOf(schema), value, 'root', '');
}

function element(schema: Json, value: unknown, fallback: string, indent: string): string {
  const name = elementName(schema, fallback);
  if (Array.isArray(value)) {
    const itemSchema = schemaOf(schema['items']);
    const isWrapped = xmlOf(schema)['wrapped'] === true;
    const inner = isWrapped ? `${indent}  ` : indent;
    const items = value.map((item) => element(itemSchema, item, isWrapped ? name : fallback, inner)).join('\n');
    return isWrapped ? `${indent}<${name}>\n${items}\n${indent}</${name}>` : items;
  }
  if (!isObject(value)) return `${indent}<${name}>${escaped(value)}</${name}>`;
  const properties = propertiesOf(schema);
  const isAttribute = (key: string) => xmlOf(schemaOf(properties[key]))['attribute'] === true;
  const [namespace, prefix] = [scalarText(xmlOf(schema)['namespace']), scalarText(xmlOf(schema)['prefix'])];
  const declaredSchema = namespace === '' ? [] : [[prefix ? `xmlns:${prefix}` : 'xmlns', namespace] as const];
  const attributes = Object.entries(value)
    .filter(([key]) => isAttribute(key))
    .map(([key, one]) => [elementName(schemaOf(properties[key]), key), one] as const);
  const opening = [...declaredSchema, ...attributes].map(([key, one]) => ` ${key}="${escaped(one)}"`).join('');
  const children = Object.entries(value)
    .filter(([key]) => !isAttribute(key))
    .map(([key, one]) => element(schemaOf(properties[key]), one, key, `${indent}  `));
  if (children.length === 0) return `${indent}<${name}${opening}/>`;
  return `${indent}<${name}${opening}>\n${children.join('\n')}\n${indent}</${name}>`;
}
