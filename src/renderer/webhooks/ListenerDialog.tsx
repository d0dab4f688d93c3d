import { Button, Checkbox, Group, NumberInput, PasswordInput, Tabs, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerRule, KEEP_ALL, NO_TLS, type AnswerRule } from '../../contract/notification.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { showError } from '../ui/notify.ts';
import { AnswerRuleFields } from './AnswerRuleFields.tsx';
import { TlsFields } from './TlsFields.tsx';
import classes from './webhooks.module.css';

interface LimitProps {
  label: string;
  description: string;
  /** What no limit means. */
  placeholder: string;
  max: number;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A whole number above 0; empty: no limit. */
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

/** Where the listener listens, who may send, what is kept, and what it answers in rehearsals. */
export function ListenerDialog({ onClose }: { onClose: () => void }) {
  const { webhooks: store } = useApp();
  const status = useFrom('webhooks', (state) => state.status);
  const [host, setHost] = useState(status?.host ?? '127.0.0.1');
  const [port, setPort] = useState<number | string>(status?.port ?? 7788);
  const [token, setToken] = useState<string>();
  const [allowBrowsers, setAllowBrowsers] = useState(status?.allowBrowsers ?? false);
  const [tls, setTls] = useState(status?.tls ?? NO_TLS);
  const [keep, setKeep] = useState(status?.keep ?? KEEP_ALL);
  const [rules, setRules] = useState<AnswerRule[]>(status?.rules ?? []);
  const save = async () => {
    const named = rules.map((rule) => ({ ...rule, headers: rule.headers.filter(({ name }) => name !== '') }));
    await store.getState().setRules(named);
    await store.getState().listen({
      on: status?.listening ?? false,
      host,
      port: Number(port),
      ...(token === undefined ? {} : { token }),
      keep,
      allowBrowsers,
      tls,
    });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title="Listener" size="lg">
      <Tabs defaultValue="receive" keepMounted={false} classNames={{ tab: classes['tab'] ?? '' }}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="receive">Receive</Tabs.Tab>
          <Tabs.Tab value="respond">Respond{rules.length > 0 ? ` (${rules.length})` : ''}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="receive">
          <Group grow align="flex-start">
            <TextInput
              size="xs"
              label="Address"
              description="127.0.0.1 is this computer only"
              value={host}
              onChange={(event) => setHost(event.currentTarget.value)}
            />
            <NumberInput
              size="xs"
              label="Port"
              description="If it is in use, the next free one"
              min={0}
              max={65_535}
              allowDecimal={false}
              value={port}
              onChange={setPort}
            />
          </Group>
          <PasswordInput
            size="xs"
            mt={6}
            label="Token"
            description="What the service gives as Authorization (its setting webhookUrlToken); empty: none"
            placeholder={status?.hasToken ? 'set; type to change it' : 'none'}
            value={token ?? ''}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Checkbox
            size="xs"
            mt={6}
            label="Take what web pages send"
            description="Any page that you visit could then put notifications into the list; services that send webhooks do not need this"
            checked={allowBrowsers}
            onChange={(event) => setAllowBrowsers(event.currentTarget.checked)}
          />
          <TlsFields tls={tls} onChange={setTls} />
          <Group grow align="flex-start" mt={6}>
            <Limit
              label="Keep for days"
              description="Older notifications are deleted for good"
              placeholder="for ever"
              max={36_500}
              value={keep.days}
              onChange={(days) => setKeep({ ...keep, days })}
            />
            <Limit
              label="Keep at most megabytes"
              description="Of bodies; beyond that the oldest are deleted"
              placeholder="no limit"
              max={1_000_000}
              value={keep.megabytes}
              onChange={(megabytes) => setKeep({ ...keep, megabytes })}
            />
          </Group>
        </Tabs.Panel>
        <Tabs.Panel value="respond">
          <AnswerRules rules={rules} onChange={setRules} />
        </Tabs.Panel>
      </Tabs>
      <Group justify="flex-end" className={classes['footer'] ?? ''}>
        <Button size="xs" onClick={() => void save().catch(showError)}>
          Save
        </Button>
      </Group>
    </Dialog>
  );
}

/** The rules, in the order in which they are tried. */
function AnswerRules({ rules, onChange }: { rules: AnswerRule[]; onChange: (rules: AnswerRule[]) => void }) {
  const change = (index: number, changed: Partial<AnswerRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...changed } : rule)));
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        Everything is stored and answered with 200, unless a rule says otherwise. The first rule that applies is used.
      </Text>
      {rules.map((rule, index) => (
        <AnswerRuleFields
          key={index}
          rule={rule}
          number={index + 1}
          onChange={(changed) => change(index, changed)}
          onRemove={() => onChange(rules.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => onChange([...rules, answerRule.parse({ status: 500, times: 3 })])}
      >
        Add a rule
      </Button>
    </>
  );
}
