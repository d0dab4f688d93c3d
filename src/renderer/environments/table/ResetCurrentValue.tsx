import { IconRestore } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';

/** Removes the current value, so that requests use the shared value again. */
export function ResetCurrentValue({ name }: { name: string }) {
  const { variables: store } = useApp();
  return (
    <IconButton
      label={`Reset the current value of ${name}`}
      tooltip="Reset: requests use the shared value again"
      size={24}
      onClick={() => store.getState().setCurrent({ [name]: null })}
    >
      <IconRestore size={14} />
    </IconButton>
  );
}
