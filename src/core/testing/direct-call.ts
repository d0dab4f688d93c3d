/** Calls programs without a script, for tests of the calls themselves. */
import type { ProgramCall } from '../../contract/scripts/guest-contract.ts';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import type { GuestReply } from '../../contract/scripts/to-guest.ts';
import { callProgram, type ProgramContext } from '../programs/call/call-program.ts';
import type { Via } from '../programs/call/exit-to-failure.ts';
import { interpreterEnvironment } from './interpreters.ts';
import { jarExecuter } from './run.ts';

export async function callDirectly(
  directory: string,
  {
    via = 'executeAsync',
    env = interpreterEnvironment,
    inTurn = (work) => work(),
    signal = new AbortController().signal,
    ...call
  }: Partial<ProgramCall> & { file: string; via?: Via; env?: NodeJS.ProcessEnv; signal?: AbortSignal } & Partial<
      Pick<ProgramContext, 'inTurn'>
    >,
): Promise<{ reply: GuestReply; events: RunEventBody[] }> {
  const events: RunEventBody[] = [];
  const context = {
    caller: { runId: 'run', script: 'script.js', request: [], kind: 'script' as const },
    directory,
    jarExecuter,
    env,
    authorize: () => Promise.resolve(true),
    emit: (event: RunEventBody) => void events.push(event),
    groups: { started: () => undefined, ended: () => undefined },
    nextCallId: () => 1,
    inTurn,
  };
  const reply = await callProgram(context, { args: [], options: {}, ...call }, { via, signal });
  return { reply, events };
}
