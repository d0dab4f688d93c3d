import { Select, TextInput } from '@mantine/core';
import { useFrom } from '../../context/app-context.ts';
import { checkChoices, type RehearsalForm } from './rehearsal-form.ts';
import { visibleOptions } from '../../ui/labels/visible-options.ts';
import classes from './forward.module.css';

/** Fields for how a rehearsal checks whether the server has processed each notification once. */
export function RehearsalCheckFields(props: {
  form: RehearsalForm;
  onChange: (changed: Partial<RehearsalForm>) => void;
}) {
  const { form, onChange } = props;
  const scripts = useFrom('app', (state) => state.workspace.scripts);
  return (
    <>
      <Select
        size="xs"
        className={classes['double'] ?? ''}
        label="Check the server by"
        allowDeselect={false}
        data={checkChoices}
        value={form.check}
        onChange={(check) =>
          onChange({ check: checkChoices.find(({ value }) => value === check)?.value ?? 'responses' })
        }
      />
      {form.check === 'address' && (
        <>
          <TextInput
            size="xs"
            className={classes['double'] ?? ''}
            label="Check address"
            placeholder="http://localhost:3000/orders/{{body.id}}"
            value={form.checkUrl}
            onChange={(event) => onChange({ checkUrl: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Count in its response"
            placeholder="data.total"
            value={form.checkCount}
            onChange={(event) => onChange({ checkCount: event.currentTarget.value })}
          />
        </>
      )}
      {form.check === 'script' && (
        <Select
          size="xs"
          className={classes['double'] ?? ''}
          label="Check script"
          description="Runs once for each notification; its pm.test calls decide"
          placeholder="Choose a script"
          searchable
          nothingFoundMessage="The workspace has no such script"
          data={visibleOptions(scripts.map(({ path }) => path))}
          value={form.checkScript}
          onChange={(checkScript) => onChange({ checkScript })}
        />
      )}
    </>
  );
}
