import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { hasFailed } from '../../../contract/runs/fold-report.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { CommandMenu } from '../../context/commands/CommandMenu.tsx';

/** The buttons and the menu for the shown run, beside its counts. */
export function ResultActions() {
  const { runner: store } = useApp();
  const onQueue = useFrom('queue', (state) => state.settings.on);
  const isRunning = useFrom('runs', (state) => state.of('runner') !== undefined);
  const hasFailures = useFrom('runner', (state) => state.shown?.requests.some(hasFailed) ?? false);
  const shownId = useFrom('runner', (state) => state.shownId);
  if (shownId === undefined) return null;
  const runFailed = () => void store.getState().start({ failedOf: shownId }).catch(showError);
  return (
    <>
      {hasFailures && !isRunning && (
        <Button size="compact-xs" variant="default" onClick={runFailed}>
          {onQueue ? 'Run failed requests here' : 'Run failed requests'}
        </Button>
      )}
      <CommandMenu menu="report" target={String(shownId)} position="bottom-end">
        <Button size="compact-xs" variant="default" leftSection={<IconDownload size={12} />}>
          Report
        </Button>
      </CommandMenu>
    </>
  );
}
