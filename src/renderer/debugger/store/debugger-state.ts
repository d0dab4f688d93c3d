/** The state and the actions of the debugger store. */
import type {
  DebugFrame,
  DebugProperties,
  DebugResume,
  DebugStop,
  DebugValue,
} from '../../../contract/debugger/debugger-calls.ts';
import type { EvaluationResult } from '../values/scope-values.ts';

/** An expression that was evaluated in the debug console. */
export interface ConsoleEntry extends Partial<EvaluationResult> {
  key: number;
  expression: string;
  /** The number of the stop at which it was evaluated: its values can be expanded until the script continues. */
  turn: number;
}
export interface DebuggerStore {
  /** The debugged run that is under way. */
  runId: string | undefined;
  /** The stopped scripts, the latest last: a script that runs another request waits for it. */
  stops: readonly DebugStop[];
  /** The selected stopped script. */
  stop: DebugStop | undefined;
  /** The selected frame, as an index of `stop.frames`. */
  frame: number;
  /** Changes whenever a script stops or another frame is selected, which makes earlier results obsolete. */
  turn: number;
  /** The members of values, by handle. */
  properties: Readonly<Record<number, DebugProperties>>;
  /** Results of expressions in the selected frame. */
  results: Readonly<Record<string, EvaluationResult>>;
  /** Paths of the expanded lines of the trees, which stay expanded at the next stop. */
  expanded: ReadonlySet<string>;
  entries: readonly ConsoleEntry[];
  /** The content of the area below the view. */
  panel: 'console' | 'debug';
  showPanel(panel: 'console' | 'debug'): void;
  resume(command: DebugResume): Promise<void>;
  pause(): Promise<void>;
  chooseFrame(stop: DebugStop, frame: number): void;
  toggle(path: string): void;
  /** Reads the members of a value, unless they are known. */
  open(handle: number): Promise<void>;
  /** Evaluates an expression in the selected frame, unless its value is known. */
  evaluateWatch(expression: string): Promise<void>;
  /** Evaluates an expression of the debug console in the selected frame. */
  enter(expression: string): Promise<void>;
  clearEntries(): void;
  /**
   * The value of an expression in the selected frame, and its members; undefined where it has none, or where reading it
   * would have a side effect.
   */
  lookUp(expression: string): Promise<{ value: DebugValue; contains: DebugProperties | undefined } | undefined>;
}

/** The state that belongs to one stop, while no script is stopped. */
export const nothingStopped = { stop: undefined, frame: 0, properties: {}, results: {} };

export const currentFrame = ({ stop, frame }: DebuggerStore): DebugFrame | undefined => stop?.frames[frame];
