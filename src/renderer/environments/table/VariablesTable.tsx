import { Checkbox, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { DeclaredVariable, VariableOwner } from '../../../contract/collection/variable-calls.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import type { Cell, Column } from '../../ui/table/table-props.ts';
import { toastWithUndo } from '../../ui/messages/undo.tsx';
import { VariableInput } from '../../ui/variables/VariableInput.tsx';
import { VariablesContext } from '../../ui/variables/variables-context.ts';
import { InheritedVariables } from './InheritedVariables.tsx';
import { ResetCurrentValue } from './ResetCurrentValue.tsx';
import { SecretValue } from './SecretValue.tsx';
import { SetByScripts } from './SetByScripts.tsx';
import classes from '../environments.module.css';

const empty: DeclaredVariable = { name: '', value: '', secret: false };
type VariableCell = Cell<DeclaredVariable>;

/** The variables of one owner: declared values, and current values of scripts. */
export function VariablesTable({ owner }: { owner: VariableOwner }) {
  const { variables: store } = useApp();
  const rows = useFrom('variables', (state) => state.rows);
  const current = useFrom('variables', (state) => state.current);
  const hidden = useFrom('variables', (state) => state.hidden);
  const visible = useFrom('requests', (state) => state.variables);
  const isEnvironment = owner.kind === 'environment';
  /** Scripts set no variables of a folder inside the collection. */
  const hasCurrent = isEnvironment || (owner.kind === 'folder' && owner.id === '');
  // Values on this page may refer to each other, even before they are stored.
  const knownVariables = useMemo(() => {
    const others = visible.filter(({ name }) => !rows.some((row) => row.name === name));
    const declaredVariables = rows
      .filter(({ name, disabled }) => name !== '' && !disabled)
      .map(({ name, value, secret }) => ({ name, value: secret ? '' : value, scope: 'here', secret }));
    return [...declaredVariables, ...others];
  }, [rows, visible]);
  const names = rows.filter(({ disabled, name }) => !disabled && name !== '').map(({ name }) => name);
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];

  const currentValue: Column<DeclaredVariable> = {
    title: 'Current value',
    width: 'minmax(96px, 4fr)',
    render: ({ row, isNew, label }) => {
      const isHidden = hidden.includes(row.name);
      if (isNew || row.name === '') return null;
      return (
        <>
          {isHidden ? (
            <Text size="xs" c="dimmed" className={classes['masked'] ?? ''}>
              set by a script
            </Text>
          ) : row.secret ? null : (
            <VariableInput
              lines
              label={`Current value of ${label}`}
              value={current[row.name] ?? ''}
              onChange={(value) => store.getState().setCurrent({ [row.name]: value })}
            />
          )}
          {(isHidden || Object.hasOwn(current, row.name)) && <ResetCurrentValue name={row.name} />}
        </>
      );
    },
  };
  const secret: Column<DeclaredVariable> = {
    title: 'Secret',
    width: '56px',
    render: ({ row, isNew, label, change }) =>
      !isNew && (
        <Checkbox
          size="xs"
          className={classes['secret'] ?? ''}
          aria-label={`Secret: ${label}`}
          checked={row.secret}
          onChange={(event) => change({ secret: event.currentTarget.checked })}
        />
      ),
  };
  return (
    <VariablesContext value={knownVariables}>
      <EditableTable
        key={JSON.stringify(owner)}
        what="variable"
        rows={rows}
        empty={empty}
        describes={owner.kind !== 'globals'}
        switches={owner.kind !== 'globals'}
        onChange={(next) => store.getState().edit(next)}
        onRemove={(row, index) =>
          toastWithUndo(`${row.name || 'The variable'} was removed`, () => {
            const { rows: now, edit } = store.getState();
            edit([...now.slice(0, index), row, ...now.slice(index)]);
            return Promise.resolve();
          })
        }
        problemOf={({ name, disabled }) =>
          !disabled && repeated.includes(name) ? `${visibleText(name)} is there more than once.` : undefined
        }
        value={{
          title: owner.kind === 'globals' ? 'Value' : 'Shared value',
          render: (cell: VariableCell) => (cell.row.secret ? <SecretValue cell={cell} /> : undefined),
        }}
        after={[...(hasCurrent ? [currentValue] : []), ...(isEnvironment ? [secret] : [])]}
      />
      {repeated.length > 0 && (
        <Text size="xs" c="red" px={16} py={4} role="alert">
          {visibleText(repeated.join(', '))} {repeated.length === 1 ? 'is' : 'are'} there more than once: requests use
          the last one.
        </Text>
      )}
      {isEnvironment && <InheritedVariables />}
      {hasCurrent && <SetByScripts />}
    </VariablesContext>
  );
}
