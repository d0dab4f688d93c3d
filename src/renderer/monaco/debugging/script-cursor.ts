/** The cursor line of the script editor that had the focus last, for commands about a line. */
import type { ScriptRef } from '../../collection/script-ref.ts';

export interface ScriptCursor {
  script: ScriptRef;
  /** The number of the line, from 1. */
  line: number;
  /** Below the line, in CSS pixels of the window. */
  x: number;
  y: number;
}
type ReadCursor = () => ScriptCursor | undefined;
let current: ReadCursor | undefined;

export const scriptCursor = {
  /** Undefined while no script is shown. */
  get: () => current?.(),
  set: (read: ReadCursor) => void (current = read),
  /** Forgets the editor, unless another one has the focus meanwhile. */
  remove(read: ReadCursor) {
    if (current === read) current = undefined;
  },
};
