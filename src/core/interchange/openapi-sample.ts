/**
 * Values that fit the schemas of an OpenAPI description. References are resolved already, so that a schema may contain
 * itself, or a short description may stand for billions of values: depth and number are bounded.
 */
import { isObject, text, type Json } from './imported.ts';

const MAX_SCHEMA_DEPTH = 6;
const MAX_EXAMPLE_DEPTH = 50;
const MAX_VALUES_OF_REQUEST = 10_000;
const MAX_VALUES = 1_000_000;

export interface RequestSampler {
  /** The example of a parameter or a media type, or one from its schema; else an empty text. */
  parameter(parameter: Json): unknown;
  /** The example of a schema, else a value built from its types; null where there is none. */
  schema(schema: unknown): unknown;
}
export interface Sampler {
  forRequest(): RequestSampler;
  /** Whether a limit was reached. */
  isIncomplete(): boolean;
}

const formatExamples: Record<string, string> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  uri: 'https://example.com',
};
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

export function createSampler(): Sampler {
  let remaining = MAX_VALUES;
  let incomplete = false;
  return {
    isIncomplete: () => incomplete,
    forRequest() {
      let ofRequest = MAX_VALUES_OF_REQUEST;
      /** Counts one value. */
      const allows = (depth: number, maxDepth: number): boolean => {
        remaining -= 1;
        ofRequest -= 1;
        const exhausted = remaining < 0 || ofRequest < 0;
        if (exhausted) incomplete = true;
        return !exhausted && depth <= maxDepth;
      };
      const copy = (value: unknown, depth = 0): unknown => {
        if (typeof value !== 'object' || value === null) return value;
        if (!allows(depth, MAX_EXAMPLE_DEPTH)) return null;
        if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member, depth + 1)]));
      };
      const properties = (schema: Json, depth: number): Json =>
        Object.fromEntries(
          Object.entries(isObject(schema['properties']) ? schema['properties'] : {})
            .filter(([, one]) => !(isObject(one) && one['readOnly'] === true))
            .map(([name, one]) => [name, sample(one, depth + 1)]),
        );
      const sample = (schema: unknown, depth = 0): unknown => {
        if (!isObject(schema) || !allows(depth, MAX_SCHEMA_DEPTH)) return null;
        const {
          example,
          default: fallback,
          const: constant,
          examples,
          oneOf,
          anyOf,
        } = schema as Record<string, unknown>;
        const chosen = example ?? fallback ?? constant ?? firstOf(examples);
        if (chosen !== undefined) return copy(chosen);
        if (Array.isArray(schema['enum'])) return copy(firstOf(schema['enum']));
        if (Array.isArray(schema['allOf'])) {
          const parts = schema['allOf'].map((one) => sample(one, depth + 1));
          return Object.assign({}, ...parts, properties(schema, depth)) as unknown;
        }
        const choice = firstOf(oneOf) ?? firstOf(anyOf);
        if (choice !== undefined) return sample(choice, depth + 1);
        const [type] = [schema['type']].flat().filter((one) => one !== 'null');
        switch (type) {
          case 'string':
            return formatExamples[text(schema['format'])] ?? '';
          case 'integer':
          case 'number':
            return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
          case 'boolean':
            return true;
          case 'array': {
            const item = sample(schema['items'], depth + 1);
            return item === null ? [] : [item];
          }
          default:
            return isObject(schema['properties']) || type === 'object' ? properties(schema, depth) : null;
        }
      };
      return {
        schema: (schema) => sample(schema),
        parameter(parameter) {
          if (parameter['example'] !== undefined) return copy(parameter['example']);
          const [first] = Object.values(isObject(parameter['examples']) ? parameter['examples'] : {});
          if (isObject(first) && first['value'] !== undefined) return copy(first['value']);
          const schema = isObject(parameter['schema']) ? parameter['schema'] : {};
          return copy(
            schema['default'] ?? schema['example'] ?? firstOf(schema['examples']) ?? firstOf(schema['enum']) ?? '',
          );
        },
      };
    },
  };
}
