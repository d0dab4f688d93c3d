/** Reads the stacks of a stopped script: which frames are the user's, and where they stand as the user counts. */
import type { Debugger, Runtime } from 'node:inspector';
import type { DebugFrame, DebugPlace } from '../../contract/debugger-calls.ts';
import type { EditedLines } from './edited-lines.ts';
import type { RemoteValues } from './remote-values.ts';
import { lineCount, toUserLine } from './script-lines.ts';

const MAX_FRAMES = 200;
const MAX_NAME = 500;

interface KnownScript {
  url: string;
  context: number;
  /** As the user counts; where a function ends is behind its last line. */
  lines: number;
}

export interface StackReader {
  addScript(script: Debugger.ScriptParsedEventDataType): void;
  addContext(context: Runtime.ExecutionContextDescription): void;
  /** The realm of scripts; undefined before it is known. */
  scriptContext(): number | undefined;
  isOfUser(frame: Pick<Debugger.CallFrame, 'location'>): boolean;
  frame(frame: Debugger.CallFrame): DebugFrame;
  asyncFrames(trace: Runtime.StackTrace | undefined): DebugPlace[];
  /** Where the script's code and that of libraries stands, which may handle an error, as the inspector counts. */
  handlingLocations(frames: readonly Debugger.CallFrame[]): Debugger.Location[];
  /** The parts of an asynchronous stack, with what connects each with the one before it, as the inspector counts. */
  asyncParts(trace: Runtime.StackTrace | undefined): { description: string; locations: Debugger.Location[] }[];
}

export function createStackReader(
  values: Pick<RemoteValues, 'handleOf'>,
  edited: Pick<EditedLines, 'placeOf'>,
): StackReader {
  const scripts = new Map<string, KnownScript>();
  /** The process's own realm: nothing of it is shown. */
  const hostContexts = new Set<number>();
  let scriptContext: number | undefined;
  const isShown = ({ url, context }: KnownScript) =>
    !hostContexts.has(context) && !/^(?:node|file|outrigger):/.test(url);
  const isLibrary = (scriptId: string) => scripts.get(scriptId)?.url.startsWith('outrigger:lib/') ?? false;

  function placeOf(scriptId: string, at: { lineNumber: number; columnNumber?: number | undefined }, name: string) {
    const { url = '', lines = Infinity } = scripts.get(scriptId) ?? {};
    const line = url === '' ? at.lineNumber + 1 : Math.min(lines, toUserLine(at.lineNumber));
    return {
      name: name === 'eval' ? '' : name.slice(0, MAX_NAME),
      script: url.slice(0, MAX_NAME),
      line,
      column: (at.columnNumber ?? 0) + 1,
      edited: edited.placeOf(url, line),
    };
  }
  const isKnown = (scriptId: string): boolean => {
    const script = scripts.get(scriptId);
    return script !== undefined && isShown(script);
  };

  function partsOf(trace: Runtime.StackTrace | undefined) {
    const parts: { description: string; frames: Runtime.CallFrame[] }[] = [];
    for (let part = trace; part && parts.length < MAX_FRAMES; part = part.parent) {
      const frames = part.callFrames.filter(({ scriptId }) => isKnown(scriptId)).slice(0, MAX_FRAMES);
      parts.push({ description: part.description ?? '', frames });
    }
    return parts;
  }

  return {
    addScript({ scriptId, url, executionContextId, endLine }) {
      scripts.set(scriptId, { url, context: executionContextId, lines: lineCount(endLine) });
      if (url === 'outrigger:boot') scriptContext = executionContextId;
    },
    addContext({ id, auxData }) {
      if ((auxData as { isDefault?: boolean } | undefined)?.isDefault !== false) hostContexts.add(id);
    },
    scriptContext: () => scriptContext,
    isOfUser: ({ location }) => isKnown(location.scriptId),
    frame: ({ location, functionName, scopeChain }) => ({
      ...placeOf(location.scriptId, location, functionName),
      scopes: scopeChain
        .filter(({ object }) => object.objectId !== undefined)
        .map(({ type, name = '', object }) => ({
          ...{ type, name: name.slice(0, MAX_NAME) },
          handle: values.handleOf(object.objectId ?? ''),
        })),
    }),
    asyncFrames: (trace) =>
      partsOf(trace)
        .flatMap(({ frames }) => frames)
        .slice(0, MAX_FRAMES)
        .map(({ scriptId, functionName, ...at }) => placeOf(scriptId, at, functionName)),
    handlingLocations: (frames) =>
      frames
        .map(({ location }) => location)
        .filter(({ scriptId }) => isKnown(scriptId) || isLibrary(scriptId))
        .slice(0, MAX_FRAMES),
    asyncParts: (trace) =>
      partsOf(trace).map(({ description, frames }) => ({
        description,
        locations: frames.map(({ scriptId, lineNumber, columnNumber }) => ({ scriptId, lineNumber, columnNumber })),
      })),
  };
}
