/**
 * Builds values that fit the schemas of an OpenAPI description. References are already resolved, so a schema may
 * contain itself, or a short description may expand to billions of values: depth and number are bounded.
 */
import { isObject, type Json } from '../imported/imported.ts';

const MAX_SCHEMA_DEPTH = 6;
const MAX_EXAMPLE_DEPTH = 50;
const MAX_VALUES_OF_REQUEST = 10_000;
const MAX_VALUES = 1_000_000;

export interface RequestSampler {
  /** The example of a parameter or a media type, or a value from its schema; otherwise an empty text. */
  parameter(parameter: Json): unknown;
  /** The example of a schema, or a value built from its types; null where neither exists. */
  schema(schema: unknown): unknown;
}
export interface Sampler {
  forRequest(): RequestSampler;
  /** Whether a limit was reached. */
  isIncomplete(): boolean;
}

const formatExamples = new Map<unknown, string>([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['email', 'ada@example.com'],
  ['uri', 'https://example.com'],
]);
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

/** Counts the generated values against a limit. */
interface ValueBudget {
  /** The schemas in which the current one is nested: one that contains itself ends there. */
  around: Set<unknown>;
  /** Counts one value. @returns false beyond a limit */
  allows(depth: number, maxDepth: number): boolean;
}

export function createSampler(): Sampler {
  let remaining = MAX_VALUES;
  let incomplete = false;
  const requestBudget = (): ValueBudget => {
    let remainingOfRequest = MAX_VALUES_OF_REQUEST;
    return {
      around: new Set(),
      allows(depth, maxDepth) {
        remaining -= 1;
        remainingOfRequest -= 1;
        const exhausted = remaining < 0 || remainingOfRequest < 0;
        if (exhausted) incomplete = true;
        return !exhausted && depth <= maxDepth;
      },
    };
  };
  return {
    isIncomplete: () => incomplete,
    forRequest() {
      const budget = requestBudget();
      return {
        schema: (schema) => sampleSchema(schema, budget) ?? null,
        parameter: (parameter) => copyExample(exampleOfParameter(parameter), budget),
      };
    },
  };
}

function exampleOfParameter(parameter: Json): unknown {
  if (parameter['example'] !== undefined) return parameter['example'];
  const [first] = Object.values(isObject(parameter['examples']) ? parameter['examples'] : {});
  if (isObject(first) && first['value'] !== undefined) return first['value'];
  const schema = isObject(parameter['schema']) ? parameter['schema'] : {};
  return schema['default'] ?? schema['example'] ?? firstOf(schema['examples']) ?? firstOf(schema['enum']) ?? '';
}

function copyExample(value: unknown, budget: ValueBudget, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!budget.allows(depth, MAX_EXAMPLE_DEPTH)) return null;
  if (Array.isArray(value)) return value.map((item) => copyExample(item, budget, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, copyExample(member, budget, depth + 1)]),
  );
}

/** @returns undefined for a schema in which the schema itself is nested */
function sampleSchema(schema: unknown, budget: ValueBudget, depth = 0): unknown {
  if (!isObject(schema) || !budget.allows(depth, MAX_SCHEMA_DEPTH)) return null;
  // A resolved reference is a copy of the schema with the same list of properties.
  const identity = schema['properties'] ?? schema;
  if (budget.around.has(identity)) return undefined;
  budget.around.add(identity);
  const sample = sampleContent(schema, budget, depth);
  budget.around.delete(identity);
  return sample;
}

function sampleContent(schema: Json, budget: ValueBudget, depth: number): unknown {
  const { example, default: fallback, const: constant, examples, oneOf, anyOf } = schema;
  const chosenValue = example ?? fallback ?? constant ?? firstOf(examples);
  if (chosenValue !== undefined) return copyExample(chosenValue, budget);
  if (Array.isArray(schema['enum'])) return copyExample(firstOf(schema['enum']), budget);
  if (Array.isArray(schema['allOf'])) {
    const parts = schema['allOf'].map((part) => sampleSchema(part, budget, depth + 1));
    return Object.assign({}, ...parts, sampleProperties(schema, budget, depth)) as unknown;
  }
  const choice = firstOf(oneOf) ?? firstOf(anyOf);
  return choice === undefined ? sampleType(schema, budget, depth) : sampleSchema(choice, budget, depth + 1);
}

/** A value of the schema's type, where the schema has no example and no alternatives. */
function sampleType(schema: Json, budget: ValueBudget, depth: number): unknown {
  const [type] = [schema['type']].flat().filter((name) => name !== 'null');
  switch (type) {
    case 'string':
      return formatExamples.get(schema['format']) ?? '';
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return true;
    case 'array': {
      const item = sampleSchema(schema['items'], budget, depth + 1);
      return item === null || item === undefined ? [] : [item];
    }
    default:
      return isObject(schema['properties']) || type === 'object' ? sampleProperties(schema, budget, depth) : null;
  }
}

function sampleProperties(schema: Json, budget: ValueBudget, depth: number): Json {
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  return Object.fromEntries(
    properties
      .filter(([, property]) => !(isObject(property) && property['readOnly'] === true))
      .map(([name, property]) => [name, sampleSchema(property, budget, depth + 1)] as const)
      .filter(([, sample]) => sample !== undefined),
  );
}
