import { IconBookmarkPlus, IconGitCompare } from '@tabler/icons-react';
import type { SentResponse } from '../../contract/collection/collection.ts';
import type { OpenRequest } from '../collection/tabs/open-item.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { useDialog } from '../context/use-dialog.ts';
import { NameDialog } from '../ui/dialogs/NameDialog.tsx';
import { CompareResponses } from './examples/CompareResponses.tsx';
import { ExamplesMenu } from './examples/ExamplesMenu.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './response.module.css';

/** Comparing a response, and storing it as an example of its request. */
export function ResponseActions({ open, response }: { open: OpenRequest; response: SentResponse }) {
  const { app, commands, response: store } = useApp();
  const dialog = useDialog('compare-response', 'save-example');
  // Only a request that has a file can have examples.
  const isStored = useFrom('requests', (state) => state.collection?.items.some(({ id }) => id === open.id) ?? false);
  const close = () => app.getState().closeDialog(dialog);
  return (
    <span className={classes['actions']}>
      <ExamplesMenu id={open.id} />
      <IconButton
        label="Compare with another response"
        size={24}
        onClick={() => runCommand(commands, 'compare-response')}
      >
        <IconGitCompare size={15} />
      </IconButton>
      <IconButton
        label="Save as an example"
        tooltip={isStored ? 'Save as an example' : 'Save the request first, then its example'}
        size={24}
        disabled={!isStored}
        onClick={() => runCommand(commands, 'save-example')}
      >
        <IconBookmarkPlus size={15} />
      </IconButton>
      {dialog?.kind === 'compare-response' && <CompareResponses open={open} response={response} onClose={close} />}
      {dialog?.kind === 'save-example' && (
        <NameDialog
          title="Save as an example"
          value={`${response.status} ${response.statusText}`.trim()}
          action="Save"
          onClose={close}
          onName={async (name) => {
            await store.getState().saveExample(open, name);
            close();
          }}
        />
      )}
    </span>
  );
}
