/** The breakpoints of one debugged process, and where they really are. */
import type { Debugger, Runtime } from 'node:inspector';
import type { Breakpoint, BreakpointState } from '../../contract/debugger-calls.ts';
import { toFailure } from '../../contract/errors.ts';
import { nameInStacks } from '../../contract/script-name.ts';
import { conditionOf } from './breakpoint-condition.ts';
import type { InspectorClient } from './inspector-client.ts';
import { toInspectorLine, toUserLine } from './script-lines.ts';

export interface Breakpoints {
  /** Replaces all that are set. */
  set(wanted: readonly Breakpoint[]): Promise<void>;
  resolve(resolved: Debugger.BreakpointResolvedEventDataType): void;
  /** Those of the caller, for those of the inspector. */
  idsOf(inspectorIds: readonly string[]): string[];
}

interface SetBreakpoint extends BreakpointState {
  /** Of the inspector; undefined where it could not be set. */
  inspectorId: string | undefined;
}

export function createBreakpoints(options: {
  client: InspectorClient;
  onChanged: (states: BreakpointState[]) => void;
  /** The realm in which conditions are compiled. */
  context: () => number | undefined;
}): Breakpoints {
  const { client, onChanged, context } = options;
  let all: SetBreakpoint[] = [];
  const announce = () => onChanged(all.map(({ id, line, problem }) => ({ id, line, problem })));
  const lineOf = (location: Debugger.Location) => toUserLine(location.lineNumber);

  async function setOne(wanted: Breakpoint): Promise<SetBreakpoint> {
    const { id, script, line } = wanted;
    const condition = conditionOf(wanted);
    const problem = condition === '' ? null : await problemOf(condition);
    if (problem !== null) return { id, line: null, problem, inspectorId: undefined };
    try {
      const { breakpointId, locations } = await client.call<Debugger.SetBreakpointByUrlReturnType>(
        'Debugger.setBreakpointByUrl',
        { url: nameInStacks(script), lineNumber: toInspectorLine(line), condition },
      );
      const [location] = locations;
      return { id, line: location ? lineOf(location) : null, problem, inspectorId: breakpointId };
    } catch (error) {
      // Two at one place, for example.
      return { id, line: null, problem: toFailure(error).message, inspectorId: undefined };
    }
  }
  /** Why an expression does not compile; nothing of it is run. */
  async function problemOf(expression: string): Promise<string | null> {
    const { exceptionDetails } = await client.call<Runtime.CompileScriptReturnType>('Runtime.compileScript', {
      ...{ expression: `(${expression}\n)`, sourceURL: '', persistScript: false },
      executionContextId: context(),
    });
    if (!exceptionDetails) return null;
    return exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text;
  }

  return {
    async set(wanted) {
      const former = all;
      all = [];
      for (const { inspectorId } of former) {
        if (inspectorId !== undefined) await client.call('Debugger.removeBreakpoint', { breakpointId: inspectorId });
      }
      for (const one of wanted) all.push(await setOne(one));
      announce();
    },
    resolve({ breakpointId, location }) {
      const found = all.find(({ inspectorId }) => inspectorId === breakpointId);
      if (!found) return;
      found.line = lineOf(location);
      announce();
    },
    idsOf: (inspectorIds) =>
      all.flatMap(({ id, inspectorId }) =>
        inspectorId !== undefined && inspectorIds.includes(inspectorId) ? [id] : [],
      ),
  };
}
