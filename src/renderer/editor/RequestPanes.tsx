import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutColumns, IconLayoutRows } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { usePanelSizes } from '../context/use-panel-sizes.ts';
import classes from './request-editor.module.css';

/** Narrower windows have no room for a response beside its request. */
const useWideWindow = () => useMediaQuery('(min-width: 1201px)', true, { getInitialValueInEffect: false });

/** A request and its response, side by side or one below the other. */
export function RequestPanes({ request, response }: { request: ReactNode; response: ReactNode }) {
  const isChosen = useFrom('app', (state) => state.settings.layout.responseBeside);
  const isWide = useWideWindow();
  const beside = isChosen && isWide;
  const sizes = usePanelSizes('request');
  return (
    <div className={classes['panes']}>
      <Group orientation={beside ? 'horizontal' : 'vertical'} {...sizes}>
        <Panel id="sent" minSize={beside ? 280 : 90}>
          {request}
        </Panel>
        <Separator
          className={classes['separator']}
          data-beside={beside || undefined}
          aria-label={beside ? 'Width of the response' : 'Height of the response'}
        />
        <Panel id="response" defaultSize="54%" minSize={beside ? 280 : 80}>
          {response}
        </Panel>
      </Group>
    </div>
  );
}

/** Puts the response beside the request or below it, where the window is wide enough for both. */
export function TurnResponse() {
  const { commands } = useApp();
  const beside = useFrom('app', (state) => state.settings.layout.responseBeside);
  if (!useWideWindow()) return null;
  const label = beside ? 'Put the response below the request' : 'Put the response beside the request';
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => runCommand(commands, 'turn-response')}
      >
        {beside ? <IconLayoutRows size={16} /> : <IconLayoutColumns size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
