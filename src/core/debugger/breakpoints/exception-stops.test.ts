/** Real scripts throw in every possible way; the debugger stops as the setting says. */
import { expect, test } from 'vitest';
import type { ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';
import { debugScript } from '../testing/debugged-run.ts';
import { sharedRunner } from '../../testing/fixtures.ts';

const runner = sharedRunner();

/** The lines at which the script stops until it has ended. */
async function stopsOf(source: string, exceptions: ExceptionStops): Promise<number[]> {
  const script = debugScript(runner, source, { exceptions });
  const lines: number[] = [];
  for (;;) {
    const stop = await Promise.race([script.stopped(), script.outcome.then(() => undefined)]);
    if (!stop) return lines;
    expect(stop.reason).toBe('exception');
    expect(stop.exception?.text).toMatch(/Error: /);
    lines.push(stop.frames[0]?.line ?? 0);
    await script.resume();
  }
}

test.each([
  ['none', []],
  ['uncaught', [2, 4]],
  ['all', [1, 2, 4]],
  ['assertions', [2]],
] as const)('%s', async (exceptions, lines) => {
  const source = `try { [1].forEach(() => JSON.parse('{')); } catch { /* expected */ }
pm.test('fails', () => pm.expect(1).to.equal(2));
await null;
null.x;`;
  expect(await stopsOf(source, exceptions)).toEqual(lines);
});

const throwsLater = 'const later = async () => { await null; null.x; };';
const throwsAtOnce = 'const atOnce = async () => { null.x; };';
const sleeps = 'await new Promise((resolve) => setTimeout(resolve, 20));';
const handled = {
  'try around a call': 'const f = () => null.x; try { f(); } catch {}',
  'try around an await': `${throwsLater} try { await later(); } catch {}`,
  'catch() of a function that throws at once': `${throwsAtOnce} atOnce().catch(() => 0); ${sleeps}`,
  'catch() of a function that throws later': `${throwsLater} later().catch(() => 0); ${sleeps}`,
  'then() with two functions': `${throwsLater} await later().then(() => 1, () => 0);`,
  'catch() behind then()': 'await Promise.resolve().then(() => null.x).catch(() => 0);',
  'catch() of new Promise': 'await new Promise(() => null.x).catch(() => 0);',
  'catch() of a promise that a timer rejects':
    "await new Promise((_, reject) => setTimeout(() => reject(new Error('x')), 1)).catch(() => 0);",
  'catch() of a promise that was made in another function': `const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error('x')), 1));
await late().catch(() => 0);`,
  'catch() of Promise.reject': "await Promise.reject(new Error('x')).catch(() => 0);",
  'catch() of Promise.all': `${throwsLater} await Promise.all([later(), 1]).catch(() => 0);`,
  'Promise.allSettled': `${throwsLater} await Promise.allSettled([later(), later()]);`,
  'a library that expects the error':
    "pm.test('t', () => { pm.expect(() => { throw new Error('x'); }).to.throw('x'); });",
};
test.each(Object.entries(handled))(
  'uncaught does not stop at an exception that is handled by %s',
  async (_name, source) => {
    expect(await stopsOf(source, 'uncaught')).toEqual([]);
  },
);

test('all stops at each of these handled exceptions', async () => {
  const blocks = Object.values(handled).map((source) => `{ ${source.replaceAll('\n', ' ')} }`);
  const lines = new Set(await stopsOf(blocks.join('\n'), 'all'));
  expect([...lines].toSorted((a, b) => a - b)).toEqual(blocks.map((_, index) => index + 1));
});

test.each(
  Object.entries({
    'a promise that nobody waits for': `${throwsLater} try { later(); } catch {} ${sleeps}`,
    'a timer, whose errors a try around its start does not catch': `try { setTimeout(() => null.x, 1); } catch {} ${sleeps}`,
    'an error before catch() is reached': "JSON.parse('{').catch(() => 0);",
    'an error in what handles another': "await Promise.reject(new Error('x')).catch(() => null.x);",
    finally: `${throwsLater} await later().finally(() => 0);`,
  }),
)('uncaught stops at %s', async (_name, source) => {
  expect(await stopsOf(source, 'uncaught')).toEqual([1]);
});

test('assertions stops at the line of each failed assertion of any library, and at no other error', async () => {
  const source = `try { null.x; } catch {}
pm.test('holds', () => pm.expect({ a: 1 }).to.have.property('a'));
pm.test('an error', () => { throw new Error('no assertion'); });
pm.test('expect', () => pm.expect({ a: 1 }).to.have.property('b'));
pm.test('chai', () => require('chai').assert.equal(1, 2));
pm.test('node', () => require('assert').strictEqual(1, 2));
pm.test('awaited', async () => { await null;
  pm.expect.fail('no'); });
try { pm.expect([1]).to.include(2); } catch {}`;
  expect(await stopsOf(source, 'assertions')).toEqual([4, 5, 6, 9, 8]);
});
