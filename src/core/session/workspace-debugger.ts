/** What the interface may ask of the scripts that are debugged. */
import type { HostApi } from '../../contract/host-contract.ts';
import type { Debugging } from '../debugger/debugging.ts';

export type DebuggerApi = Pick<HostApi, Extract<keyof HostApi, `debugger.${string}`>>;

export function createDebuggerApi(debugging: Debugging): DebuggerApi {
  return {
    'debugger.prepare'({ runId, ...settings }) {
      debugging.prepare(runId, settings);
      return {};
    },
    async 'debugger.change'({ runId, ...settings }) {
      await debugging.change(runId, settings);
      return {};
    },
    async 'debugger.resume'({ runId, thread, how }) {
      await debugging.thread(runId, thread).resume(how);
      return {};
    },
    async 'debugger.pause'({ runId }) {
      await debugging.pause(runId);
      return {};
    },
    'debugger.properties': ({ runId, thread, handle }) => debugging.thread(runId, thread).properties(handle),
    'debugger.evaluate': ({ runId, thread, frame, expression }) =>
      debugging.thread(runId, thread).evaluate(frame, expression),
  };
}
