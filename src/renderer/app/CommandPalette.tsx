import { Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useApp } from '../context/app-context.ts';
import { runCommand, shownKeys } from '../context/commands.ts';

export function CommandPalette() {
  const { commands } = useApp();
  return (
    <Spotlight
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Commands' } }}
      highlightQuery
      nothingFound="No command of that name"
      searchProps={{ placeholder: 'What do you want to do?', 'aria-label': 'Search commands' }}
      actions={commands
        .filter(({ id }) => id !== 'palette')
        .map(({ id, label, keys }) => ({
          id,
          label,
          onClick: () => runCommand(commands, id),
          rightSection: keys ? <Kbd size="xs">{shownKeys(keys)}</Kbd> : null,
        }))}
    />
  );
}
