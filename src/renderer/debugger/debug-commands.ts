/** Commands for breakpoints and debugged scripts. */
import type { DebugResume, ExceptionStops } from '../../contract/debugger/debugger-calls.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { noSecondDebugging } from '../context/no-second-debugging.ts';
import { scriptCursor } from '../monaco/debugging/script-cursor.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import type { BreakpointPlace } from './breakpoints/breakpoint-store.ts';
import { exceptionNames } from './breakpoints/exception-names.ts';

type Stores = Pick<AppContext, 'app' | 'breakpoints' | 'debugger' | 'runs'>;
/** A line of a script as the target of the commands in its menu: the menu may be closed when they run. */
export const breakpointTarget = (place: BreakpointPlace): string => JSON.stringify(place);

const steps: readonly { how: DebugResume; label: string; keys: string }[] = [
  { how: 'continue', label: 'Continue', keys: 'F5' },
  { how: 'step-over', label: 'Step over', keys: 'F10' },
  { how: 'step-into', label: 'Step into', keys: 'F11' },
  { how: 'step-out', label: 'Step out', keys: 'Shift+F11' },
];

/** @param debug starts a debugged run of the shown view's content, or says why it has none */
export function debugCommands(stores: Stores, debug: Pick<Command, 'run' | 'unavailable'>): Command[] {
  const { app, breakpoints, debugger: store, runs } = stores;
  return [
    {
      id: 'debug',
      label: 'Debug the script, or the request',
      menuLabel: 'Debug',
      icon: 'debug',
      keys: 'Mod+Shift+Enter',
      keywords: 'breakpoint step',
      unavailable: () => debug.unavailable?.() ?? noSecondDebugging(runs),
      run: () => debug.run(),
    },
    ...debuggedRunCommands(stores),
    {
      id: 'show-debugger',
      label: 'Show the debugger',
      keywords: 'breakpoints call stack watch variables',
      run() {
        app.getState().showConsole(true);
        store.getState().showPanel('debug');
      },
    },
    ...exceptionNames.map(({ value, label }): Command => ({
      id: `debug-exceptions-${value}`,
      label: `Pause on exceptions: ${label.toLowerCase()}`,
      run: () => breakpoints.getState().setExceptions(value satisfies ExceptionStops),
    })),
    ...breakpointCommands(breakpoints),
  ];
}

/** Commands for the debugged run. */
function debuggedRunCommands({ debugger: store, runs }: Stores): Command[] {
  return [
    ...steps.map(({ how, label, keys }): Command => ({
      id: `debug-${how}`,
      label: `Debugger: ${label.toLowerCase()}`,
      menuLabel: label,
      keys,
      keysOnlyIfAvailable: true,
      unavailable: () => (store.getState().stop ? undefined : 'No script is stopped.'),
      run: () => store.getState().resume(how),
    })),
    {
      id: 'debug-pause',
      label: 'Debugger: pause',
      menuLabel: 'Pause',
      keys: 'F6',
      keysOnlyIfAvailable: true,
      unavailable() {
        const { runId, stop } = store.getState();
        return runId !== undefined && !stop ? undefined : 'No script that is debugged is running.';
      },
      run: () => store.getState().pause(),
    },
    {
      id: 'debug-stop',
      label: 'Debugger: stop the run',
      menuLabel: 'Stop',
      keys: 'Shift+F5',
      keysOnlyIfAvailable: true,
      unavailable: () => (store.getState().runId === undefined ? 'No run is debugged.' : undefined),
      run: () => runs.getState().stop(store.getState().runId),
    },
  ];
}

/** The line of a menu, or that of the cursor. */
const placeOf = (target?: string): BreakpointPlace | undefined =>
  target === undefined ? scriptCursor.get() : (JSON.parse(target) as BreakpointPlace);

function breakpointCommands(store: AppContext['breakpoints']): Command[] {
  const breakpointAt = (target?: string) => {
    const place = placeOf(target);
    return place && store.getState().at(place.script, place.line);
  };
  const noLine = (target?: string) => (placeOf(target) ? undefined : 'Put the cursor into a script first.');
  const showForm = (field: 'condition' | 'log') => (target?: string) => {
    const place = placeOf(target);
    if (place) store.getState().showForm({ ...place, field });
  };
  return [
    {
      id: 'toggle-breakpoint',
      label: 'Toggle breakpoint',
      labelFor: (target) => (breakpointAt(target) ? 'Remove the breakpoint' : 'Set a breakpoint'),
      keys: 'F9',
      unavailable: noLine,
      run(target) {
        const place = placeOf(target);
        if (place) store.getState().toggle(place.script, place.line);
      },
    },
    {
      id: 'edit-breakpoint-condition',
      label: 'Breakpoint with a condition…',
      unavailable: noLine,
      run: showForm('condition'),
    },
    {
      id: 'edit-log-point',
      label: 'Log point…',
      keywords: 'breakpoint console',
      unavailable: noLine,
      run: showForm('log'),
    },
    {
      id: 'disable-breakpoint',
      label: 'Enable or disable the breakpoint',
      labelFor: (target) =>
        breakpointAt(target)?.disabled === true ? 'Enable the breakpoint' : 'Disable the breakpoint',
      unavailable: (target) => (breakpointAt(target) ? undefined : 'The line has no breakpoint.'),
      run(target) {
        const lineBreakpoint = breakpointAt(target);
        if (lineBreakpoint) store.getState().enable(lineBreakpoint.id, lineBreakpoint.disabled === true);
      },
    },
    {
      id: 'remove-all-breakpoints',
      label: 'Remove all breakpoints',
      icon: 'delete',
      removes: true,
      unavailable: () => (store.getState().breakpoints.length > 0 ? undefined : 'There are no breakpoints.'),
      run() {
        const { breakpoints, remove } = store.getState();
        const undo = remove(...breakpoints.map(({ id }) => id));
        toastWithUndo('All breakpoints were removed', () => Promise.resolve(undo()));
      },
    },
  ];
}
