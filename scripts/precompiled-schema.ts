/**
 * Generates the module of Ajv that compiles schemas, with the validation functions of the JSON Schema meta-schema
 * precompiled by Ajv (src/sandbox/libraries/precompiled-schema.ts says why and when they are used).
 */
import { createRequire } from 'node:module';
import path from 'node:path';

interface Ajv {
  getSchema(id: string): { refs: Record<string, number>; refVal: { schema?: unknown }[] };
  RULES: { all: object };
}
type AjvClass = new (options: object) => Ajv;

const makerParameters = 'self, RULES, formats, root, refVal, defaults, customRules, equal, ucs2length, ValidationError';

/**
 * @returns the module's source
 * @param root the project's folder
 */
export function precompiledSchema(root: string): string {
  const require = createRequire(path.join(root, 'package.json'));
  const Ajv = require('ajv') as AjvClass;
  const schema = require('ajv/lib/refs/json-schema-draft-07.json') as { $id: string };

  /** Returns an object literal of the type `PrecompiledSchema`. */
  function generate(options: object): string {
    const generated: { code: string; schema: unknown }[] = [];
    const processCode = (code: string, of: unknown) => {
      generated.push({ code, schema: of });
      return code;
    };
    const { refs, refVal } = new Ajv({ ...options, processCode }).getSchema(schema.$id);
    const functions = generated.map(({ code, schema: of }) => {
      const place = refVal.findIndex((value) => value.schema === of);
      return `[${place}, function (${makerParameters}) { ${code} }]`;
    });
    return `{ refs: ${JSON.stringify(refs)}, functions: [${functions.join(',\n')}] }`;
  }

  const file = (name: string) => JSON.stringify(require.resolve(name));
  return `const { withKnownIds, withPrecompiled } = require(${JSON.stringify(path.join(root, 'src/sandbox/libraries/precompiled-schema.ts'))});
    const { uri, 'uri-reference': uriReference, regex } = require(${file('ajv/lib/compile/formats')}).fast;
    const resolve = require(${file('ajv/lib/compile/resolve')});
    resolve.ids = withKnownIds(resolve.ids, require(${file('ajv/lib/refs/json-schema-draft-07.json')}));
    module.exports = withPrecompiled({
      compile: require(${file('ajv/lib/compile/index')}),
      schema: require(${file('ajv/lib/refs/json-schema-draft-07.json')}),
      firstError: ${generate({})},
      allErrors: ${generate({ allErrors: true })},
      helpers: [
        require(${JSON.stringify(createRequire(require.resolve('ajv')).resolve('fast-deep-equal'))}),
        require(${file('ajv/lib/compile/util')}).ucs2length,
        require(${file('ajv/lib/compile/error_classes')}).Validation,
      ],
      formats: { uri, 'uri-reference': uriReference, regex },
      keywords: ${Object.keys(new Ajv({}).RULES.all).length},
    });`;
}

/**
 * The package that computes the keys of Ajv's cache, with the key of the JSON Schema meta-schema precomputed, because
 * every new Ajv needs it.
 * @returns the module's source
 * @param root the project's folder
 */
export function schemaKeys(root: string): string {
  const require = createRequire(path.join(root, 'package.json'));
  const requireFromAjv = createRequire(require.resolve('ajv'));
  const stringify = requireFromAjv('fast-json-stable-stringify') as (value: unknown) => string;
  const schema = 'ajv/lib/refs/json-schema-draft-07.json';
  return `const stringify = require(${JSON.stringify(requireFromAjv.resolve('fast-json-stable-stringify'))});
    const schema = require(${JSON.stringify(require.resolve(schema))});
    const key = ${JSON.stringify(stringify(require(schema)))};
    module.exports = (value, options) => (value === schema ? key : stringify(value, options));`;
}
