/** The stores of the debugger with the real host: real scripts stop in real sandbox processes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Core } from '../../../core/create-core.ts';
import { openDrafts } from '../../host/testing/open-drafts.ts';
import { createRunStore } from '../../console/run-store.ts';
import { createRequestStore } from '../../collection/request-store.ts';
import { createBreakpointStore } from '../breakpoints/breakpoint-store.ts';
import { createDebugStartStore } from './debug-start-store.ts';
import { createDebuggerStore, currentFrame } from './debugger-store.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../../core/testing/test-core.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';

const WAIT = { timeout: 15_000, interval: 5 };
let core: Core;

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const root = temporaryFolder('debugger-store');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  core = await openTestCore(root);
});
afterEach(() => core.close());

async function openWindow({ isAllowed = true } = {}) {
  const client = clientOf(core);
  if (isAllowed) await client.call('debugger.consent', { allowed: true });
  const drafts = await openDrafts(client);
  const { root } = await client.call('workspace.get', {});
  const workspace = testWorkspace(client, root, drafts);
  const breakpoints = createBreakpointStore({ client, drafts, workspace });
  const start = createDebugStartStore(client, breakpoints);
  const runs = createRunStore(client, (runId) => start.getState().prepare(runId, requests.getState().activeId));
  const requests = createRequestStore(client, runs, workspace, drafts);
  const store = createDebuggerStore({ client, runs, breakpoints });
  const state = store.getState;
  const debug = (source: string) =>
    runs.getState().run(`script ${script}`, { scriptName: script, source }, { debugged: true });
  const stoppedAt = (line: number) =>
    vi.waitFor(() => expect(currentFrame(state())?.edited?.line ?? currentFrame(state())?.line).toBe(line), WAIT);
  return {
    drafts,
    breakpoints: breakpoints.getState,
    start: start.getState,
    runs: runs.getState,
    requests,
    state,
    debug,
    stoppedAt,
  };
}

const script = 'scripts/my.js';
const source = 'const user = { name: "Ada" };\nlet total = 1;\ntotal += 1;\nconsole.log(total);';

test('a script stops and is inspected, and its values are dropped when it resumes', async () => {
  const { breakpoints, state, debug, stoppedAt, runs } = await openWindow();
  breakpoints().toggle(script, 3);
  breakpoints().setWatches(['total']);
  const running = debug(source);
  await stoppedAt(3);
  expect([state().panel, runs().active]).toEqual(['debug', [expect.objectContaining({ debugged: true })]]);
  const [scope] = currentFrame(state())?.scopes ?? [];
  await state().open(scope?.handle ?? -1);
  expect(state().properties[scope?.handle ?? -1]?.properties).toContainEqual(
    expect.objectContaining({ name: 'total' }),
  );
  await state().evaluateWatch('total');
  expect(state().results['total']).toMatchObject({ value: { text: '1' }, threw: false });
  await state().enter('missing');
  await state().enter('total + 1');
  expect(state().entries.map(({ value, threw }) => [value?.text, threw])).toEqual([
    ['ReferenceError: missing is not defined', true],
    ['2', false],
  ]);
  expect(await state().lookUp('user')).toMatchObject({ contains: { properties: [{ name: 'name' }] } });
  expect(await state().lookUp('missing')).toBeUndefined();
  // Hovering over it must not assign.
  expect(await state().lookUp('total = 9')).toBeUndefined();
  expect(await state().lookUp('pm.environment.name')).toMatchObject({ value: { type: 'undefined' } });
  await state().evaluateWatch('total');
  await state().enter('total = 20');
  await state().open(scope?.handle ?? -1);
  const named = (name: string) =>
    state().properties[scope?.handle ?? -1]?.properties.find((property) => property.name === name);
  expect([named('total')?.value?.text, named('user')?.value?.type]).toEqual(['20', 'object']);
  await state().resume('step-over');
  await stoppedAt(4);
  expect([state().results, state().properties]).toEqual([{}, {}]);
  await state().resume('continue');
  await running;
  expect([state().runId, state().stop, state().stops, state().panel]).toEqual([undefined, undefined, [], 'console']);
  await state().enter('1');
  expect(state().entries.at(-1)).toMatchObject({ threw: true, value: { text: 'No script is stopped.' } });
});

test('a request at a stop that is refused because the script has resumed is not an error', async () => {
  const { breakpoints, state, debug, stoppedAt } = await openWindow();
  breakpoints().toggle(script, 2);
  const running = debug(source);
  await stoppedAt(2);
  for (const line of [3, 4]) {
    const handles = currentFrame(state())?.scopes.map(({ handle }) => handle) ?? [];
    await state().enter('total');
    const stepping = state().resume('step-over');
    await Promise.all(handles.map((handle) => state().open(handle)));
    await stepping;
    await stoppedAt(line);
    await Promise.all(handles.map((handle) => expect(state().open(handle)).rejects.toThrow('has continued')));
  }
  await state().resume('continue');
  await running;
});

test('a breakpoint that is set while the script is stopped applies to the run', async () => {
  const { breakpoints, state, debug, stoppedAt } = await openWindow();
  breakpoints().toggle(script, 2);
  const running = debug(source);
  await stoppedAt(2);
  breakpoints().set({ script, line: 4, condition: 'total === 2' });
  await vi.waitFor(() => expect(Object.values(breakpoints().states).map(({ line }) => line)).toContain(4), WAIT);
  await state().resume('continue');
  await stoppedAt(4);
  await state().resume('continue');
  await running;
});

test('stopping a run whose script is stopped leaves nothing, and the script can be debugged again', async () => {
  const { breakpoints, state, debug, stoppedAt, runs } = await openWindow();
  breakpoints().toggle(script, 2);
  for (const _round of [1, 2]) {
    const running = debug(source);
    await stoppedAt(2);
    runs().stopAll();
    await running;
    expect([state().runId, state().stop]).toEqual([undefined, undefined]);
  }
});

test('the person is asked once for a workspace; without consent nothing runs', async () => {
  const { start, debug, runs, stoppedAt, breakpoints } = await openWindow({ isAllowed: false });
  breakpoints().toggle(script, 2);
  const refused = debug(source);
  await vi.waitFor(() => expect(start().question).toContain('inspector'), WAIT);
  start().answer(false);
  await refused;
  expect([runs().runs, start().question]).toEqual([[], undefined]);
  const allowed = debug(source);
  await vi.waitFor(() => expect(start().question).toBeDefined(), WAIT);
  start().answer(true);
  await stoppedAt(2);
  runs().stopAll();
  await allowed;
  const secondRun = debug(source);
  await stoppedAt(2);
  runs().stopAll();
  await secondRun;
});

test('the scripts of an untitled request stop at its breakpoints, not at those of another one', async () => {
  const { breakpoints, requests, state, stoppedAt } = await openWindow();
  const other = requests.getState().openUntitled();
  requests.getState().edit({ url: 'http://127.0.0.1:1/other' });
  const sent = requests.getState().openUntitled();
  expect(sent).not.toBe(other);
  requests
    .getState()
    .edit({ url: 'http://127.0.0.1:1/', preRequest: 'let a = 1;\na += 1;\npm.execution.skipRequest();' });
  breakpoints().toggle({ id: other, kind: 'pre-request' }, 1);
  breakpoints().toggle({ id: sent, kind: 'pre-request' }, 2);
  const sending = requests.getState().send({ debugged: true });
  await stoppedAt(2);
  await state().resume('continue');
  await sending;
  expect(state().stops).toEqual([]);
});

test('breakpoints, exceptions and watches are stored for the workspace', async () => {
  const first = await openWindow();
  const kind = 'post-response' as const;
  first.breakpoints().set({ script, line: 2, log: 'total is {total}' });
  first.breakpoints().set({ script: { id: 'orders/a.yml', kind }, line: 5 });
  const [, second] = first.breakpoints().breakpoints;
  first.breakpoints().enable(second?.id ?? '', false);
  first.breakpoints().setExceptions('all');
  first.breakpoints().setWatches(['a.b']);
  await first.drafts.flush();
  const { breakpoints } = await openWindow();
  expect(breakpoints()).toMatchObject({
    breakpoints: [
      { script, line: 2, log: 'total is {total}' },
      { script: { id: 'orders/a.yml', kind }, line: 5, disabled: true },
    ],
    exceptions: 'all',
    watches: ['a.b'],
  });
  expect(breakpoints().settings().breakpoints).toHaveLength(1);
});

test('breakpoints follow edits, renamed requests and folders, and are restored after removal', async () => {
  const { breakpoints } = await openWindow();
  const request = { id: 'orders/a.yml', kind: 'pre-request' } as const;
  const lines = () =>
    breakpoints().breakpoints.map(({ script: of, line }) => [typeof of === 'string' ? of : of.id, line]);
  breakpoints().toggle(script, 2);
  breakpoints().toggle(script, 4);
  breakpoints().toggle(request, 1);
  const [first, second] = breakpoints().breakpoints.map(({ id }) => id);
  breakpoints().move(
    script,
    new Map([
      [first ?? '', 3],
      [second ?? '', 3],
    ]),
  );
  expect(lines()).toEqual([
    [script, 3],
    ['orders/a.yml', 1],
  ]);
  breakpoints().rename('orders', 'sales');
  breakpoints().rename('sales/a.yml', 'sales/b.yml');
  expect(lines()).toEqual([
    [script, 3],
    ['sales/b.yml', 1],
  ]);
  const undo = breakpoints().remove(...breakpoints().breakpoints.map(({ id }) => id));
  expect(lines()).toEqual([]);
  undo();
  expect(lines()).toEqual([
    [script, 3],
    ['sales/b.yml', 1],
  ]);
  breakpoints().toggle(script, 3);
  expect(lines()).toEqual([['sales/b.yml', 1]]);
});

test('the problem of a condition is no longer shown once the condition is corrected', async () => {
  const { breakpoints, state, debug, stoppedAt, runs } = await openWindow();
  breakpoints().toggle(script, 2);
  breakpoints().set({ script, line: 3, condition: 'total ==' });
  const running = debug(source);
  await stoppedAt(2);
  const id = breakpoints().at(script, 3)?.id ?? '';
  await vi.waitFor(() => expect(breakpoints().states[id]?.problem).toContain('SyntaxError'), WAIT);
  runs().stop(state().runId);
  await running;
  breakpoints().set({ script, line: 3, condition: 'total === 1' });
  expect(breakpoints().states[id]).toBeUndefined();
});
