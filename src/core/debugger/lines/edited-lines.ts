/**
 * Maps lines of stacks to lines of the edited texts. All scripts of one kind of a request are edited as one text and
 * run one after another, so their line numbers differ; and the scripts of a folder run under the name of the request.
 */
import type { Breakpoint, DebugPlace } from '../../../contract/debugger/debugger-calls.ts';
import { nameInStacks } from '../../../contract/scripts/script-name.ts';
import type { SandboxScript } from '../../sandbox-process/pool/sandbox-pool.ts';

export interface StackPlace {
  url: string;
  /** The one-based line in the edited text. */
  line: number;
  /** The number of lines of the edited text before the script; 0 where the script is edited on its own. */
  linesBefore: number;
}
export interface EditedLines {
  /** Undefined when the script of this process does not have the line. */
  stackPlaceOf(breakpoint: Pick<Breakpoint, 'script' | 'line'>): StackPlace | undefined;
  placeOf(url: string, line: number): DebugPlace['edited'];
}

/** @param current the script that the process runs */
export function createEditedLines(current: SandboxScript | undefined): EditedLines {
  const { name, place, source } = current ?? {};
  const lines = source?.split('\n').length ?? 0;
  return {
    stackPlaceOf({ script, line }) {
      if (typeof script === 'string') return { url: nameInStacks(script), line, linesBefore: 0 };
      if (name === undefined || place?.id !== script.id || place.kind !== script.kind) return undefined;
      const { linesBefore } = place;
      const isInside = line > linesBefore && line <= linesBefore + lines;
      return isInside ? { url: name, line: line - linesBefore, linesBefore } : undefined;
    },
    placeOf(url, line) {
      if (!place || url !== name) return null;
      const { id, kind, linesBefore } = place;
      return { id, kind, line: line + linesBefore };
    },
  };
}
