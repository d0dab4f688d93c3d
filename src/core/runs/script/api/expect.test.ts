/** pm.expect and Bruno's expect compared with chai: the same assertions have the same outcome and the same message. */
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { createExpect, type Expect } from '../../../../sandbox/pm/expect.ts';
import { isKind } from '../../../../sandbox/pm/requests/sdk.ts';

interface Chai {
  expect: Expect;
  use(plugin: unknown): void;
}
const require = createRequire(import.meta.url);
const chai = require('chai') as Chai;
/** A second copy, to which Bruno's runtime adds its assertions. */
const chaiOfBruno = (() => {
  for (const file of Object.keys(require.cache))
    if (/[\\/]node_modules[\\/]chai[\\/]/.test(file)) delete require.cache[file];
  require('@usebruno/js/src/runtime/assert-runtime.js');
  return require('chai') as Chai;
})();
const sdk = require('postman-collection') as { Response: new (fields: object) => object };
const plugin = require('chai-postman') as (sdk: object, lodash: unknown, ajv: unknown) => unknown;
chai.use(
  plugin(
    {
      Request: { isRequest: () => false },
      Response: { isResponse: (value: unknown) => isKind(value, 'Response') },
    },
    require('lodash'),
    require('ajv'),
  ),
);
const response = (code: number, status: string, body: string) =>
  new sdk.Response({ code, status, body, header: [{ key: 'X-One', value: '1' }], responseTime: 5 });
const values = {
  json: { ok: true, list: [1, 'two', null], deep: { n: 1.5, none: null }, text: 'a text' },
  response: response(200, 'OK', '{"a":1}'),
  missing: response(404, 'Not Found', 'no'),
  broken: response(500, 'Internal Server Error', '{'),
  date: new Date(0),
  map: new Map([[1, 2]]),
  nothing: Object.create(null) as object,
};

/** The outcome of an assertion, and how often chai was needed for it. */
function say(sentence: string, isOwn: boolean, { ofPostman = true } = {}): { outcome: string; handovers: number } {
  let handovers = 0;
  const whole = (ofPostman ? chai : chaiOfBruno).expect;
  const light = createExpect(
    () => {
      handovers += 1;
      return whole;
    },
    () => false,
    { ofPostman },
  );
  const names = ['expect', ...Object.keys(values)];
  // oxlint-disable-next-line typescript/no-implied-eval -- the code consists of the assertions below
  const speak = new Function(...names, `${sentence}; return 'holds';`) as (...parameters: unknown[]) => string;
  try {
    return { outcome: speak(isOwn ? light : whole, ...Object.values(values)), handovers };
  } catch (error) {
    return { outcome: (error as Error).message, handovers };
  }
}

