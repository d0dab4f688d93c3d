/** Reads the stacks of a stopped script: which frames belong to the user, and at which of the user's lines they are. */
import type { Debugger, Runtime } from 'node:inspector';
import type { DebugFrame, DebugPlace } from '../../../contract/debugger/debugger-calls.ts';
import type { EditedLines } from '../lines/edited-lines.ts';
import { createKnownScripts, MAX_NAME } from '../lines/known-scripts.ts';
import type { RemoteValues } from './remote-values.ts';
import { isInScript } from '../lines/script-lines.ts';

const MAX_FRAMES = 200;
/** Scopes of one frame that are listed, the innermost first. */
const MAX_SCOPES = 100;

export interface StackReader {
  addScript(script: Debugger.ScriptParsedEventDataType): void;
  addContext(context: Runtime.ExecutionContextDescription): void;
  /** The realm of scripts; undefined before it is known. */
  scriptContext(): number | undefined;
  isOfUser(frame: Pick<Debugger.CallFrame, 'location'>): boolean;
  /** The line as the user counts. */
  lineOf(location: Debugger.Location): number;
  /** The innermost frames, and the number of the others. */
  listed(frames: readonly Debugger.CallFrame[]): { frames: DebugFrame[]; moreFrames: number };
  asyncFrames(trace: Runtime.StackTrace | undefined): DebugPlace[];
  /** Locations of the script's own code and of its libraries, which may handle an error, as the inspector counts. */
  handlingLocations(frames: readonly Debugger.CallFrame[]): Debugger.Location[];
  /**
   * The parts of an asynchronous stack, each with V8's description of its connection to the part before, as the
   * inspector counts.
   */
  asyncParts(trace: Runtime.StackTrace | undefined): { description: string; locations: Debugger.Location[] }[];
}

export function createStackReader(
  values: Pick<RemoteValues, 'scopeHandle'>,
  edited: Pick<EditedLines, 'placeOf'>,
): StackReader {
  const scripts = createKnownScripts(edited);

  function partsOf(trace: Runtime.StackTrace | undefined) {
    const parts: { description: string; frames: Runtime.CallFrame[] }[] = [];
    for (let part = trace; part && parts.length < MAX_FRAMES; part = part.parent) {
      const frames = part.callFrames.filter(({ scriptId }) => scripts.isOfUser(scriptId)).slice(0, MAX_FRAMES);
      parts.push({ description: part.description ?? '', frames });
    }
    return parts;
  }

  const frameOf = ({ location, functionName, functionLocation, scopeChain }: Debugger.CallFrame): DebugFrame => ({
    ...scripts.placeOf(location.scriptId, location, functionName || nameOf(functionLocation)),
    scopes: scopeChain
      .filter(({ object }) => object.objectId !== undefined)
      .slice(0, MAX_SCOPES)
      .map(({ type, name = '', object }) => ({
        type,
        name: name.slice(0, MAX_NAME),
        handle: values.scopeHandle(object.objectId ?? ''),
      })),
  });

  return {
    addScript: scripts.add,
    addContext: scripts.addContext,
    scriptContext: scripts.scriptContext,
    lineOf: scripts.lineOf,
    isOfUser: ({ location }) => scripts.isOfUser(location.scriptId),
    listed: (frames) => ({
      frames: frames.slice(0, MAX_FRAMES).map(frameOf),
      moreFrames: Math.max(0, frames.length - MAX_FRAMES),
    }),
    asyncFrames: (trace) =>
      partsOf(trace)
        .flatMap(({ frames }) => frames)
        .slice(0, MAX_FRAMES)
        .map(({ scriptId, functionName, ...at }) => scripts.placeOf(scriptId, at, functionName)),
    handlingLocations: (frames) =>
      frames
        .map(({ location }) => location)
        .filter(({ scriptId }) => scripts.isOfUser(scriptId) || scripts.isLibrary(scriptId))
        .slice(0, MAX_FRAMES),
    asyncParts: (trace) =>
      partsOf(trace).map(({ description, frames }) => ({
        description,
        locations: frames.map(({ scriptId, lineNumber, columnNumber }) => ({ scriptId, lineNumber, columnNumber })),
      })),
  };
}

/** A name for an anonymous function; empty for the function that contains a whole script. */
const nameOf = (begin: Debugger.Location | undefined): string => (begin && isInScript(begin) ? '(anonymous)' : '');
