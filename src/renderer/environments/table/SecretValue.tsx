import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeclaredVariable } from '../../../contract/collection/variable-calls.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import type { Cell } from '../../ui/table/table-props.ts';
import { showError } from '../../ui/messages/notify.ts';
import { VariableInput } from '../../ui/variables/VariableInput.tsx';

/** The value of a secret: masked until the person asks to see it. */
export function SecretValue({ cell }: { cell: Cell<DeclaredVariable> }) {
  const { row, index, label, change } = cell;
  const { variables: store } = useApp();
  const isStored = useFrom('variables', (state) => state.stored.includes(row.name));
  /** The value from the host; edits are in the row. */
  const [revealedSecret, setRevealed] = useState<{ name: string; value: string }>();
  const [isShown, setShown] = useState(false);
  const value = row.value !== '' || revealedSecret?.name !== row.name ? row.value : revealedSecret.value;
  const toggle = async () => {
    if (isShown) setRevealed(undefined);
    else if (row.value === '') setRevealed({ name: row.name, value: (await store.getState().reveal(row.name)) ?? '' });
    setShown(!isShown);
  };
  return (
    <>
      <VariableInput
        masked={!isShown}
        label={`Value of ${label}`}
        placeholder={isStored ? '•••••••• (stored)' : 'Value'}
        value={isShown ? value : row.value}
        cell={`${index} value`}
        onChange={(text) => change({ value: text })}
      />
      {(isStored || row.value !== '') && (
        <IconButton
          label={`${isShown ? 'Hide' : 'Show'} the value of ${row.name}`}
          tooltip={isShown ? 'Hide the value' : 'Show the value'}
          size={24}
          onClick={() => void toggle().catch(showError)}
        >
          {isShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </IconButton>
      )}
    </>
  );
}
