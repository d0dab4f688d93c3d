import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { createExpansion } from '../../../contract/collection/expand-variables.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { VisibleVariable } from '../../ui/variables/visible-variable.ts';

/** For a file outside of the workspace: whether it may be sent, with a button to allow it. */
export function BodyFileNote({ file }: { file: string }) {
  const { bodyFiles: store } = useApp();
  const variables = useFrom('requests', (state) => state.variables);
  const path = withValues(file, variables);
  useEffect(() => {
    if (path !== '' && !path.includes('{{')) store.getState().check(path).catch(showError);
  }, [store, path]);
  const fileState = useFrom('bodyFiles', (state) => state.states[path]);
  if (!fileState || fileState.state === 'inside') return null;
  const allow = (isAllowed: boolean) => void store.getState().allow(path, isAllowed).catch(showError);
  const isAllowed = fileState.state === 'allowed';
  const shownPath = visibleText(fileState.path);
  return (
    <Group gap="xs" role="note" aria-label={`About the file ${shownPath}`}>
      <Text size="xs" c={isAllowed ? 'dimmed' : 'orange'}>
        {fileState.state === 'private'
          ? `${shownPath} is a file of Outrigger itself and is never sent.`
          : `${shownPath} is outside the workspace. ${
              isAllowed ? 'You allow this workspace to send it.' : 'It is sent only when you allow it.'
            }`}
      </Text>
      {fileState.state !== 'private' && (
        <Button size="compact-xs" variant="light" onClick={() => allow(!isAllowed)}>
          {isAllowed ? 'Revoke the permission' : 'Allow this file on this computer'}
        </Button>
      )}
    </Group>
  );
}

/** The path with its variables replaced, except secrets, whose values the interface does not know. */
function withValues(file: string, variables: readonly VisibleVariable[]): string {
  const valueOf = (name: string) =>
    variables.find((variable) => variable.name === name.trim() && !variable.secret)?.value;
  try {
    return createExpansion({ valueOf, fail: (message) => new Error(message) })(file) as string;
  } catch {
    return file;
  }
}
