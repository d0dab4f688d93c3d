import { Checkbox, Group, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { portProblem, type ListenerForm } from './listener-form.ts';
import { TlsFields } from './TlsFields.tsx';

interface LimitProps {
  label: string;
  description: string;
  /** The placeholder of a field without a limit. */
  placeholder: string;
  max: number;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A positive integer; empty: no limit. */
function Limit({ value, onChange, ...shown }: LimitProps) {
  return (
    <NumberInput
      {...shown}
      size="xs"
      min={1}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(typed) => onChange(Math.round(Number(typed)) || null)}
    />
  );
}

/** The fields for address, access and retention. */
export function ListenerFields(props: {
  form: ListenerForm;
  /** Whether the listener has a token, which the form does not contain. */
  hasToken: boolean;
  onChange: (change: Partial<ListenerForm>) => void;
}) {
  const { form, hasToken, onChange } = props;
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          size="xs"
          label="Address"
          description="127.0.0.1 is this computer only"
          value={form.host}
          onChange={(event) => onChange({ host: event.currentTarget.value })}
        />
        <NumberInput
          size="xs"
          label="Port"
          description="If it is in use, the next free port is used"
          allowDecimal={false}
          clampBehavior="none"
          error={portProblem(form.port)}
          value={form.port}
          onChange={(port) => onChange({ port })}
        />
      </Group>
      <PasswordInput
        size="xs"
        mt={6}
        label="Token"
        description="What the service sends as Authorization (its setting webhookUrlToken); leave it empty if it sends none"
        placeholder={hasToken ? 'set; type to change it' : 'none'}
        value={form.token ?? ''}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
      />
      <Checkbox
        size="xs"
        mt={6}
        label="Accept requests from web pages"
        description="Any page that you visit could then put notifications into the list; services that send webhooks do not need this"
        checked={form.allowBrowsers}
        onChange={(event) => onChange({ allowBrowsers: event.currentTarget.checked })}
      />
      <TlsFields tls={form.tls} onChange={(tls) => onChange({ tls })} />
      <Group grow align="flex-start" mt={6}>
        <Limit
          label="Retention (days)"
          description="Older notifications are deleted permanently"
          placeholder="forever"
          max={36_500}
          value={form.keep.days}
          onChange={(days) => onChange({ keep: { ...form.keep, days } })}
        />
        <Limit
          label="Max size (MB)"
          description="Total size of the bodies; the oldest are deleted first"
          placeholder="no limit"
          max={1_000_000}
          value={form.keep.megabytes}
          onChange={(megabytes) => onChange({ keep: { ...form.keep, megabytes } })}
        />
      </Group>
    </>
  );
}
