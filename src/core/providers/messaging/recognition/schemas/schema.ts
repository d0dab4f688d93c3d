/**
 * Schemas of notifications as plain data, and the comparison of a notification with one.
 *
 * A schema is the name of a type or format, several of them joined by `|`, a list with the schema of its items, or an
 * object of fields. A field that ends in `?` is optional; the field `*` allows further fields.
 */
import { isRecord } from '../../../../platform/json/is-record.ts';
import { formats, type Format, type Messenger } from './formats.ts';

export type Schema = string | readonly [Schema] | { readonly [field: string]: Schema };

export interface Difference {
  /** JSON path from the root, such as `$.messageData.typeMessage`. */
  path: string;
  problem: 'missing' | 'not documented' | `is ${string}, documented as ${string}`;
}

/** A schema prepared for fast comparison. */
export type CompiledSchema =
  | { kind: 'object'; fields: ReadonlyMap<string, { schema: CompiledSchema; isRequired: boolean }>; isOpen: boolean }
  | { kind: 'array'; item: CompiledSchema }
  | { kind: 'value'; types: readonly string[] };

const PLAIN_TYPES = ['string', 'number', 'boolean', 'null', 'any'];
const MAX_DIFFERENCES = 100;
const MAX_DEPTH = 64;
/** Characters of a name or value that comes from the sender. */
const MAX_NAME = 200;
const MAX_VALUE = 60;

/** @throws Error for an unknown type */
export function compileSchema(schema: Schema): CompiledSchema {
  if (typeof schema === 'string') {
    const types = schema.split('|');
    const unknownType = types.find((type) => !PLAIN_TYPES.includes(type) && !Object.hasOwn(formats, type));
    if (unknownType !== undefined) throw new Error(`There is no type or format "${unknownType}".`);
    return { kind: 'value', types };
  }
  if (isList(schema)) return { kind: 'array', item: compileSchema(schema[0]) };
  const fields = Object.entries(schema)
    .filter(([name]) => name !== '*')
    .map(([name, field]) => {
      const isRequired = !name.endsWith('?');
      return [isRequired ? name : name.slice(0, -1), { schema: compileSchema(field), isRequired }] as const;
    });
  return { kind: 'object', fields: new Map(fields), isOpen: Object.hasOwn(schema, '*') };
}
const isList = (schema: Schema): schema is readonly [Schema] => Array.isArray(schema);

export function compare(value: unknown, schema: CompiledSchema, messenger: Messenger): Difference[] {
  const differences: Difference[] = [];
  const add = (path: string, problem: Difference['problem']) => {
    if (differences.length < MAX_DIFFERENCES) differences.push({ path, problem });
  };
  visit(value, schema, '$', 0);
  return differences;

  function visit(value: unknown, schema: CompiledSchema, path: string, depth: number): void {
    if (depth > MAX_DEPTH || differences.length >= MAX_DIFFERENCES) return;
    if (schema.kind === 'value') {
      const problem = problemOf(value, schema.types, messenger);
      if (problem) add(path, problem);
    } else if (schema.kind === 'array') {
      if (!Array.isArray(value)) return add(path, `is ${typeName(value)}, documented as an array`);
      for (const [index, item] of value.entries()) {
        if (differences.length >= MAX_DIFFERENCES) return;
        visit(item, schema.item, `${path}[${index}]`, depth + 1);
      }
    } else if (isRecord(value)) {
      for (const [name, field] of schema.fields) {
        if (Object.hasOwn(value, name)) visit(value[name], field.schema, `${path}.${name}`, depth + 1);
        else if (field.isRequired) add(`${path}.${name}`, 'missing');
      }
      if (schema.isOpen) return;
      for (const name of Object.keys(value)) {
        if (differences.length >= MAX_DIFFERENCES) return;
        if (!schema.fields.has(name)) add(`${path}.${name.slice(0, MAX_NAME)}`, 'not documented');
      }
    } else add(path, `is ${typeName(value)}, documented as an object`);
  }
}

function problemOf(value: unknown, types: readonly string[], messenger: Messenger): Difference['problem'] | undefined {
  let rightType: Format | undefined;
  for (const type of types) {
    const format = formats[type];
    if (!format) {
      if (type === 'any' || (value === null ? 'null' : typeof value) === type) return undefined;
    } else if ((typeof value === 'string' || typeof value === 'number') && typeof value === format.type) {
      if (format.accepts(value, messenger)) return undefined;
      rightType ??= format;
    }
  }
  if (rightType) return `is ${excerpt(value)}, documented as ${rightType.documented}`;
  const [first = ''] = types;
  const type = formats[first]?.type ?? first;
  return `is ${typeName(value)}, documented as ${type === 'null' ? 'null' : `a ${type}`}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_VALUE) : value);
  return typeof value === 'string' && value.length > MAX_VALUE ? `${text.slice(0, -1)}…"` : text;
}

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
