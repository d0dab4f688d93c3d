/** Breakpoints are changed while a process is attached, and again before the previous change has ended. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Breakpoint, BreakpointState } from '../../contract/debugger/debugger-calls.ts';
import type { SandboxProcess } from '../sandbox-process/sandbox-process.ts';
import { toInspectorLine } from './lines/script-lines.ts';
import { createDebuggedThreads, type DebuggedThreads } from './debugged-threads.ts';

interface Call {
  id: number;
  method: string;
  params: { state?: string; lineNumber?: number; breakpointId?: string };
}

/**
 * An inspector with breakpoints: like V8, it refuses a second one at the same place.
 * @param onCall called before the response to a call is sent
 */
async function attachToInspector(onCall: (call: Call, threads: DebuggedThreads) => void = () => undefined) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const set = new Set<string>();
  const calls: Call[] = [];
  const answer = ({ method, params: { lineNumber, breakpointId = `at ${lineNumber}` } }: Call): object => {
    if (method === 'Debugger.removeBreakpoint') set.delete(breakpointId);
    if (method !== 'Debugger.setBreakpointByUrl') return { result: {} };
    if (set.has(breakpointId)) return { error: { message: 'Breakpoint at specified location already exists.' } };
    set.add(breakpointId);
    return { result: { breakpointId, locations: [] } };
  };
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const call = JSON.parse(data.toString()) as Call;
      calls.push(call);
      onCall(call, threads);
      socket.send(JSON.stringify({ id: call.id, ...answer(call) }));
    }),
  );
  const states: BreakpointState[] = [];
  const threads = createDebuggedThreads(
    'run',
    { breakpoints: [], exceptions: 'none' },
    {
      onStopped: () => undefined,
      onResumed: () => undefined,
      onBreakpoints: ({ breakpoints }) => states.splice(0, states.length, ...breakpoints),
    },
  );
  const gone = Promise.withResolvers<undefined>();
  const inspector = Promise.resolve(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await threads.attach(
    { inspector, gone: gone.promise, kill: () => undefined } as unknown as SandboxProcess,
    undefined,
  );
  const close = () => {
    gone.resolve(undefined);
    server.close();
  };
  return { threads, calls, states, set, close };
}
const at = (line: number) => ({ id: `b${line}`, script: 'my.js', line });

test('a change that arrives while a process is being attached applies to it', async () => {
  let isChanged = false;
  const { calls, close } = await attachToInspector(({ method }, threads) => {
    if (method !== 'Debugger.setPauseOnExceptions' || isChanged) return;
    isChanged = true;
    void threads.change({ breakpoints: [at(3)], exceptions: 'all' });
  });
  const stateCalls = calls.filter(({ method }) => method === 'Debugger.setPauseOnExceptions');
  expect(stateCalls.map(({ params }) => params.state)).toEqual(['none', 'all']);
  expect(calls.filter(({ method }) => method === 'Debugger.setBreakpointByUrl')).toHaveLength(1);
  close();
});

test('of changes that follow each other at once, the last one holds, without a breakpoint set twice', async () => {
  const { threads, states, set, close } = await attachToInspector();
  const change = (...lines: number[]) => threads.change({ breakpoints: lines.map(at), exceptions: 'none' });
  await change(1, 2);
  await Promise.all([change(1, 2, 3), change(2, 3), change(2, 3, 4)]);
  expect(states.map(({ id, problem }) => [id, problem])).toEqual([
    ['b2', null],
    ['b3', null],
    ['b4', null],
  ]);
  expect(set.size).toBe(3);
  close();
});

test('a change touches only the breakpoints that differ, so that a running script passes none that stays', async () => {
  const { threads, calls, states, close } = await attachToInspector();
  const changeTo = async (...breakpoints: Breakpoint[]) => {
    calls.length = 0;
    await threads.change({ breakpoints, exceptions: 'none' });
    return calls
      .filter(({ method }) => /^Debugger\.(set|remove)Breakpoint/.test(method))
      .map(({ method, params }) => `${method} ${params.breakpointId ?? `at ${params.lineNumber}`}`);
  };
  await changeTo(at(1), at(2));
  const removed = (line: number) => `Debugger.removeBreakpoint at ${toInspectorLine(line)}`;
  const added = (line: number) => `Debugger.setBreakpointByUrl at ${toInspectorLine(line)}`;
  expect(await changeTo(at(2), at(3))).toEqual([removed(1), added(3)]);
  expect(await changeTo({ ...at(2), id: 'renamed' }, at(3))).toEqual([]);
  expect(states.map(({ id, problem }) => [id, problem])).toEqual([
    ['renamed', null],
    ['b3', null],
  ]);
  expect(await changeTo({ ...at(2), condition: 'true' }, at(3))).toEqual([removed(2), added(2)]);
  // The second one at the place of the first could not be set: it is set when it is the only one.
  await changeTo(at(3), { ...at(3), id: 'second' });
  expect(states.map(({ problem }) => problem)).toEqual([null, expect.stringContaining('already exists')]);
  expect(await changeTo({ ...at(3), id: 'second' })).toEqual([]);
  expect(states).toMatchObject([{ id: 'second', problem: null }]);
  close();
});
