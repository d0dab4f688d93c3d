/** Conditions and log points in real scripts: their output, and their behaviour when they throw. */
import { expect, test } from 'vitest';
import { sharedRunner } from '../../testing/fixtures.ts';
import { debugScript } from '../testing/debugged-run.ts';

const runner = sharedRunner();
const source = 'const n = 1;\nconst order = { id: 7, get bad() { throw new Error("getter"); } };\nconsole.log("end");';

/** The output of log points at line 3, each with its problem. */
async function logged(...logs: string[]): Promise<{ texts: string[]; problems: (string | null)[] }> {
  const texts: string[] = [];
  const problems: (string | null)[] = [];
  for (const log of logs) {
    const script = debugScript(runner, source, { breakpoints: [{ line: 3, log }] });
    expect(await script.outcome).toBe('passed');
    expect(script.stops).toEqual([]);
    texts.push(script.logged.slice(0, -1).join());
    problems.push(script.breakpoints.get('b1')?.problem ?? null);
  }
  return { texts, problems };
}

test('the text of a log point contains values; objects stay values', async () => {
  expect(
    (await logged('n is {n}!', '{n}{n + 1}', '100%d {n}', 'the order {order.id}: {({ ...{ a: n } })}')).texts,
  ).toEqual(['n is 1!', '12', '100%d 1', 'the order 7 : { a: 1 }']);
});

test('expressions of a log point may contain braces; braces without an expression are text', async () => {
  expect((await logged('{`<${n}>`} {"}"}', '{n /* } */}', '{ } a } {', '{(() => { return n; })()}')).texts).toEqual([
    '<1> }',
    '1',
    '{ } a } {',
    '1',
  ]);
});

test('a log point with a syntax error reports it, and one that throws continues', async () => {
  const { texts, problems } = await logged('{n n}', '{missing}', '{order.bad}');
  expect(texts).toEqual([
    '',
    'This log point failed: ReferenceError: missing is not defined',
    'This log point failed: Error: getter',
  ]);
  expect(problems).toEqual([expect.stringContaining('SyntaxError'), null, null]);
});

test.each(['none', 'all'] as const)(
  'a condition that throws stops and reports why; pause on exceptions: %s',
  async (exceptions) => {
    const breakpoints = [
      { line: 2, condition: 'missing > 1' },
      { line: 3, condition: 'n > 1', log: 'not written' },
    ];
    const script = debugScript(runner, source, { breakpoints, exceptions });
    expect(await script.stopped()).toMatchObject({ reason: 'breakpoint', breakpoints: ['b1'], frames: [{ line: 2 }] });
    await script.resume();
    expect(await script.outcome).toBe('passed');
    expect(script.stops).toHaveLength(1);
    expect(script.logged).toEqual([
      'The condition of this breakpoint failed: ReferenceError: missing is not defined',
      'end',
    ]);
  },
);

test('a condition can use `this` and `arguments` of its line', async () => {
  const called = 'const o = { f() {\n  return 1;\n} };\no.f(5);';
  const condition = 'this.f !== undefined && arguments[0] === 5 // always';
  const script = debugScript(runner, called, { breakpoints: [{ line: 2, condition }] });
  expect((await script.stopped()).frames[0]).toMatchObject({ line: 2 });
  expect(script.logged).toEqual([]);
  await script.resume();
  expect(await script.outcome).toBe('passed');
});
