import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import classes from '../environments.module.css';

/** The variables of the environments that this one extends, as far as it does not declare them itself. */
export function InheritedVariables() {
  const { variables: store } = useApp();
  const rows = useFrom('variables', (state) => state.rows);
  const inherited = useFrom('variables', (state) => state.inherited);
  const declaredNames = new Set(rows.filter(({ disabled }) => !disabled).map(({ name }) => name));
  const shown = inherited.filter(({ name }) => !declaredNames.has(name));
  if (shown.length === 0) return null;
  return (
    <section className={classes['others']} aria-label="Inherited">
      <h3>Inherited</h3>
      {shown.map(({ name, value, secret, from }) => (
        <div key={name}>
          <b title={visibleText(name)}>{visibleText(name)}</b>
          <Text size="xs" truncate title={secret ? undefined : visibleText(value)}>
            {secret ? '••••••••' : visibleText(value)}{' '}
            <Text span inherit c="dimmed">
              from {visibleText(from)}
            </Text>
          </Text>
          <IconButton
            label={`Declare ${name} in this environment`}
            tooltip="Declare it in this environment"
            size={24}
            onClick={() => store.getState().edit([...rows, { name, value, secret }])}
          >
            <IconPlus size={14} />
          </IconButton>
        </div>
      ))}
    </section>
  );
}
