/** Where scripts stop: breakpoints, exceptions, and the expressions that are watched. Remembered for each workspace. */
import { createStore, type StoreApi } from 'zustand';
import type { Breakpoint, BreakpointState, ExceptionStops } from '../../contract/debugger-calls.ts';
import { MAX_BREAKPOINTS } from '../../contract/breakpoint.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { hostScript, isSameScript, type ScriptRef } from '../collection/script-ref.ts';
import type { Drafts } from '../host/drafts.ts';
import { parseDebugChoice, type DebugChoice, type StoredBreakpoint } from './breakpoints.ts';

/** A line of a script whose breakpoint is asked for, and where in the window its menu or form opens. */
export interface BreakpointPlace {
  script: ScriptRef;
  line: number;
  /** In CSS pixels of the window. */
  x: number;
  y: number;
}
export type BreakpointForm = BreakpointPlace & { field: 'condition' | 'log' };

export interface BreakpointStore extends DebugChoice {
  /** Where the breakpoints of the debugged run really are, by their ids. */
  states: Readonly<Record<string, BreakpointState>>;
  /** The open request that is debugged: while it is untitled, the host knows no id of it. */
  sentId: string | undefined;
  menu: BreakpointPlace | undefined;
  form: BreakpointForm | undefined;
  at(script: ScriptRef, line: number): StoredBreakpoint | undefined;
  /** Sets a breakpoint, or removes the one that is there. @throws InvalidParams when there are too many */
  toggle(script: ScriptRef, line: number): void;
  /** Sets a breakpoint in the place of any that the line has. @throws InvalidParams when there are too many */
  set(wanted: Omit<StoredBreakpoint, 'id'>): void;
  enable(id: string, enabled: boolean): void;
  /** @returns sets them again */
  remove(...ids: string[]): () => void;
  /** Follows the text while it is edited. @param lines by id; of two that come to one line, the first stays */
  move(script: ScriptRef, lines: ReadonlyMap<string, number>): void;
  /** Follows a request or folder that got another id, and what is below it. */
  rename(from: string, to: string): void;
  setExceptions(exceptions: ExceptionStops): void;
  setWatches(watches: readonly string[]): void;
  /** Those that are enabled, as the debugger takes them. */
  settings(): { breakpoints: Breakpoint[]; exceptions: ExceptionStops };
  showMenu(place: BreakpointPlace | undefined): void;
  showForm(form: BreakpointForm | undefined): void;
}

interface Dependencies {
  client: HostClient;
  drafts: Drafts;
  /** The folder of the workspace that is open first. */
  root: string;
}

export function createBreakpointStore({ client, drafts, root: firstRoot }: Dependencies): StoreApi<BreakpointStore> {
  let root = firstRoot;
  const draftName = () => `breakpoints ${root}`;
  const stored = () => parseDebugChoice(drafts.getItem(draftName()));

  const store = createStore<BreakpointStore>()((set, get) => {
    const change = (changed: Partial<DebugChoice>) => {
      set(changed);
      const { breakpoints, exceptions, watches } = get();
      drafts.setItem(draftName(), JSON.stringify({ breakpoints, exceptions, watches } satisfies DebugChoice));
    };
    const changeEach = (make: (one: StoredBreakpoint) => StoredBreakpoint) =>
      change({ breakpoints: get().breakpoints.map(make) });
    return {
      ...stored(),
      states: {},
      sentId: undefined,
      menu: undefined,
      form: undefined,
      at: (script, line) => get().breakpoints.find((one) => one.line === line && isSameScript(one.script, script)),
      toggle(script, line) {
        const there = get().at(script, line);
        if (there) get().remove(there.id);
        else get().set({ script, line });
      },
      set(wanted) {
        const there = get().at(wanted.script, wanted.line);
        const others = get().breakpoints.filter((one) => one !== there);
        if (others.length >= MAX_BREAKPOINTS) {
          const message = `A workspace has at most ${MAX_BREAKPOINTS} breakpoints.`;
          throw codedError('InvalidParams', message, 'Remove some of them first.');
        }
        change({ breakpoints: [...others, { ...wanted, id: there?.id ?? crypto.randomUUID() }] });
      },
      enable: (id, enabled) => changeEach((one) => (one.id === id ? { ...one, disabled: !enabled } : one)),
      remove(...ids) {
        const removed = get().breakpoints.filter(({ id }) => ids.includes(id));
        change({ breakpoints: get().breakpoints.filter((one) => !removed.includes(one)) });
        return () => {
          for (const { script, line, ...one } of removed)
            if (!get().at(script, line)) get().set({ ...one, script, line });
        };
      },
      move(script, lines) {
        const used = new Set<number>();
        const breakpoints = get().breakpoints.flatMap((one) => {
          if (!isSameScript(one.script, script)) return [one];
          const line = lines.get(one.id) ?? one.line;
          if (used.has(line)) return [];
          used.add(line);
          return [{ ...one, line }];
        });
        change({ breakpoints });
      },
      rename(from, to) {
        const isBelow = (id: string) => from !== '' && (id === from || id.startsWith(`${from}/`));
        const affected = ({ script }: StoredBreakpoint) => typeof script !== 'string' && isBelow(script.id);
        if (!get().breakpoints.some(affected)) return;
        changeEach((one) => {
          const { script } = one;
          if (typeof script === 'string' || !isBelow(script.id)) return one;
          return { ...one, script: { ...script, id: to + script.id.slice(from.length) } };
        });
      },
      setExceptions: (exceptions) => change({ exceptions }),
      setWatches: (watches) => change({ watches }),
      settings() {
        const { breakpoints, exceptions, sentId } = get();
        const enabled = breakpoints.flatMap(({ disabled, ...one }) => {
          if (disabled) return [];
          const script = hostScript(one.script, sentId);
          return script ? [{ ...one, script }] : [];
        });
        return { breakpoints: enabled, exceptions };
      },
      showMenu: (menu) => set({ menu }),
      showForm: (form) => set({ form, menu: undefined }),
    };
  });

  client.on('debugger.breakpoints', ({ breakpoints }) =>
    store.setState(({ states }) => {
      const next = { ...states };
      for (const one of breakpoints) {
        // Each process of a run reports the same breakpoints: one that has no code there does not hide one that has.
        const known = next[one.id];
        if (!known || one.line !== null || one.problem !== null) next[one.id] = one;
      }
      return { states: next };
    }),
  );
  client.on('workspace.changed', (workspace) => {
    if (workspace.root === root) return;
    root = workspace.root;
    const none = { states: {}, menu: undefined, form: undefined };
    store.setState({ ...parseDebugChoice(null), ...none });
    drafts
      .reload()
      .then(() => store.setState(stored()))
      .catch(() => undefined);
  });
  return store;
}
