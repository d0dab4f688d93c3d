/** Ajv in scripts has the JSON Schema meta-schema compiled at build time; it does not differ in any other way. */
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { sharedRunner } from '../../testing/fixtures.ts';

const runner = sharedRunner();

async function logs(source: string): Promise<string[]> {
  const { error, logged } = await runner.runWithContext(source, {});
  expect(error).toBeUndefined();
  return logged;
}

/** All results of Ajv for schemas with each set of options; the function runs in scripts and in Node. */
function validationResults(Validator: typeof Ajv): string[] {
  const draft07 = 'http://json-schema.org/draft-07/schema';
  const schemas: object[] = [
    { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    { type: 'wrong' },
    { type: 'object', required: 'id', minLength: -1, enum: [] },
    { properties: { a: { items: { pattern: '[' } } } },
    { $id: 'not a uri ^', $ref: 3, definitions: { a: 7 } },
    { allOf: [], not: { uniqueItems: 1 }, dependencies: { a: ['b', 'b'] }, if: { maximum: 'x' } },
    { $ref: draft07 },
    { items: { $ref: `${draft07}#/definitions/nonNegativeIntegerDefault0` } },
    { properties: { list: { $ref: `${draft07}#/definitions/schemaArray` } } },
    { format: 'unheard-of' },
  ];
  const data: unknown[] = [{ id: 1 }, { id: 'x' }, [-1], { type: 'nothing' }, { list: [] }, { list: [{ type: 'x' }] }];
  const numbered = { metaSchema: { type: 'number' }, validate: () => true };
  const prepared: [options: Ajv.Options, prepare?: (ajv: Ajv.Ajv) => unknown][] = [
    [{}],
    [{ allErrors: true }],
    [{ verbose: true }],
    [{ jsonPointers: true }],
    [{ format: 'full' }],
    [{ nullable: true }],
    [{ unknownFormats: 'ignore' }],
    [{ schemaId: 'auto' }],
    [{ coerceTypes: true, useDefaults: true, removeAdditional: 'all' }],
    [{ validateSchema: false }],
    [{ meta: false, validateSchema: false }],
    [{ $data: true }],
    [{ errorDataPath: 'property', messages: false }],
    [{ keywords: { numbered } }],
    [{}, (ajv) => ajv.addKeyword('numbered', numbered)],
    [{}, (ajv) => ajv.addFormat('uri-reference', () => false)],
    [{}, (ajv) => ajv.removeKeyword('minimum')],
  ];
  return prepared.flatMap(([options, prepare]) =>
    schemas.map((schema) => {
      const ajv = new Validator({ logger: false, ...options });
      prepare?.(ajv);
      const results: unknown[] = [];
      try {
        results.push(ajv.validateSchema(schema), ajv.errors);
        const validate = ajv.compile(schema);
        for (const value of data) results.push(validate(value), validate.errors);
        const meta = ajv.getSchema(draft07);
        results.push(Object.keys(meta ?? {}), meta?.errors, meta?.('x'), meta?.errors);
      } catch (error) {
        // The message of a JavaScript error contains names of variables, which the build shortens.
        results.push(error instanceof TypeError ? error.name : String(error));
      }
      return JSON.stringify([options, schema, results], (_key, value: unknown) =>
        typeof value === 'function' ? 'function' : value,
      );
    }),
  );
}

test('every schema and every set of options has the results of Ajv in Node', async () => {
  const inScript = `${validationResults.toString()}; for (const result of validationResults(require('ajv'))) console.log(result);`;
  expect(await logs(inScript)).toEqual(validationResults(Ajv));
});

test('the meta-schema is compiled in a script only if its options change the code', async () => {
  const compiled = (options: string) =>
    logs(`let compiled = 0;
      const Original = Function;
      globalThis.Function = function (...parts) { compiled += 1; return Original(...parts); };
      console.log(new (require('ajv'))(${options}).validate({ type: 'string' }, 'x'), compiled);`);
  expect(await compiled('')).toEqual(['true 1']);
  expect(await compiled('{ allErrors: true, schemaId: "auto", unknownFormats: "ignore" }')).toEqual(['true 1']);
  expect(await compiled('{ verbose: true }')).toEqual(['true 4']);
});

test("the functions of one validator are independent of another's", async () => {
  expect(
    await logs(`const Ajv = require('ajv');
      const [a, b] = [new Ajv(), new Ajv()].map((ajv) => ajv.getSchema('http://json-schema.org/draft-07/schema'));
      a({ type: 'x' }); a.refs.changed = 1;
      console.log(a === b, a.errors.length, b.errors, b.refs.changed, b.root === b, b.refVal[0] === b, b.refVal[2].root.schema === b.schema);`),
  ).toEqual(['false 3 null undefined true true true']);
});
