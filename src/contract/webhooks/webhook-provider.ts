/**
 * The description of a webhook provider: data only. Built-in providers and those of a workspace
 * (webhook-providers/*.yml) have the same form; docs/webhook-providers.md explains it.
 */
import * as z from 'zod';
import { headerName, signatureScheme } from './webhook-signature.ts';

/** Dotted names, with numbers for the items of arrays: `data.object.id`, `items.0.sku`. */
const fieldPath = z.string().min(1).max(500);
const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);
/** `true`: the value has to be present. */
const expectedValue = z.union([scalar, z.strictObject({ startsWith: z.string().min(1).max(1000) })]);
export type ExpectedValue = z.output<typeof expectedValue>;

/** Headers and fields of one condition, which are looked up for each notification. */
const MAX_COMPARED = 50;
/** All given members have to match. */
const providerCondition = z
  .strictObject({
    headers: z.record(headerName, expectedValue).optional(),
    fields: z.record(fieldPath, expectedValue).optional(),
  })
  .refine(({ headers, fields }) => Object.keys({ ...headers, ...fields }).length > 0, {
    message: 'names no header and no field, and would recognise everything',
  })
  .refine(({ headers = {}, fields = {} }) => Object.keys(headers).length + Object.keys(fields).length <= MAX_COMPARED, {
    message: `names more than ${MAX_COMPARED} headers and fields`,
  });
export type ProviderCondition = z.output<typeof providerCondition>;

const template = z.string().min(1).max(500);
/** The first template whose values are all present is used. */
const templates = z.union([template, z.array(template).min(1).max(10)]);
export type Templates = z.output<typeof templates>;

const jsonType = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/**
 * The keywords of JSON Schema 2020-12 whose cost depends on the body's size only: regular expressions, references and
 * `uniqueItems` are excluded, because a stranger's body could make them take forever.
 */
export interface BodySchema {
  type?: z.output<typeof jsonType> | z.output<typeof jsonType>[] | undefined;
  required?: string[] | undefined;
  properties?: Record<string, BodySchema | boolean> | undefined;
  additionalProperties?: BodySchema | boolean | undefined;
  items?: BodySchema | boolean | undefined;
  anyOf?: BodySchema[] | undefined;
  allOf?: BodySchema[] | undefined;
  enum?: z.output<typeof scalar>[] | undefined;
  const?: z.output<typeof scalar> | undefined;
  format?: string | undefined;
}
const bodySchemaOrBoolean = () => z.union([z.boolean(), bodySchema]);
const bodySchema: z.ZodType<BodySchema, BodySchema> = z.lazy(() =>
  z.strictObject({
    $schema: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    examples: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    type: z.union([jsonType, z.array(jsonType)]).optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), bodySchemaOrBoolean()).optional(),
    additionalProperties: bodySchemaOrBoolean().optional(),
    items: bodySchemaOrBoolean().optional(),
    anyOf: z.array(bodySchema).min(1).max(20).optional(),
    allOf: z.array(bodySchema).min(1).max(20).optional(),
    enum: z.array(z.union([scalar, z.null()])).optional(),
    const: z.union([scalar, z.null()]).optional(),
    format: z.enum(['date-time', 'date', 'time', 'uuid', 'ipv4']).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().int().min(0).optional(),
    maxLength: z.number().int().min(0).optional(),
    minItems: z.number().int().min(0).optional(),
    maxItems: z.number().int().min(0).optional(),
  }),
) as z.ZodType<BodySchema, BodySchema>;

const providerEvent = z
  .strictObject({
    title: templates.optional(),
    sentence: templates.optional(),
    /** A body as documented by the sender: every field is expected, with its type. */
    example: z.unknown().optional(),
    schema: bodySchema.optional(),
  })
  .refine(({ example, schema }) => example === undefined || schema === undefined, {
    message: 'has an example and a schema; a body is compared with one of them',
  });
export type ProviderEvent = z.output<typeof providerEvent>;

export const providerDefinition = z.strictObject({
  /** The name for people: `GitHub`. */
  name: z.string().min(1).max(60),
  documentation: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  /** A request belongs to this provider when one of these conditions matches. */
  recognize: z.array(providerCondition).min(1).max(20),
  /** The name of the event. */
  event: templates,
  /** Used where the event has none of its own. */
  title: templates.optional(),
  sentence: templates.optional(),
  /** The id of the object that the event is about; notifications with the same subject belong together. */
  subject: templates.optional(),
  /** The present state of the subject. */
  status: templates.optional(),
  /** A text that is equal for repeated deliveries of the same event. */
  identity: templates.optional(),
  /** Meanings of fields, by their path or its last names. */
  fields: z.record(fieldPath, z.string().max(500)).default({}),
  /** The events by their names; `invoice.*` matches all names with this prefix that have no entry of their own. */
  events: z.record(z.string().min(1).max(200), providerEvent).default({}),
  signature: signatureScheme.optional(),
});
export type ProviderDefinition = z.output<typeof providerDefinition>;
export type ProviderInput = z.input<typeof providerDefinition>;
