/** The scripts of a debugged process: which of them belong to the user, and how their lines map to the user's lines. */
import type { Debugger, Runtime } from 'node:inspector';
import type { DebugPlace } from '../../../contract/debugger/debugger-calls.ts';
import type { EditedLines } from './edited-lines.ts';
import { lineCount, toUserLine } from './script-lines.ts';

/**
 * Scripts that are remembered. A script can create any number of further ones from text; V8 announces each, and those
 * after this number are treated like code of the sandbox: they are not shown.
 */
const MAX_SCRIPTS = 20_000;
/** Characters of a name that are shown. */
export const MAX_NAME = 500;

interface KnownScript {
  url: string;
  context: number;
  /** The number of lines as the user counts; the wrapping function ends after the last one. */
  lines: number;
}

export interface KnownScripts {
  add(script: Debugger.ScriptParsedEventDataType): void;
  addContext(context: Runtime.ExecutionContextDescription): void;
  /** The realm of scripts; undefined before it is known. */
  scriptContext(): number | undefined;
  isOfUser(scriptId: string): boolean;
  isLibrary(scriptId: string): boolean;
  /** The line as the user counts. */
  lineOf(location: Pick<Debugger.Location, 'scriptId' | 'lineNumber'>): number;
  /** @param location as the inspector counts */
  placeOf(
    scriptId: string,
    location: { lineNumber: number; columnNumber?: number | undefined },
    name: string,
  ): DebugPlace;
}

export function createKnownScripts(edited: Pick<EditedLines, 'placeOf'>): KnownScripts {
  const scripts = new Map<string, KnownScript>();
  /** Contexts of the process's own realm, of which nothing is shown. */
  const hostContexts = new Set<number>();
  let scriptContext: number | undefined;
  function lineOf({ scriptId, lineNumber }: Pick<Debugger.Location, 'scriptId' | 'lineNumber'>): number {
    const { url = '', lines = Infinity } = scripts.get(scriptId) ?? {};
    return url === '' ? lineNumber + 1 : Math.min(lines, toUserLine(lineNumber));
  }
  return {
    lineOf,
    add({ scriptId, url, executionContextId, endLine }) {
      if (scripts.size >= MAX_SCRIPTS) return;
      scripts.set(scriptId, { url, context: executionContextId, lines: lineCount(endLine) });
      if (url === 'outrigger:boot') scriptContext = executionContextId;
    },
    addContext({ id, auxData }) {
      const { isDefault }: { isDefault?: boolean } = auxData ?? {};
      if (isDefault !== false) hostContexts.add(id);
    },
    scriptContext: () => scriptContext,
    isOfUser(scriptId) {
      const script = scripts.get(scriptId);
      return script !== undefined && !hostContexts.has(script.context) && !/^(?:node|file|outrigger):/.test(script.url);
    },
    isLibrary: (scriptId) => scripts.get(scriptId)?.url.startsWith('outrigger:lib/') ?? false,
    placeOf(scriptId, location, name) {
      const { url = '' } = scripts.get(scriptId) ?? {};
      const line = lineOf({ scriptId, lineNumber: location.lineNumber });
      return {
        name: name === 'eval' ? '' : name.slice(0, MAX_NAME),
        script: url.slice(0, MAX_NAME),
        line,
        column: (location.columnNumber ?? 0) + 1,
        edited: edited.placeOf(url, line),
      };
    },
  };
}
