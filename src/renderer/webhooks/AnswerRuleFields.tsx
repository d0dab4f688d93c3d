import { ActionIcon, Checkbox, Group, NumberInput, Paper, Select, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AnswerRule } from '../../contract/notification.ts';
import { useFrom } from '../context/app-context.ts';
import { METHODS } from './methods.ts';

/** One rule: for which requests, and what is sent in response. */
export function AnswerRuleFields(props: {
  rule: AnswerRule;
  onChange: (changed: Partial<AnswerRule>) => void;
  onRemove: () => void;
}) {
  const { rule, onChange, onRemove } = props;
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const contentType = rule.headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? '';
  const setContentType = (value: string) => {
    const others = rule.headers.filter(({ name }) => !/^content-type$/i.test(name));
    onChange({ headers: value === '' ? others : [...others, { name: 'Content-Type', value }] });
  };
  return (
    <Paper withBorder p="xs" mb={8}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <Select
          size="xs"
          w={110}
          label="Method"
          placeholder="Every method"
          clearable
          data={METHODS}
          value={rule.method}
          onChange={(method) => onChange({ method })}
        />
        <TextInput
          size="xs"
          label="Path"
          placeholder="Every path; * stands for anything"
          style={{ flex: 1 }}
          value={rule.path ?? ''}
          onChange={(event) => onChange({ path: event.currentTarget.value || null })}
        />
        <Select
          size="xs"
          label="Kind"
          placeholder="Every kind"
          clearable
          searchable
          style={{ flex: 1 }}
          data={kinds.map((kind) => ({ value: kind.kind, label: kind.title }))}
          value={rule.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <ActionIcon size={30} variant="subtle" color="gray" aria-label="Remove this rule" onClick={onRemove}>
          <IconTrash size={14} />
        </ActionIcon>
      </Group>
      <Group gap={6} mt={6} align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          label="Name"
          placeholder="Shown beside what it answers"
          style={{ flex: 1 }}
          value={rule.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <NumberInput
          size="xs"
          w={80}
          label="Status"
          min={200}
          max={599}
          value={rule.status}
          onChange={(status) => onChange({ status: Number(status) || 500 })}
        />
        <NumberInput
          size="xs"
          w={90}
          label="Delay in s"
          min={0}
          max={180}
          value={rule.delayMs / 1000}
          onChange={(seconds) => onChange({ delayMs: Math.round((Number(seconds) || 0) * 1000) })}
        />
        <NumberInput
          size="xs"
          w={120}
          label="Times (0: always)"
          min={0}
          value={rule.times}
          onChange={(times) => onChange({ times: Number(times) || 0 })}
        />
      </Group>
      <Group gap={6} mt={6} align="flex-start" wrap="nowrap">
        <TextInput
          size="xs"
          w={180}
          label="Content-Type"
          placeholder="text/plain"
          value={contentType}
          onChange={(event) => setContentType(event.currentTarget.value)}
        />
        <Textarea
          size="xs"
          label="Body"
          placeholder="The number of the notification; {{request.body.challenge}} and {{request.query.x}} are filled in"
          autosize
          maxRows={6}
          style={{ flex: 1 }}
          value={rule.body ?? ''}
          onChange={(event) => onChange({ body: event.currentTarget.value || null })}
        />
      </Group>
      <Group gap="md" mt={8}>
        <Checkbox
          size="xs"
          label="In use"
          checked={rule.on}
          onChange={(event) => onChange({ on: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="Keep after this session"
          checked={rule.persistent}
          onChange={(event) => onChange({ persistent: event.currentTarget.checked })}
        />
      </Group>
    </Paper>
  );
}
