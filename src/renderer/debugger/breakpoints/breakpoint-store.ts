/** Breakpoints, exception stops and watched expressions, stored for each workspace. */
import { createStore, type StoreApi } from 'zustand';
import type { Breakpoint, BreakpointState, ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { ScriptRef } from '../../collection/script-ref.ts';
import type { Drafts } from '../../host/drafts.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';
import {
  breakpointAt,
  enabledBreakpoints,
  stillValidStates,
  withBreakpoint,
  withMovedLines,
  withRenamedScripts,
  withReportedStates,
} from './breakpoint-changes.ts';
import { parseDebugChoice, type DebugChoice, type StoredBreakpoint } from './breakpoints.ts';

/** A line of a script for the menu or form of a breakpoint, with the position of the menu or form in the window. */
export interface BreakpointPlace {
  script: ScriptRef;
  line: number;
  /** In CSS pixels of the window. */
  x: number;
  y: number;
}
export type BreakpointForm = BreakpointPlace & { field: 'condition' | 'log' };

export interface BreakpointStore extends DebugChoice {
  /** The actual locations of the breakpoints in the debugged run, by their ids. */
  states: Readonly<Record<string, BreakpointState>>;
  /** The open request that is being debugged: while it is untitled, the host does not know its id. */
  sentId: string | undefined;
  menu: BreakpointPlace | undefined;
  form: BreakpointForm | undefined;
  at(script: ScriptRef, line: number): StoredBreakpoint | undefined;
  /** Sets a breakpoint, or removes the existing one. @throws InvalidParams when there are too many */
  toggle(script: ScriptRef, line: number): void;
  /** Sets a breakpoint, which replaces one of the same line. @throws InvalidParams when there are too many */
  set(breakpoint: Omit<StoredBreakpoint, 'id'>): void;
  enable(id: string, enabled: boolean): void;
  /** @returns a function that sets them again */
  remove(...ids: string[]): () => void;
  /** Moves breakpoints while the text is edited. @param lines by id; of two on one line, the first is kept */
  move(script: ScriptRef, lines: ReadonlyMap<string, number>): void;
  /** Updates the id of a request or folder, and of items below it. */
  rename(from: string, to: string): void;
  setExceptions(exceptions: ExceptionStops): void;
  setWatches(watches: readonly string[]): void;
  /** The enabled breakpoints, in the form of the debugger's calls. */
  settings(): { breakpoints: Breakpoint[]; exceptions: ExceptionStops };
  showMenu(place: BreakpointPlace | undefined): void;
  showForm(form: BreakpointForm | undefined): void;
}

interface Dependencies {
  client: HostClient;
  drafts: Drafts;
  workspace: ShownWorkspace;
}

export function createBreakpointStore({ client, drafts, workspace }: Dependencies): StoreApi<BreakpointStore> {
  const draftName = () => `breakpoints ${workspace.root()}`;
  const storedChoice = () => parseDebugChoice(drafts.getItem(draftName()));

  const store = createStore<BreakpointStore>()((set, get) => {
    const change = (changed: Partial<DebugChoice>) => {
      set(changed);
      const { breakpoints, exceptions, watches } = get();
      drafts.setItem(draftName(), JSON.stringify({ breakpoints, exceptions, watches } satisfies DebugChoice));
    };
    return {
      ...storedChoice(),
      states: {},
      sentId: undefined,
      menu: undefined,
      form: undefined,
      ...createBreakpointActions(get, (breakpoints) => {
        const { states, breakpoints: before } = get();
        set({ states: stillValidStates(states, before, breakpoints) });
        change({ breakpoints });
      }),
      setExceptions: (exceptions) => change({ exceptions }),
      setWatches: (watches) => change({ watches }),
      settings() {
        const { breakpoints, exceptions, sentId } = get();
        return { breakpoints: enabledBreakpoints(breakpoints, sentId), exceptions };
      },
      showMenu: (menu) => set({ menu }),
      showForm: (form) => set({ form, menu: undefined }),
    };
  });

  client.on('debugger.breakpoints', ({ breakpoints }) =>
    store.setState(({ states }) => ({ states: withReportedStates(states, breakpoints) })),
  );
  workspace.empty(store, () => store.setState(storedChoice()));
  return store;
}

/** @param change replaces the list of breakpoints and stores it */
function createBreakpointActions(
  get: () => BreakpointStore,
  change: (breakpoints: DebugChoice['breakpoints']) => void,
): Pick<BreakpointStore, 'at' | 'toggle' | 'set' | 'enable' | 'remove' | 'move' | 'rename'> {
  return {
    at: (script, line) => breakpointAt(get().breakpoints, { script, line }),
    toggle(script, line) {
      const existing = get().at(script, line);
      if (existing) get().remove(existing.id);
      else get().set({ script, line });
    },
    set: (breakpoint) => change(withBreakpoint(get().breakpoints, breakpoint)),
    enable(id, enabled) {
      const { breakpoints } = get();
      change(
        breakpoints.map((breakpoint) => (breakpoint.id === id ? { ...breakpoint, disabled: !enabled } : breakpoint)),
      );
    },
    remove(...ids) {
      const removedBreakpoints = get().breakpoints.filter(({ id }) => ids.includes(id));
      change(get().breakpoints.filter((breakpoint) => !removedBreakpoints.includes(breakpoint)));
      return () => {
        for (const item of removedBreakpoints) if (!get().at(item.script, item.line)) get().set(item);
      };
    },
    move: (script, lines) => change(withMovedLines(get().breakpoints, script, lines)),
    rename(from, to) {
      const { breakpoints } = get();
      const renamedBreakpoints = withRenamedScripts(breakpoints, from, to);
      if (renamedBreakpoints !== breakpoints) change(renamedBreakpoints);
    },
  };
}
