import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.ts';

/** Removes the current value, so that requests use the shared value again. */
export function ResetCurrentValue({ name }: { name: string }) {
  const { variables: store } = useApp();
  return (
    <Tooltip label="Reset: requests use the shared value again">
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={`Reset the current value of ${name}`}
        onClick={() => store.getState().setCurrent({ [name]: null })}
      >
        <IconRestore size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