const subjects = [
  'undefined',
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1',
  'NaN',
  '2.5',
  '10n',
  '""',
  '"two"',
  '"a text"',
  '[]',
  '[1, "two", null]',
  '{}',
  '{ ok: true }',
  '({ a: { b: [1] } })',
  'json',
  'json.list',
  'date',
  'map',
  'nothing',
  '(() => 1)',
  'Symbol.iterator',
  'response',
  'missing',
  'broken',
  'Object.assign([1], { more: 1 })',
];
const claims = [
  'true',
  'false',
  'null',
  'undefined',
  'exist',
  'ok',
  'empty',
  'json',
  'success',
  'clientError',
  'serverError',
  'a("string")',
  'an("Array")',
  'a("object")',
  'a("number")',
  'a("null")',
  'an("undefined")',
  'a("function")',
  'equal(1)',
  'equal("two")',
  'equals(null)',
  'eq(-0)',
  'equal(json)',
  'eql({ ok: true })',
  'eql([1, "two", null])',
  'deep.equal({ a: { b: [1] } })',
  'eql(0)',
  'eql(NaN)',
  'deep.eql([])',
  'eql({})',
  'deep.equal(date)',
  'eqls([1])',
  'include("two")',
  'contain(1)',
  'includes({ ok: true })',
  'deep.include({ ok: true })',
  'include(NaN)',
  'length(0)',
  'lengthOf(3)',
  'length.above(1)',
  'lengthOf.at.least(3)',
  'an.instanceof(Date)',
  'above(1)',
  'at.least(1)',
  'gte(2.5)',
  'lt(2)',
  'below(new Date(5))',
  'most(0)',
  'within(1, 3)',
  'match(/t/)',
  'match(/t/g)',
  'oneOf([1, "two", null])',
  'oneOf("two")',
  'include("two").and.oneOf(["two"])',
  'include.oneOf([1])',
  'property("ok")',
  'property("ok", true)',
  'property("ok", false)',
  'property("ok").that.is.true',
  'own.property("ok")',
  'property("a").with.property("b").that.eqls([1])',
  'nested.property("a.b[0]", 1)',
  'property("length", 3)',
  'keys("ok")',
  'all.keys(["ok"])',
  'members([1, "two", null])',
  'string("t")',
  'status(200)',
  'status("Not Found")',
  'status("200")',
  'header("x-one")',
  'header("X-One", "1")',
  'header("X-One", "2")',
  'header("none")',
  'jsonBody()',
  'jsonBody("a")',
  'jsonBody("a", 1)',
  'body("no")',
  'be.jsonn',
  'equal(1, "told")',
  'respondTo("json")',
  'match("t")',
  'jsonSchema({ type: "string" })',
  'startsWith("a")',
  'equalIgnoreCase("TWO")',
];

describe.each([{ ofPostman: true }, { ofPostman: false }])('with the words of Postman: $ofPostman', (options) => {
  test.each(subjects)('assertions about %s that hold, hold with and without chai', (subject) => {
    for (const claim of claims) {
      for (const link of ['.to.be.', '.to.not.', '.not.to.have.']) {
        const sentence = `expect(${subject}, "why")${link}${claim}`;
        const [light, whole] = [say(sentence, true, options), say(sentence, false, options)];
        expect(`${sentence}: ${light.outcome}`).toBe(`${sentence}: ${whole.outcome}`);
      }
    }
  });
});

test.each([
  'expect(json.ok).to.be.true',
  'expect(json).to.be.an("object").that.has.property("text").that.is.a("string").and.includes("text")',
  'expect(json.list).to.be.an("array").with.lengthOf(3)',
  'expect(json).to.deep.equal({ ok: true, list: [1, "two", null], deep: { n: 1.5, none: null }, text: "a text" })',
  'expect(json.deep.n).to.be.above(1).and.not.to.equal(2)',
  'expect(response).to.have.status(200).and.to.be.ok',
  'expect(response).to.have.header("X-One", "1")',
  'expect(response).to.be.json.and.to.be.success',
])('needs no chai: %s', (sentence) => {
  expect(say(sentence, true)).toEqual({ outcome: 'holds', handovers: 0 });
  if (!sentence.includes('response')) expect(say(sentence, true, { ofPostman: false }).handovers).toBe(0);
});

test.each([
  'const said = expect(json); said.to.have.property("ok"); said.to.have.property("text")',
  'const said = expect(json).to; said.nested.property("deep.n"); said.have.property("deep.n", 1.5)',
  'const said = expect(1); said.to.not.equal(2); said.to.equal(1)',
  'const said = expect(1); said.not.equal(2); said.equal(1)',
  'const said = expect(json).to.have; said.property("ok"); said.property("text")',
  'expect.fail("no reason")',
])('an assertion that is continued later: %s', (sentence) => {
  expect(say(sentence, true).outcome).toBe(say(sentence, false).outcome);
});

test('an assertion can be awaited', async () => {
  const light = createExpect(
    () => chai.expect,
    () => false,
  );
  const sentence = light(1).to;
  expect(await Promise.resolve(sentence)).toBe(sentence);
});
