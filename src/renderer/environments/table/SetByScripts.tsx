import { IconPlus } from '@tabler/icons-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { VariableInput } from '../../ui/variables/VariableInput.tsx';
import { ResetCurrentValue } from './ResetCurrentValue.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import classes from '../environments.module.css';

/** Variables with a current value that no file declares. */
export function SetByScripts() {
  const { variables: store } = useApp();
  const rows = useFrom('variables', (state) => state.rows);
  const current = useFrom('variables', (state) => state.current);
  const declaredNames = new Set(rows.map(({ name }) => name));
  const undeclared = Object.entries(current).filter(([name]) => !declaredNames.has(name));
  if (undeclared.length === 0) return null;
  return (
    <section className={classes['others']} aria-label="Set by scripts">
      <h3>Set by scripts, and in no file</h3>
      {undeclared.map(([name, value]) => (
        <div key={name}>
          <b>{visibleText(name)}</b>
          <VariableInput
            lines
            label={`Current value of ${visibleText(name)}`}
            value={value}
            onChange={(text) => store.getState().setCurrent({ [name]: text })}
          />
          <IconButton
            label={`Add ${name} to the file`}
            tooltip="Add it to the file"
            size={24}
            onClick={() => store.getState().edit([...rows, { name, value, secret: false }])}
          >
            <IconPlus size={14} />
          </IconButton>
          <ResetCurrentValue name={name} />
        </div>
      ))}
    </section>
  );
}
