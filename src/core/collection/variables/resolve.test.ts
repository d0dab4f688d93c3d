/** Replacing variables in requests; no set of variables can exhaust the memory. */
import { expect, test } from 'vitest';
import { loneContext, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import { createResolver, fillIn } from './resolve.ts';

function scopesWith(values: Record<string, unknown>): ScopeStates {
  const { scopes } = loneContext();
  return { ...scopes, environment: { values } };
}
const resolverOf = (values: Record<string, unknown>) => createResolver(scopesWith(values));

test('names in values, in objects and arrays, and nested names are replaced', () => {
  const values = { a: '{{b}}!', b: 'B', n: 7, list: [1], key: 'b' };
  const resolver = resolverOf(values);
  expect(resolver.fill({ x: ['{{a}}', { y: '{{ n }} {{list}} {{{{key}}}}' }], z: null })).toEqual({
    x: ['B!', { y: '7 1 B' }],
    z: null,
  });
  expect(resolver.warnings()).toEqual([]);
});
test('only what changes is copied, and the original stays as it was', () => {
  const original = { url: '{{a}}', headers: [{ value: 'x' }, { value: '{{a}}' }], body: { text: '{x}' } };
  const before = structuredClone(original);
  const filled = resolverOf({ a: 'A' }).fill(original);
  expect(filled).toEqual({ url: 'A', headers: [{ value: 'x' }, { value: 'A' }], body: { text: '{x}' } });
  expect(original).toEqual(before);
  expect(filled.body).toBe(original.body);
  expect(filled.headers[0]).toBe(original.headers[0]);
  expect(resolverOf({}).fill(original.body)).toBe(original.body);
});
test('members of objects and lists are reached by their path; a variable of the whole name has priority', () => {
  const user = { name: 'ann', 'fav-food': ['egg', { kind: 'ham' }], gone: null };
  const resolver = resolverOf({ user, list: [1, 'two'], 'user.age': 5 });
  const template =
    '{{user.name}} {{ user.fav-food[0] }} {{user.fav-food[1].kind}} {{list[1]}} {{user.age}} {{user.gone}}';
  expect(resolver.fill(template)).toBe('ann egg ham two 5 null');
  const quoted = resolverOf({ user: { 'a b': [{ 'c.d': 1 }] } });
  expect(quoted.fill(`{{user['a b'][0]["c.d"]}} {{user["a b'][0]}}`)).toBe(`1 {{user["a b'][0]}}`);
  const unknown = '{{user.nope}} {{list[7]}} {{list.length.x}} {{user.constructor}} {{user..name}}';
  expect(resolver.fill(unknown)).toBe(unknown);
  expect(resolver.warnings()[0]).toContain('{{user.constructor}}');
});
test('a name without a value stays and is reported; markers of the service are not variables', () => {
  const resolver = resolverOf({});
  expect(resolver.fill('{{one}} {{SWE002}} {{two}}')).toBe('{{one}} {{SWE002}} {{two}}');
  expect(resolver.warnings()).toEqual(['{{one}}, {{two}} have no value: define them in the environment.']);
});
test('circular variables end with a warning that names them', () => {
  const resolver = resolverOf({ a: '{{b}}', b: '{{a}}', self: '{{self}}' });
  resolver.fill(['{{a}}', '{{self}}']);
  expect(resolver.warnings()).toEqual(['{{b}}, {{self}} name each other in a circle and cannot be filled in.']);
});
test('22 variables that each contain the next one four times are an immediate error', () => {
  const values = Object.fromEntries(
    Array.from({ length: 22 }, (_, at) => [`v${at}`, at === 21 ? 'x' : `{{v${at + 1}}}`.repeat(4)]),
  );
  // Replaced, they would not fit into memory.
  expect(() => resolverOf(values).fill('{{v0}}')).toThrow(/The variable \{\{v\d+\}\} makes more than 100000 repl/);
});
test('the limits apply to a request as a whole', () => {
  const resolver = resolverOf({ a: 'x' });
  const many = '{{a}}'.repeat(60_000);
  resolver.fill(many);
  expect(() => resolver.fill(many)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }) as Error);
});
test('a few replacements with long texts exceed the limit too, and the error names the variable', () => {
  const resolver = resolverOf({ long: 'x'.repeat(1024 * 1024), many: '{{long}}'.repeat(100) });
  expect(() => resolver.fill('{{many}}')).toThrow(/With the variable \{\{long\}\}, the text becomes longer/);
});
test('objects that are too deep or circular are an error, not a stack overflow', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(() => resolverOf({}).fill(circular)).toThrow(/more than 200 objects inside each other/);
});
test('a large text with few variables is replaced', () => {
  const text = `${'x'.repeat(20_000_000)}{{a}}`;
  expect(resolverOf({ a: 'b' }).fill(text)).toHaveLength(20_000_001);
});

test('a generated value is filled in where only the value of a variable names it', async () => {
  const scopes = scopesWith({ id: 'order-{{$guid}}', plain: 'x' });
  const { filled, warnings } = await fillIn({ url: '{{id}} {{$randomIPV4}}' }, scopes);
  expect(filled.url).toMatch(/^order-[0-9a-f-]{36} [\d.]+$/);
  expect(warnings).toEqual([]);
});

test('the library of dynamic variables is needed only where a text or a used value names one', () => {
  const needs = (template: string) => {
    const resolver = createResolver(scopesWith({ id: 'order-{{$guid}}', plain: 'x' }));
    resolver.fill(template);
    return resolver.lacksDynamic();
  };
  expect(needs('{{plain}} {{absent}} $guid')).toBe(false);
  expect(needs('{{id}}')).toBe(true);
  expect(needs('{{$guid}}')).toBe(true);
});
test('a name of a dynamic variable that nobody knows stays, and is reported', async () => {
  const { filled, warnings } = await fillIn('{{$nothing}}', scopesWith({}));
  expect(filled).toBe('{{$nothing}}');
  expect(warnings).toEqual([expect.stringContaining('{{$nothing}}')]);
});

test('random dates of Bruno are in the form of ISO 8601, and lie before or after now', async () => {
  const names = ['Future', 'Past', 'Recent'].map((name) => `{{$randomDate${name}}}`);
  const dates = async (options: Parameters<typeof fillIn>[2]) => (await fillIn(names, scopesWith({}), options)).filled;
  const [future = '', past = '', recent = ''] = await dates({ likeBruno: true });
  for (const text of [future, past, recent]) expect(new Date(text).toISOString()).toBe(text);
  expect(Date.parse(future)).toBeGreaterThan(Date.now());
  expect(Date.parse(past)).toBeLessThan(Date.now());
  expect(Date.now() - Date.parse(recent)).toBeLessThan(24 * 60 * 60 * 1000 + 1000);
  expect((await dates({}))[0]).toMatch(/GMT/);
});
