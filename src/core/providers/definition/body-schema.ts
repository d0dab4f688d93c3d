/** Compares a body with its sender's documentation: a schema, or an example from which a schema is derived. */
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { codedError } from '../../../contract/errors.ts';
import type { BodySchema } from '../../../contract/webhooks/webhook-provider.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { typeName } from '../messaging/recognition/schemas/schema.ts';
import { valueAt } from './request-values.ts';
import { percentDecode } from '../../platform/percent-decode.ts';

export interface BodyDifference {
  /** JSON path from the root, such as `$.data.object.id`. */
  path: string;
  problem: string;
}
export type CompareBody = (body: unknown) => BodyDifference[];

const MAX_DIFFERENCES = 100;
/** Limit of nested schemas. */
const MAX_PARTS = 2000;
/**
 * Comparisons of a value with a schema, a name or a permitted value: a body may contain 100,000 values, and each has a
 * list of alternatives.
 */
const MAX_COMPARISONS = 200_000;
/** Characters of a permitted value that count as one comparison, because a difference repeats them. */
const CHARACTERS_OF_COMPARISON = 16;
/** Characters of a name that comes from the sender. */
const MAX_NAME = 200;

/** @throws InvalidParams when the schema is so large that comparisons could take long */
export function compareWithSchema(schema: BodySchema): CompareBody {
  if (partsOf(schema) > MAX_PARTS) {
    throw codedError('InvalidParams', `A schema or an example has more than ${MAX_PARTS} parts.`, 'Shorten it.');
  }
  // Compiled with its first use, because most processes see few of the events.
  let validator: Validator | undefined;
  return (body) => {
    if (!isWithin(MAX_COMPARISONS, schema, body)) return [{ path: '$', problem: 'has too many values to be compared' }];
    validator ??= new Validator(schema as Schema, '2020-12', false);
    try {
      const { errors } = validator.validate(body);
      return firstDifferences(errors, body);
    } catch (error) {
      // The validator throws for names that are not valid Unicode.
      return [{ path: '$', problem: `cannot be compared: ${(error as Error).message}` }];
    }
  };
}

function partsOf(schema: BodySchema | boolean | undefined): number {
  if (typeof schema !== 'object') return 1;
  const { properties = {}, items, additionalProperties, anyOf = [], allOf = [] } = schema;
  const inner = [...Object.values(properties), items, additionalProperties, ...anyOf, ...allOf];
  return inner.reduce<number>((sum, part) => (part === undefined ? sum : sum + partsOf(part)), 1);
}

/** What the comparison of one value with this schema costs, without the schemas inside of it. */
function costOf({ required = [], properties = {}, enum: permitted, const: constant }: BodySchema): number {
  const characters = JSON.stringify([permitted, constant]).length;
  return 1 + required.length + Object.keys(properties).length + Math.floor(characters / CHARACTERS_OF_COMPARISON);
}

/** Whether a comparison costs no more than `limit`. */
function isWithin(limit: number, schema: BodySchema, body: unknown): boolean {
  let room = limit;
  const costs = new Map<BodySchema, number>();
  const count = (part: BodySchema | boolean | undefined, value: unknown): void => {
    if (typeof part !== 'object') {
      room -= 1;
      return;
    }
    const cost = costs.get(part) ?? costOf(part);
    costs.set(part, cost);
    room -= cost;
    if (room < 0) return;
    const { properties = {}, items, additionalProperties, anyOf = [], allOf = [] } = part;
    for (const schema of [...anyOf, ...allOf]) count(schema, value);
    if (Array.isArray(value)) {
      if (items !== undefined) for (const item of value as unknown[]) if (room >= 0) count(items, item);
    } else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) {
        count(Object.hasOwn(properties, name) ? properties[name] : additionalProperties, member);
      }
    }
  };
  count(schema, body);
  return room >= 0;
}

/** Every field of the example is required, with its type; null in the example allows any type. */
export function schemaOfExample(example: unknown): BodySchema {
  if (Array.isArray(example)) {
    const [first] = example as unknown[];
    return { type: 'array', ...(first === undefined ? {} : { items: schemaOfExample(first) }) };
  }
  if (isRecord(example)) {
    const properties = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, schemaOfExample(value)]),
    );
    return { type: 'object', required: Object.keys(example), properties };
  }
  if (typeof example === 'string' || typeof example === 'number' || typeof example === 'boolean') {
    return { type: typeof example as 'string' };
  }
  return {};
}

/** Errors of a container only repeat those inside of it, and errors inside of alternatives contradict each other. */
const containers = new Set(['properties', 'items', 'allOf', 'additionalProperties']);

function firstDifferences(errors: readonly OutputUnit[], body: unknown): BodyDifference[] {
  const differences: BodyDifference[] = [];
  for (const error of errors) {
    differences.push(...differenceOf(error, body));
    if (differences.length >= MAX_DIFFERENCES) break;
  }
  return differences;
}

function differenceOf(
  { keyword, keywordLocation, instanceLocation, error }: OutputUnit,
  body: unknown,
): BodyDifference[] {
  if (containers.has(keyword) || /\/anyOf\/\d+\//.test(keywordLocation)) return [];
  const names = instanceLocation.split('/').slice(1).map(decodePointer);
  const path = `$${names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name.slice(0, MAX_NAME)}`)).join('')}`;
  if (keyword === 'required') return [{ path: `${path}.${/"([^]*)"/.exec(error)?.[1] ?? ''}`, problem: 'missing' }];
  if (keyword === 'false') return [{ path, problem: 'not documented' }];
  if (keyword !== 'type') return [{ path, problem: problemOf(error) }];
  const expectedText = (error.split('Expected ')[1] ?? '')
    .replaceAll('"', '')
    .replace(/\.$/, '')
    .replaceAll(', ', ' or ');
  return [{ path, problem: `is ${typeName(valueAt(body, names))}, documented as ${expectedText}` }];
}

const problemOf = (error: string): string =>
  error
    .replace(/^(?:Instance|String|Array)\s+/, '')
    .replace(/\.$/, '')
    .slice(0, 500);
const decodePointer = (name: string): string => percentDecode(name).replaceAll('~1', '/').replaceAll('~0', '~');
