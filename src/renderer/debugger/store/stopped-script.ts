/** Reads values of the selected stopped script, in the frame that is selected at the time of the call. */
import type { StoreApi } from 'zustand';
import type { DebugProperties } from '../../../contract/debugger/debugger-calls.ts';
import { toFailure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import { currentFrame, type DebuggerStore } from './debugger-state.ts';
import { currentValues, type AskScript, type EvaluationResult } from '../values/scope-values.ts';

export interface StoppedScript extends AskScript {
  /** The result is an error where the expression would have a side effect. */
  evaluateReadOnly(expression: string): Promise<EvaluationResult>;
  /** The members of a value or scope; variables have the values that the debug console has assigned. */
  contents(handle: number): Promise<DebugProperties>;
}

/** What the parts of the debugger store share. */
export interface DebuggerParts {
  set: StoreApi<DebuggerStore>['setState'];
  get: StoreApi<DebuggerStore>['getState'];
  script: StoppedScript;
}

export function createStoppedScript(client: HostClient, get: () => DebuggerStore): StoppedScript {
  /** A refusal, for example because the script has resumed, is a result, too. */
  async function ask(question: { expression: string; readOnly: boolean }): Promise<EvaluationResult> {
    const { stop, frame } = get();
    if (!stop) return errorResult('No script is stopped.');
    const { runId, thread } = stop;
    try {
      return await client.call('debugger.evaluate', { runId, thread, frame, ...question });
    } catch (error) {
      return errorResult(toFailure(error).message);
    }
  }
  const evaluate = (expression: string) => ask({ expression, readOnly: false });
  async function properties(handle: number): Promise<DebugProperties> {
    const { stop } = get();
    if (!stop) return { properties: [], more: 0 };
    const { runId, thread } = stop;
    return client.call('debugger.properties', { runId, thread, handle });
  }
  async function contents(handle: number): Promise<DebugProperties> {
    const { entries, turn } = get();
    const scopes = currentFrame(get())?.scopes ?? [];
    const index = scopes.findIndex((scope) => scope.handle === handle);
    const copied = await properties(handle);
    if (index < 0 || scopes[index]?.type === 'global' || !entries.some((entry) => entry.turn === turn)) return copied;
    const inner = await Promise.all(scopes.slice(0, index).map((scope) => properties(scope.handle)));
    const shadowed = new Set(inner.flatMap((scope) => scope.properties.map(({ name }) => name)));
    return currentValues(copied, shadowed, { evaluate, properties });
  }
  const evaluateReadOnly = (expression: string) => ask({ expression, readOnly: true });
  return { evaluate, evaluateReadOnly, properties, contents };
}

const errorResult = (text: string): EvaluationResult => ({ value: { type: 'error', text, handle: null }, threw: true });
