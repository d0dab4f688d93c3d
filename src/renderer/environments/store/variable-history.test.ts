import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVariableHistories, createVariableHistory } from './variable-history.ts';

const snapshot = (value: string) => ({ rows: [{ name: 'a', value, secret: false }], current: {} });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('changes of one cell in quick succession are undone together', () => {
  const history = createVariableHistory();
  history.record(snapshot(''), '0 value');
  history.record(snapshot('x'), '0 value');
  vi.advanceTimersByTime(1001);
  history.record(snapshot('xy'), '0 value');
  history.record(snapshot('xyz'), '0 name');
  expect(history.undo(snapshot('now'))).toEqual(snapshot('xyz'));
  expect(history.undo(snapshot('xyz'))).toEqual(snapshot('xy'));
  expect(history.undo(snapshot('xy'))).toEqual(snapshot(''));
  expect(history.canUndo()).toBe(false);
  expect(history.undo(snapshot(''))).toBeUndefined();
});

test('undone changes can be redone until another change is made', () => {
  const history = createVariableHistory();
  history.record(snapshot('before'), '0 value');
  history.undo(snapshot('after'));
  expect(history.redo(snapshot('before'))).toEqual(snapshot('after'));
  history.undo(snapshot('after'));
  history.record(snapshot('before'), '0 value');
  expect(history.canRedo()).toBe(false);
});

test('only the last 200 changes can be undone', () => {
  const history = createVariableHistory();
  for (let index = 0; index < 205; index += 1) history.record(snapshot(String(index)), String(index));
  let oldest;
  for (let undone = history.undo(snapshot('now')); undone; undone = history.undo(undone)) oldest = undone;
  expect(oldest).toEqual(snapshot('5'));
});

test('each owner has its history, which a renamed environment keeps', () => {
  const histories = createVariableHistories();
  const local = { kind: 'environment' as const, name: 'Local' };
  const staging = { kind: 'environment' as const, name: 'Staging' };
  histories.of(local).record(snapshot('a'), '0 value');
  expect(histories.of({ kind: 'globals' }).canUndo()).toBe(false);
  histories.move(local, staging);
  expect(histories.of(staging).canUndo()).toBe(true);
});
