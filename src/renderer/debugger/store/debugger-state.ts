/** The state of the debugger store and what can be done with it. */
import type {
  DebugFrame,
  DebugProperties,
  DebugResume,
  DebugStop,
  DebugValue,
} from '../../../contract/debugger/debugger-calls.ts';
import type { Evaluated } from '../values/scope-values.ts';

/** An expression that was evaluated in the debug console. */
export interface ConsoleEntry extends Partial<Evaluated> {
  key: number;
  expression: string;
  /** The number of the stop at which it was evaluated: its values can be opened until the script goes on. */
  turn: number;
}
export interface DebuggerStore {
  /** The debugged run that is under way. */
  runId: string | undefined;
  /** Scripts that are stopped, the latest last: a script that runs a request of another waits for it. */
  stops: readonly DebugStop[];
  /** The stopped script that is looked at. */
  stop: DebugStop | undefined;
  /** The frame that is looked at, by its place in `stop.frames`. */
  frame: number;
  /** Another number whenever a script stops or another frame is chosen: what was evaluated before does not hold any more. */
  turn: number;
  /** What values contain, by their handles. */
  properties: Readonly<Record<number, DebugProperties>>;
  /** Values of expressions in the chosen frame. */
  results: Readonly<Record<string, Evaluated>>;
  /** Lines of the trees that are open, by their paths: they stay open at the next stop. */
  expanded: ReadonlySet<string>;
  entries: readonly ConsoleEntry[];
  /** What the area below the view shows. */
  panel: 'console' | 'debug';
  showPanel(panel: 'console' | 'debug'): void;
  resume(how: DebugResume): Promise<void>;
  pause(): Promise<void>;
  chooseFrame(stop: DebugStop, frame: number): void;
  toggle(path: string): void;
  /** Reads what a value contains, unless it is known. */
  open(handle: number): Promise<void>;
  /** Evaluates an expression in the chosen frame, unless its value is known. */
  look(expression: string): Promise<void>;
  /** Evaluates in the chosen frame, in the debug console. */
  enter(expression: string): Promise<void>;
  clearEntries(): void;
  /**
   * The value of an expression in the chosen frame, and what it contains; undefined where it has none, or where reading it
   * would change something.
   */
  lookUp(expression: string): Promise<{ value: DebugValue; contains: DebugProperties | undefined } | undefined>;
}

/** The part of the state that belongs to one stop, while no script is stopped. */
export const nothingStopped = { stop: undefined, frame: 0, properties: {}, results: {} };

export const currentFrame = ({ stop, frame }: DebuggerStore): DebugFrame | undefined => stop?.frames[frame];
