import { NativeSelect } from '@mantine/core';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { ExceptionStops } from '../../contract/debugger/debugger-calls.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { BottomTabs } from '../context/controls/BottomTabs.tsx';
import { usePanelSizes } from '../context/use-panel-sizes.ts';
import { BreakpointList } from './breakpoints/BreakpointList.tsx';
import { CallStack } from './CallStack.tsx';
import { DebugConsole } from './DebugConsole.tsx';
import { DebugToolbar } from './DebugToolbar.tsx';
import { exceptionNames } from './breakpoints/exception-names.ts';
import { Variables } from './values/Variables.tsx';
import { Watches } from './values/Watches.tsx';
import classes from './debugger.module.css';

/** The debugger: steps, the place of the stop, values, and a console in the selected frame. */
export function DebugPanel() {
  const sizes = usePanelSizes('debugger');
  return (
    <section className={classes['pane']} aria-label="Debugger">
      <header className={classes['header']}>
        <BottomTabs />
        <DebugToolbar />
        <span className={classes['space']} />
        <PauseOnExceptions />
      </header>
      <Group className={classes['columns']} {...sizes}>
        <Panel id="stack" defaultSize="26%" minSize={110}>
          <div className={classes['column']}>
            <CallStack />
            <BreakpointList />
          </div>
        </Panel>
        <Separator className={classes['separator']} aria-label="Width of the call stack" />
        <Panel id="values" defaultSize="38%" minSize={140}>
          <div className={classes['column']}>
            <Variables />
            <Watches />
          </div>
        </Panel>
        <Separator className={classes['separator']} aria-label="Width of the variables" />
        <Panel id="evaluate" minSize={140}>
          <DebugConsole />
        </Panel>
      </Group>
    </section>
  );
}

function PauseOnExceptions() {
  const { breakpoints } = useApp();
  const exceptions = useFrom('breakpoints', (state) => state.exceptions);
  return (
    <label className={classes['exceptions']}>
      <span>Pause on exceptions</span>
      <NativeSelect
        size="xs"
        aria-label="Pause on exceptions"
        value={exceptions}
        data={[...exceptionNames]}
        onChange={(event) => breakpoints.getState().setExceptions(event.currentTarget.value as ExceptionStops)}
      />
    </label>
  );
}
