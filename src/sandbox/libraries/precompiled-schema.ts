/**
 * Ajv validates every schema by the meta-schema of JSON Schema, and compiles that one first, which takes longer than
 * all the rest of a small script. The build has Ajv generate the functions for it (scripts/precompiled-schema.ts), and
 * they are combined here like in Ajv, so that no difference is visible.
 */
interface Options extends Record<string, unknown> {
  allErrors?: boolean;
}
interface Ajv {
  _opts: Options;
  _formats: Record<string, unknown>;
  RULES: { all: object; custom: object };
}
type Schema = Record<string, unknown>;
type Validate = ((data: unknown) => boolean) & {
  schema: unknown;
  errors: unknown;
  refs: Record<string, number>;
  refVal: unknown[];
  root: unknown;
};
/** A generated function, which Ajv calls with these ten arguments. */
type Make = (
  self: Ajv,
  rules: unknown,
  formats: unknown,
  root: unknown,
  refVal: unknown[],
  defaults: unknown[],
  customRules: unknown[],
  equal: unknown,
  ucs2length: unknown,
  ValidationError: unknown,
) => Validate;

/** Ajv's result for one schema with one set of options. */
export interface PrecompiledSchema {
  /** The index in `refVal` of each reference in the schema. */
  refs: Record<string, number>;
  /** In Ajv's order: the index in `refVal`, and the function. Index 0 is the schema itself. */
  functions: [place: number, make: Make][];
}
type Compile = (this: Ajv, schema: unknown, root?: unknown, localRefs?: unknown, baseId?: string) => unknown;

export interface PrecompiledMetaSchema {
  /** Ajv's own function. */
  compile: Compile;
  schema: Schema;
  firstError: PrecompiledSchema;
  allErrors: PrecompiledSchema;
  /** The last arguments that Ajv passes to every generated function. */
  helpers: [equal: unknown, ucs2length: unknown, ValidationError: unknown];
  /** The formats that the schema uses, unmodified by the script. */
  formats: Record<string, unknown>;
  /** The number of keywords, unless a script adds or removes some. */
  keywords: number;
}

/** Options that do not affect the code that Ajv generates for the meta-schema. */
const withoutEffect = new Set([
  'addUsedSchema',
  'allErrors',
  'cache',
  'defaultMeta',
  'formats',
  'loadSchema',
  'logger',
  'meta',
  'missingRefs',
  'schemaId',
  'schemas',
  'serialize',
  'unknownFormats',
  'validateSchema',
]);

/** @returns Ajv's compile function that uses the precompiled meta-schema */
export function withPrecompiled({ compile, schema, ...precompiled }: PrecompiledMetaSchema): Compile {
  const isUnchanged = ({ _opts, _formats, RULES }: Ajv): boolean =>
    Object.keys(_opts).every(
      (name) =>
        _opts[name] === undefined || withoutEffect.has(name) || (name === 'loopRequired' && _opts[name] === Infinity),
    ) &&
    Object.keys(precompiled.formats).every((name) => _formats[name] === precompiled.formats[name]) &&
    Object.keys(RULES.custom).length === 0 &&
    Object.keys(RULES.all).length === precompiled.keywords;

  return function (this: Ajv, compiledSchema, root, localRefs, baseId) {
    if (compiledSchema !== schema || root !== undefined || !isUnchanged(this)) {
      return compile.call(this, compiledSchema, root, localRefs, baseId);
    }
    const { refs, functions } = this._opts.allErrors === true ? precompiled.allErrors : precompiled.firstError;
    return assemble(this, { refs: { ...refs }, functions });
  };

  function assemble(ajv: Ajv, { refs, functions }: PrecompiledSchema): unknown {
    const schemas: unknown[] = [schema];
    for (const [ref, place] of Object.entries(refs)) schemas[place] = pointed(schema, ref.slice(ref.indexOf('#') + 1));
    // Schemas without a function of their own are inlined where they are used, and listed as schemas.
    const refVal = [undefined, ...schemas.slice(1)];
    const root = { schema, refVal, refs };
    for (const [place, make] of functions) {
      const validate = make(ajv, ajv.RULES, ajv._formats, root, refVal, [], [], ...precompiled.helpers);
      refVal[0] = refVal[place] = validate;
      Object.assign(validate, {
        schema: schemas[place],
        errors: null,
        refs,
        refVal,
        root: place === 0 ? validate : root,
      });
    }
    return refVal[0];
  }
}

/** Ajv's function that collects the ids inside a schema. */
type CollectIds = (this: Ajv, schema: unknown) => Record<string, unknown>;

/** @returns the function, which skips the meta-schema because that contains no ids */
export const withKnownIds = (ids: CollectIds, schema: Schema): CollectIds =>
  function (this: Ajv, compiledSchema) {
    return compiledSchema === schema ? {} : ids.call(this, compiledSchema);
  };

/** The value at a JSON Pointer without escapes. */
const pointed = (schema: Schema, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Schema)[key], schema);
