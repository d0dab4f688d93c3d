import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { runCommand } from '../../context/commands/commands.ts';
import { useDialog } from '../../context/use-dialog.ts';
import { showError } from '../../ui/messages/notify.ts';
import { ForwardDialog } from './ForwardDialog.tsx';
import { ForwardReplayDialog } from './ForwardReplayDialog.tsx';
import { RehearsalDialog } from './RehearsalDialog.tsx';
import classes from '../webhooks.module.css';

/** Opens the dialogs for forwarding, replay and rehearsal, and shows whether forwarding is on. */
export function ForwardButtons() {
  const { app, commands, forwarding } = useApp();
  const status = useFrom('forwarding', (state) => state.status);
  const dialog = useDialog('forwarding', 'replay', 'replay-listed', 'rehearsal');
  const close = () => app.getState().closeDialog(dialog);
  useEffect(() => void forwarding.getState().load().catch(showError), [forwarding]);
  const waiting = status?.on && status.waiting > 0 ? ` (${status.waiting} waiting)` : '';
  return (
    <>
      <Button
        size="compact-xs"
        variant={status?.on ? 'light' : 'subtle'}
        {...(status?.on ? { color: status.problem === null ? 'teal' : 'orange', c: 'var(--text)' } : {})}
        title={status?.on ? `Notifications are forwarded to ${status.url}` : undefined}
        onClick={() => runCommand(commands, 'forwarding-settings')}
      >
        {status?.on ? `Forwarding${waiting}` : 'Forward…'}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        className={classes['onlyWide'] ?? ''}
        onClick={() => runCommand(commands, 'rehearse-webhooks')}
      >
        Rehearse…
      </Button>
      {dialog?.kind === 'forwarding' && <ForwardDialog onClose={close} />}
      {dialog?.kind === 'replay' && <ForwardReplayDialog ofList={false} onClose={close} />}
      {dialog?.kind === 'replay-listed' && <ForwardReplayDialog ofList onClose={close} />}
      {dialog?.kind === 'rehearsal' && <RehearsalDialog onClose={close} />}
    </>
  );
}
