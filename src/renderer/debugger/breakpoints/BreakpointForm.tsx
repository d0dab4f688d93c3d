import { Button, Group, Popover, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import type { StoredBreakpoint } from './breakpoints.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { BreakpointForm as Form } from './breakpoint-store.ts';
import classes from '../debugger.module.css';

const fields = {
  condition: { label: 'Stop only when this is true', placeholder: 'total > 100' },
  log: { label: 'Write to the console, without stopping', placeholder: 'the total is {total}' },
} as const;

/** A form beside a line of a script: the condition of its breakpoint, or the text of its log point. */
export function BreakpointForm() {
  const { breakpoints: store } = useApp();
  const form = useFrom('breakpoints', (state) => state.form);
  if (!form) return null;
  return (
    <Popover
      opened
      trapFocus
      returnFocus
      // The form has a name; as a dialog it would be named by the anchor, which has no text.
      withRoles={false}
      position="bottom-start"
      shadow="md"
      onChange={() => store.getState().showForm(undefined)}
    >
      <Popover.Target>
        <span className={classes['anchor']} style={{ left: form.x, top: form.y }} />
      </Popover.Target>
      <Popover.Dropdown>
        <Fields key={`${form.field} ${form.line}`} form={form} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ form }: { form: Form }) {
  const { breakpoints: store } = useApp();
  const { script, line, field } = form;
  const lineBreakpoint = store.getState().at(script, line);
  const [text, setText] = useState(lineBreakpoint?.[field] ?? '');
  const { label, placeholder } = fields[field];
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const { condition, log }: Pick<StoredBreakpoint, 'condition' | 'log'> = {
      ...lineBreakpoint,
      [field]: text.trim() || undefined,
    };
    try {
      store.getState().set({
        script,
        line,
        ...(condition === undefined ? {} : { condition }),
        ...(log === undefined ? {} : { log }),
      });
      store.getState().showForm(undefined);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form className={classes['form']} onSubmit={save} aria-label={`Breakpoint of line ${line}`}>
      <TextInput
        size="xs"
        data-autofocus
        label={`Line ${line}: ${label.toLowerCase()}`}
        placeholder={placeholder}
        value={text}
        maxLength={10_000}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={() => store.getState().showForm(undefined)}>
          Cancel
        </Button>
        <Button size="compact-xs" type="submit">
          Set
        </Button>
      </Group>
    </form>
  );
}
