/**
 * Schemas of notifications as plain data, and the comparison of a notification with one.
 *
 * A schema is the name of a type or format, several of them joined by `|`, a list with the schema of its items, or an
 * object of fields. A field that ends in `?` is optional; the field `*` allows further fields.
 */
import { isRecord } from '../../../../platform/json/is-record.ts';
import { formats, type Messenger } from './formats.ts';

export type Schema = string | readonly [Schema] | { readonly [field: string]: Schema };

export interface Difference {
  /** JSON path from the root, such as `$.messageData.typeMessage`. */
  path: string;
  problem: 'missing' | 'not documented' | `is ${string}, documented as ${string}`;
}

/** A schema prepared for fast comparison. */
export type CompiledSchema =
  | { kind: 'object'; fields: readonly CompiledField[]; names: ReadonlySet<string>; isOpen: boolean }
  | { kind: 'array'; item: CompiledSchema }
  | { kind: 'value'; types: readonly string[]; accepts: ValueTest };

/** Whether a value has one of the types. */
type ValueTest = (value: unknown, messenger: Messenger) => boolean;

interface CompiledField {
  name: string;
  /** The part of a JSON path that leads to it. */
  step: string;
  schema: CompiledSchema;
  isRequired: boolean;
}

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
    return { kind: 'value', types, accepts: types.map(testOf).reduce(either) };
  }
  if (isList(schema)) return { kind: 'array', item: compileSchema(schema[0]) };
  const fields = Object.entries(schema)
    .filter(([name]) => name !== '*')
    .map(([key, field]): CompiledField => {
      const isRequired = !key.endsWith('?');
      const name = isRequired ? key : key.slice(0, -1);
      return { name, step: `.${name}`, schema: compileSchema(field), isRequired };
    });
  const names = new Set(fields.map(({ name }) => name));
  return { kind: 'object', fields, names, isOpen: Object.hasOwn(schema, '*') };
}

function testOf(type: string): ValueTest {
  const format = formats[type];
  if (format) {
    return (value, messenger) => typeof value === format.type && format.accepts(value as string | number, messenger);
  }
  if (type === 'any') return () => true;
  return type === 'null' ? (value) => value === null : (value) => typeof value === type;
}
const either =
  (one: ValueTest, other: ValueTest): ValueTest =>
  (value, messenger) =>
    one(value, messenger) || other(value, messenger);
const isList = (schema: Schema): schema is readonly [Schema] => Array.isArray(schema);

/**
 * Whether a value has no difference. Thousands of notifications arrive each second, most have none, and this takes a third
 * less time than a visit that remembers the path.
 */
function fits(value: unknown, schema: CompiledSchema, messenger: Messenger): boolean {
  if (schema.kind === 'value') return schema.accepts(value, messenger);
  if (schema.kind === 'array') return Array.isArray(value) && value.every((item) => fits(item, schema.item, messenger));
  if (!isRecord(value)) return false;
  let documented = 0;
  for (const { name, schema: schemaOfField, isRequired } of schema.fields) {
    // No schema has a field with the name of a member that all objects inherit.
    const member = value[name];
    if (member !== undefined) {
      documented += 1;
      if (!fits(member, schemaOfField, messenger)) return false;
    } else if (isRequired) return false;
  }
  return schema.isOpen || Object.keys(value).length === documented;
}

export function compare(value: unknown, schema: CompiledSchema, messenger: Messenger): Difference[] {
  if (fits(value, schema, messenger)) return [];
  const differences: Difference[] = [];
  /** The parts of the path to the visited value. Joined only for a difference, because most notifications have none. */
  const steps = ['$'];
  const add = (problem: Difference['problem'], step = '') => {
    if (differences.length < MAX_DIFFERENCES) differences.push({ path: steps.join('') + step, problem });
  };
  visit(value, schema);
  return differences;

  function visitAt(step: string, value: unknown, schema: CompiledSchema): void {
    steps.push(step);
    visit(value, schema);
    steps.pop();
  }
  function visit(value: unknown, schema: CompiledSchema): void {
    if (steps.length > MAX_DEPTH + 1 || differences.length >= MAX_DIFFERENCES) return;
    if (schema.kind === 'value') {
      if (!schema.accepts(value, messenger)) add(problemOf(value, schema.types));
    } else if (schema.kind === 'array') {
      if (!Array.isArray(value)) return add(`is ${typeName(value)}, documented as an array`);
      for (const [index, item] of value.entries()) {
        if (differences.length >= MAX_DIFFERENCES) return;
        visitAt(`[${index}]`, item, schema.item);
      }
    } else if (isRecord(value)) {
      let documented = 0;
      for (const { name, step, schema: schemaOfField, isRequired } of schema.fields) {
        if (Object.hasOwn(value, name)) {
          documented += 1;
          visitAt(step, value[name], schemaOfField);
        } else if (isRequired) add('missing', step);
      }
      if (schema.isOpen) return;
      const names = Object.keys(value);
      if (names.length === documented) return;
      for (const name of names) {
        if (differences.length >= MAX_DIFFERENCES) return;
        if (!schema.names.has(name)) add('not documented', `.${name.slice(0, MAX_NAME)}`);
      }
    } else add(`is ${typeName(value)}, documented as an object`);
  }
}

/** Describes a value that has none of the types. */
function problemOf(value: unknown, types: readonly string[]): Difference['problem'] {
  const ofSameType = types.map((type) => formats[type]).find((format) => format?.type === typeof value);
  if (ofSameType) return `is ${excerpt(value)}, documented as ${ofSameType.documented}`;
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
