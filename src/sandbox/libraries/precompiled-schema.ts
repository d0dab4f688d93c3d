/**
 * Ajv checks every schema by the schema of JSON Schema itself, and compiles that one first: for a small script, this takes
 * longer than everything else it does. The build has Ajv generate the functions for it (scripts/precompiled-schema.ts), and
 * they are put together here as Ajv does it, so that all that can be seen of them is the same.
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
/** As Ajv calls the functions that it generates, with the same ten arguments. */
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

/** What Ajv makes of one schema with one set of options. */
export interface PrecompiledSchema {
  /** The place in `refVal` of each reference in the schema. */
  refs: Record<string, number>;
  /** In the order in which Ajv makes them: the place in `refVal`, and the function. Place 0 is the schema itself. */
  functions: [place: number, make: Make][];
}
type Compile = (this: Ajv, schema: unknown, root?: unknown, localRefs?: unknown, baseId?: string) => unknown;

export interface Precompiled {
  /** Ajv's own function. */
  compile: Compile;
  schema: Schema;
  firstError: PrecompiledSchema;
  allErrors: PrecompiledSchema;
  /** What Ajv hands to every function that it generates, at the end of the arguments. */
  helpers: [equal: unknown, ucs2length: unknown, ValidationError: unknown];
  /** Formats that the schema uses, as they are unless a script changes them. */
  formats: Record<string, unknown>;
  /** How many keywords there are unless a script adds or removes some. */
  keywords: number;
}

/** Options that do not change the code which Ajv generates for the schema of JSON Schema. */
const withoutEffect = new Set([
  ...['addUsedSchema', 'allErrors', 'cache', 'defaultMeta', 'formats', 'loadSchema', 'logger', 'meta', 'missingRefs'],
  ...['schemaId', 'schemas', 'serialize', 'unknownFormats', 'validateSchema'],
]);

/** @returns Ajv's function that compiles a schema, to which the schema of JSON Schema is no work */
export function withPrecompiled({ compile, schema, ...precompiled }: Precompiled): Compile {
  const isUnchanged = ({ _opts, _formats, RULES }: Ajv): boolean =>
    Object.keys(_opts).every(
      (name) =>
        _opts[name] === undefined || withoutEffect.has(name) || (name === 'loopRequired' && _opts[name] === Infinity),
    ) &&
    Object.keys(precompiled.formats).every((name) => _formats[name] === precompiled.formats[name]) &&
    Object.keys(RULES.custom).length === 0 &&
    Object.keys(RULES.all).length === precompiled.keywords;

  return function (this: Ajv, wanted, root, localRefs, baseId) {
    if (wanted !== schema || root !== undefined || !isUnchanged(this)) {
      return compile.call(this, wanted, root, localRefs, baseId);
    }
    const { refs, functions } = this._opts.allErrors === true ? precompiled.allErrors : precompiled.firstError;
    return assemble(this, { refs: { ...refs }, functions });
  };

  function assemble(ajv: Ajv, { refs, functions }: PrecompiledSchema): unknown {
    const at: unknown[] = [schema];
    for (const [ref, place] of Object.entries(refs)) at[place] = pointed(schema, ref.slice(ref.indexOf('#') + 1));
    // What is not made into a function is inlined where it is used, and listed as the schema that it is.
    const refVal = [undefined, ...at.slice(1)];
    const root = { schema, refVal, refs };
    for (const [place, make] of functions) {
      const validate = make(ajv, ajv.RULES, ajv._formats, root, refVal, [], [], ...precompiled.helpers);
      refVal[0] = refVal[place] = validate;
      Object.assign(validate, { schema: at[place], errors: null, refs, refVal, root: place === 0 ? validate : root });
    }
    return refVal[0];
  }
}

/** Ajv's function that collects the ids inside a schema. */
type CollectIds = (this: Ajv, schema: unknown) => Record<string, unknown>;

/** @returns the function, to which the schema of JSON Schema is no work: it has no ids inside, whatever they are called */
export const withKnownIds = (ids: CollectIds, schema: Schema): CollectIds =>
  function (this: Ajv, wanted) {
    return wanted === schema ? {} : ids.call(this, wanted);
  };

/** What a JSON Pointer without escapes leads to. */
const pointed = (schema: Schema, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Schema)[key], schema);
