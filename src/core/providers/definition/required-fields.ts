/**
 * Makes the schema of a body that has at least these fields: `{ 'data.object.id': 'string' }`. A `?` after a type
 * allows null.
 */
import type { BodySchema } from '../../../contract/webhooks/webhook-provider.ts';

type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
export type RequiredFields = Record<string, FieldType | `${FieldType}?`>;

/** An event with its title, or several titles of which the first with all values is used, and the fields of its body. */
export const event = (
  title: string | string[],
  fields: RequiredFields = {},
): { title: string | string[]; schema: BodySchema } => ({ title, schema: requiredFields(fields) });

export function requiredFields(fields: RequiredFields): BodySchema {
  const root: BodySchema = { type: 'object' };
  for (const [path, type] of Object.entries(fields)) {
    const names = path.split('.');
    let schema = root;
    for (const [at, name] of names.entries()) {
      schema.properties ??= {};
      const isLast = at === names.length - 1;
      const inner = (schema.properties[name] ??= isLast ? typeSchema(type) : { type: 'object' }) as BodySchema;
      schema.required = [...new Set([...(schema.required ?? []), name])];
      schema = inner;
    }
  }
  return root;
}

function typeSchema(type: RequiredFields[string]): BodySchema {
  const plainType = type.replace('?', '') as FieldType;
  return { type: plainType === type ? plainType : [plainType, 'null'] };
}
