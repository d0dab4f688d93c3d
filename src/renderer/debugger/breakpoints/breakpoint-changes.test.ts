/** Changes of breakpoints: one is set, their text is edited, a request is renamed, a run reports them. */
import { expect, test } from 'vitest';
import { MAX_BREAKPOINTS } from '../../../contract/debugger/breakpoint.ts';
import { newUntitledId } from '../../collection/tabs/open-item.ts';
import {
  enabledBreakpoints,
  stillValidStates,
  withBreakpoint,
  withMovedLines,
  withRenamedScripts,
  withReportedStates,
} from './breakpoint-changes.ts';

const script = 'scripts/a.js';
const inOrders = { id: 'orders/a.yml', kind: 'post-response' } as const;

test('a breakpoint replaces the one on its line and keeps its id', () => {
  const [first] = withBreakpoint([], { script, line: 3 });
  expect(withBreakpoint(first ? [first] : [], { script, line: 3, condition: 'a > 1' })).toEqual([
    { ...first, condition: 'a > 1' },
  ]);
});

test('a full list accepts changes, but no further breakpoint', () => {
  const full = Array.from({ length: MAX_BREAKPOINTS }, (_, index) => ({ id: `${index}`, script, line: index + 1 }));
  expect(() => withBreakpoint(full, { script: 'scripts/b.js', line: 1 })).toThrow(/at most/);
  expect(withBreakpoint(full, { script, line: 1, condition: 'a' })).toHaveLength(MAX_BREAKPOINTS);
});

test('of two breakpoints that move to one line, the first stays; those of other scripts do too', () => {
  const breakpoints = [
    { id: 'a', script, line: 1 },
    { id: 'b', script, line: 2 },
    { id: 'c', script: inOrders, line: 1 },
  ];
  expect(withMovedLines(breakpoints, script, new Map([['b', 1]])).map(({ id }) => id)).toEqual(['a', 'c']);
});

test('renaming a folder includes its requests, but no folder that only has the same prefix', () => {
  const alike = { id: 'b', script: { ...inOrders, id: 'orders2/a.yml' }, line: 1 };
  const breakpoints = [{ id: 'a', script: inOrders, line: 1 }, alike];
  expect(withRenamedScripts(breakpoints, 'orders', 'sales')).toEqual([
    { id: 'a', script: { ...inOrders, id: 'sales/a.yml' }, line: 1 },
    alike,
  ]);
  expect(withRenamedScripts(breakpoints, 'other', 'sales')).toBe(breakpoints);
});

test('the host receives enabled breakpoints, those of an untitled request only while it is sent', () => {
  const untitled = { id: newUntitledId(), kind: 'post-response' } as const;
  const breakpoints = [
    { id: 'a', script, line: 1, disabled: true },
    { id: 'b', script, line: 2, disabled: false },
    { id: 'c', script: untitled, line: 3 },
  ];
  expect(enabledBreakpoints(breakpoints, undefined).map(({ id }) => id)).toEqual(['b']);
  expect(enabledBreakpoints(breakpoints, untitled.id).map(({ id }) => id)).toEqual(['b', 'c']);
});

test('a process without the code of a breakpoint does not hide another one that has it', () => {
  const bound = { id: 'a', line: 3, problem: null };
  const missing = { id: 'a', line: null, problem: null };
  expect(withReportedStates({}, [bound, missing])).toEqual({ a: bound });
  expect(withReportedStates({ a: missing }, [bound])).toEqual({ a: bound });
});

test('a problem of a condition is forgotten when the condition is corrected or its breakpoint removed', () => {
  const problem = (id: string) => ({ id, line: null, problem: 'SyntaxError' });
  const states = { a: problem('a'), b: problem('b'), c: problem('c') };
  const before = ['a', 'b', 'c'].map((id, index) => ({ id, script, line: index + 1, condition: 'n ==' }));
  const [a, b] = before;
  if (!a || !b) throw new Error('There are breakpoints.');
  expect(
    stillValidStates(states, before, [
      { ...a, condition: 'n === 1' },
      { ...b, line: 9, disabled: true },
    ]),
  ).toEqual({
    b: problem('b'),
  });
});
