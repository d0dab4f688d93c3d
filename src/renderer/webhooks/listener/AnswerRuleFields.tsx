import { Checkbox, Group, NumberInput, Paper, Select, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import { useFrom } from '../../context/app-context.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import { METHODS } from '../list/methods.ts';

const headerNames = ['Content-Type', 'Retry-After', 'Location', 'Cache-Control', 'WWW-Authenticate'];

interface Props {
  rule: AnswerRule;
  /** The position of the rule, starting at 1. */
  number: number;
  isLast: boolean;
  /** Tries the rule earlier (-1) or later (1). */
  onMove: (by: -1 | 1) => void;
  onChange: (changed: Partial<AnswerRule>) => void;
  onRemove: () => void;
}

/** The fields of one rule: its condition and its response. */
export function AnswerRuleFields({ rule, onChange, ...place }: Props) {
  // While it is empty, the rule keeps its status.
  const [isStatusEmpty, setStatusEmpty] = useState(false);
  return (
    <Paper withBorder p="xs" mb={8} role="group" aria-label={`Rule ${place.number}`}>
      <RuleConditions rule={rule} onChange={onChange} {...place} />
      <Group gap={6} mt={6} align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          label="Name"
          placeholder="Shown with its responses"
          flex={1}
          value={rule.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <NumberInput
          size="xs"
          w={80}
          label="Status"
          min={200}
          max={599}
          value={isStatusEmpty ? '' : rule.status}
          onBlur={() => setStatusEmpty(false)}
          onChange={(status) => {
            setStatusEmpty(status === '');
            if (status !== '') onChange({ status: Number(status) });
          }}
        />
        <NumberInput
          size="xs"
          w={90}
          label="Delay (s)"
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
          allowDecimal={false}
          value={rule.times}
          onChange={(times) => onChange({ times: Number(times) || 0 })}
        />
      </Group>
      <Textarea
        size="xs"
        mt={6}
        label="Body"
        placeholder="The number of the notification; {{request.body.challenge}} and {{request.query.x}} are filled in"
        autosize
        maxRows={6}
        value={rule.body ?? ''}
        onChange={(event) => onChange({ body: event.currentTarget.value || null })}
      />
      <EditableTable
        what="header"
        rows={rule.headers}
        empty={{ name: '', value: '' }}
        names={headerNames}
        plain
        describes={false}
        switches={false}
        bulk={false}
        onChange={(headers) => onChange({ headers: headers.map(({ name, value }) => ({ name, value })) })}
      />
      <Group gap="md" mt={8}>
        <Checkbox
          size="xs"
          label="Enabled"
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

/** The condition of a rule; an empty field matches everything. */
function RuleConditions({ rule, number, isLast, onMove, onChange, onRemove }: Props) {
  const kinds = useFrom('webhooks', (state) => state.kinds);
  const providers = useFrom('webhooks', (state) => state.providers?.providers) ?? [];
  return (
    <>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <Select
          size="xs"
          w={130}
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
          flex={1}
          value={rule.path ?? ''}
          onChange={(event) => onChange({ path: event.currentTarget.value || null })}
        />
        <IconButton label="Try this rule earlier" size={30} disabled={number === 1} onClick={() => onMove(-1)}>
          <IconArrowUp size={14} />
        </IconButton>
        <IconButton label="Try this rule later" size={30} disabled={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={14} />
        </IconButton>
        <IconButton label="Remove this rule" size={30} onClick={onRemove}>
          <IconTrash size={14} />
        </IconButton>
      </Group>
      <Group gap={6} mt={6} grow>
        <Select
          size="xs"
          label="Provider"
          placeholder="Every provider"
          clearable
          searchable
          data={providers.map(({ id, name }) => ({ value: id, label: name }))}
          value={rule.provider}
          onChange={(provider) => onChange({ provider })}
        />
        <TextInput
          size="xs"
          label="Event"
          placeholder="Every event"
          value={rule.event ?? ''}
          onChange={(event) => onChange({ event: event.currentTarget.value || null })}
        />
        <Select
          size="xs"
          label="Kind"
          placeholder="Every kind"
          clearable
          searchable
          data={kinds.map((kind) => ({ value: kind.kind, label: kind.title }))}
          value={rule.kind}
          onChange={(kind) => onChange({ kind })}
        />
      </Group>
    </>
  );
}
