/**
 * What the conversion of Swagger 2 to OpenAPI 3 omits: body and form parameters that are references or stand beside the
 * operations of a path, and the default values of form parameters.
 */
import { isObject, list, scalarText, type Json } from '../imported/imported.ts';

/** Fields of a parameter from which its value is taken. */
const valueFields = ['default', 'enum', 'example', 'x-example', 'minimum'] as const;
const inBody = (parameter: Json): boolean => parameter['in'] === 'body' || parameter['in'] === 'formData';

/** Gives each operation of a Swagger 2 description its body and form parameters, in full. */
export function inlineBodyParameters(swagger: Json): void {
  const resolve = (parameter: Json): Json => {
    const name = /^#\/parameters\/(.+)$/.exec(scalarText(parameter['$ref']))?.[1];
    return (name === undefined ? undefined : member(swagger, 'parameters', name)) ?? parameter;
  };
  for (const [, item] of entries(swagger['paths'])) {
    const common = list(item['parameters']).map(resolve);
    if (common.length > 0) item['parameters'] = common.filter((parameter) => !inBody(parameter));
    for (const [, operation] of entries(item)) {
      const parameters = list(operation['parameters']).map(resolve);
      const names = new Set(parameters.map(({ name }) => name));
      const added = common.filter((parameter) => inBody(parameter) && !names.has(parameter['name']));
      if (parameters.length + added.length > 0) operation['parameters'] = [...parameters, ...added];
    }
  }
}

/** Puts the values of form parameters into the schemas of the converted description. */
export function restoreFormValues(swagger: Json, converted: Json): void {
  for (const [path, item] of entries(swagger['paths'])) {
    for (const [method, operation] of entries(item)) {
      const content = member(converted, 'paths', path, method, 'requestBody', 'content');
      const forms = list(operation['parameters']).filter((parameter) => parameter['in'] === 'formData');
      for (const [, { schema }] of entries(content)) {
        for (const parameter of forms) {
          const property = member(schema, 'properties', scalarText(parameter['name']));
          for (const field of valueFields) if (property) property[field] ??= parameter[field];
        }
      }
    }
  }
}

function member(from: unknown, ...names: readonly string[]): Json | undefined {
  let value = from;
  for (const name of names) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(value) ? value : undefined;
}

const entries = (value: unknown): [string, Json][] =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, Json] => isObject(entry[1]));
