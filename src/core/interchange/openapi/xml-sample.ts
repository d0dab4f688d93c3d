/** Writes a sampled value as XML, with the names and attributes that its schema gives in `xml`. */
import { isObject, text, type Json } from '../imported/imported.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (value: unknown): string =>
  (value === null || value === undefined ? '' : text(value)).replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const xmlOf = (schema: Json): Json => (isObject(schema['xml']) ? schema['xml'] : {});

/** The element's name, without what may not be in one. */
function elementName(schema: Json, fallback: string): string {
  const { name, prefix } = xmlOf(schema);
  const validName = (text(name) || fallback).replace(/[^\w.-]/g, '_');
  return text(prefix) === '' ? validName : `${text(prefix).replace(/[^\w.-]/g, '_')}:${validName}`;
}

/** The properties of a schema with those of its parts. */
export function propertiesOf(schema: unknown, depth = 0): Json {
  if (!isObject(schema) || depth > 6) return {};
  const { allOf, properties } = schema as { allOf?: unknown; properties?: unknown };
  const parts = Array.isArray(allOf) ? allOf.map((part) => propertiesOf(part, depth + 1)) : [];
  return Object.assign({}, ...parts, isObject(properties) ? properties : {}) as Json;
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
  const { namespace, prefix } = xmlOf(schema);
  const declaredSchema =
    text(namespace) === '' ? [] : [[text(prefix) ? `xmlns:${text(prefix)}` : 'xmlns', namespace] as const];
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
