/** The breakpoints of one debugged process, with their actual locations. */
import type { Debugger, Runtime } from 'node:inspector';
import type { Breakpoint, BreakpointState } from '../../../contract/debugger/debugger-calls.ts';
import { toFailure } from '../../../contract/errors.ts';
import { conditionOf } from './breakpoint-condition.ts';
import type { EditedLines, StackPlace } from '../lines/edited-lines.ts';
import type { InspectorClient } from '../inspector/inspector-client.ts';
import { toInspectorLine } from '../lines/script-lines.ts';
import type { StackReader } from '../inspector/stack-reader.ts';

export interface Breakpoints {
  /** Replaces all breakpoints. One that stays is not removed for a moment: a running script would pass it. */
  set(breakpoints: readonly Breakpoint[]): Promise<void>;
  resolve(resolved: Debugger.BreakpointResolvedEventDataType): void;
  /** The caller's ids of the breakpoints with these inspector ids. */
  idsOf(inspectorIds: readonly string[]): string[];
}

interface SetBreakpoint extends BreakpointState {
  /** The place and the condition as one text; undefined when the script of this process does not have the line. */
  key: string | undefined;
  /** The number of lines of the edited text before the script. */
  linesBefore: number;
  /** The id in the inspector; undefined where the breakpoint could not be set. */
  inspectorId: string | undefined;
}

interface BreakpointOptions {
  client: InspectorClient;
  edited: EditedLines;
  onChanged: (states: BreakpointState[]) => void;
  /** Knows the realm in which conditions are compiled. */
  stacks: Pick<StackReader, 'scriptContext' | 'lineOf'>;
}

export function createBreakpoints(options: BreakpointOptions): Breakpoints {
  const { client, edited, onChanged, stacks } = options;
  let all: SetBreakpoint[] = [];
  const announce = () => onChanged(all.map(({ id, line, problem }) => ({ id, line, problem })));
  return {
    async set(breakpoints) {
      const previousBreakpoints = all;
      const keyed = breakpoints.map((breakpoint) => {
        const place = edited.stackPlaceOf(breakpoint);
        return { breakpoint, place, key: keyOf(breakpoint, place) };
      });
      const keys = new Set(keyed.map(({ key }) => key));
      all = previousBreakpoints.filter(({ key, inspectorId }) => inspectorId !== undefined && keys.has(key));
      const unchanged = new Map(all.map((breakpoint) => [breakpoint.key, breakpoint]));
      for (const { key, inspectorId } of previousBreakpoints) {
        if (inspectorId === undefined || keys.has(key)) continue;
        await client.call('Debugger.removeBreakpoint', { breakpointId: inspectorId });
      }
      for (const item of keyed) {
        const present = unchanged.get(item.key);
        unchanged.delete(item.key);
        if (present) present.id = item.breakpoint.id;
        else all.push(await setOne(item, options));
      }
      announce();
    },
    resolve({ breakpointId, location }) {
      const resolved = all.find(({ inspectorId }) => inspectorId === breakpointId);
      if (!resolved) return;
      resolved.line = stacks.lineOf(location) + resolved.linesBefore;
      announce();
    },
    idsOf: (inspectorIds) =>
      all.flatMap(({ id, inspectorId }) =>
        inspectorId !== undefined && inspectorIds.includes(inspectorId) ? [id] : [],
      ),
  };
}

interface KeyedBreakpoint extends Pick<SetBreakpoint, 'key'> {
  breakpoint: Breakpoint;
  place: StackPlace | undefined;
}

async function setOne(
  { breakpoint, place, key }: KeyedBreakpoint,
  { client, stacks }: Pick<BreakpointOptions, 'client' | 'stacks'>,
): Promise<SetBreakpoint> {
  const condition = conditionOf(breakpoint);
  const problem = condition === '' ? null : await compileProblem(client, condition, stacks.scriptContext());
  const linesBefore = place?.linesBefore ?? 0;
  const notSet = {
    id: breakpoint.id,
    line: null,
    problem,
    key,
    linesBefore,
    inspectorId: undefined,
  };
  if (problem !== null || !place) return notSet;
  try {
    const { breakpointId, locations } = await client.call<Debugger.SetBreakpointByUrlReturnType>(
      'Debugger.setBreakpointByUrl',
      { url: place.url, lineNumber: toInspectorLine(place.line), condition },
    );
    const [location] = locations;
    return { ...notSet, line: location ? stacks.lineOf(location) + linesBefore : null, inspectorId: breakpointId };
  } catch (error) {
    // For example when two breakpoints are set at one place.
    return { ...notSet, problem: toFailure(error).message };
  }
}

function keyOf(breakpoint: Breakpoint, place: StackPlace | undefined): string | undefined {
  return place && JSON.stringify([place, conditionOf(breakpoint)]);
}

/** Why an expression does not compile; it is not executed. @param context the realm that it is compiled for */
async function compileProblem(
  client: InspectorClient,
  expression: string,
  context: number | undefined,
): Promise<string | null> {
  const { exceptionDetails } = await client.call<Runtime.CompileScriptReturnType>('Runtime.compileScript', {
    expression: `(${expression}\n)`,
    sourceURL: '',
    persistScript: false,
    executionContextId: context,
  });
  if (!exceptionDetails) return null;
  return exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text;
}
