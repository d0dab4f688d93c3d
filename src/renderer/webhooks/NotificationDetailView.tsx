import { Alert, Button, Group, Menu, Tabs } from '@mantine/core';
import type { ListenerResponse, NotificationDetail } from '../../contract/notification.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandItems } from '../context/CommandMenu.tsx';
import { runCommand } from '../context/commands.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { showError } from '../ui/notify.ts';
import { sizeText } from '../ui/size.ts';
import { FieldTable } from './FieldTable.tsx';
import { ForwardDeliveries } from './ForwardDeliveries.tsx';
import { MessageContent } from './MessageContent.tsx';
import { NotificationNote } from './NotificationNote.tsx';
import { NotificationBody } from './NotificationBody.tsx';
import { SignatureMark } from './SignatureMark.tsx';
import classes from './webhooks.module.css';

const verdicts = {
  documented: 'As documented',
  differs: 'Differs from the documented shape',
  unknown: 'Of no documented kind',
};

/** One notification: what happened, what to do, every field, the bytes. */
export function NotificationDetailView() {
  const detail = useFrom('webhooks', (state) => state.selected);
  const isEmpty = useFrom('webhooks', (state) => state.items.length === 0);
  if (!detail) {
    return (
      <div className={classes['detail']}>{!isEmpty && <EmptyState text="Choose a notification in the list." />}</div>
    );
  }
  return <Detail key={detail.summary.id} detail={detail} />;
}

function Detail({ detail }: { detail: NotificationDetail }) {
  const { commands } = useApp();
  const { summary, code, differences } = detail;
  return (
    <article className={classes['detail']} aria-label="Notification" tabIndex={0}>
      <h2>{summary.sentence}</h2>
      <p className={classes['meta']}>
        {summary.title} · {summary.event && `${summary.event} · `}number {summary.id} ·{' '}
        {new Date(summary.receivedAt).toLocaleString()} ·{' '}
        <span data-odd={summary.verdict !== 'documented' || undefined}>{verdicts[summary.verdict]}</span>
      </p>
      <p className={classes['meta']}>
        <code>
          {detail.method} {detail.path}
        </code>
        {summary.answered &&
          ` · answered ${summary.answered.status} after ${summary.answered.afterMs.toLocaleString('en')} ms${summary.answered.rule === null ? '' : ` by the rule “${summary.answered.rule}”`}`}
      </p>
      {summary.id > 0 && <NotificationNote summary={summary} />}
      <SignatureMark signed={detail.signed} />
      {code && (
        <Alert color={code.known ? 'red' : 'orange'} py={6}>
          <b>{code.known ? code.code : `${code.code}, which is not documented`}</b>{' '}
          {summary.sentence.includes(code.meaning) ? code.advice : `${code.meaning} ${code.advice}`}
        </Alert>
      )}
      {detail.variant && <p className={classes['meta']}>The documentation contradicts itself here. {detail.variant}</p>}
      {detail.age && (
        <p className={classes['meta']}>
          {detail.age === 'archive'
            ? 'This kind is from older versions of the service.'
            : 'This kind is documented in part only.'}
        </p>
      )}
      <Group gap={6} my={8}>
        <Menu>
          <Menu.Target>
            <Button size="compact-xs" variant="default">
              Copy as…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <CommandItems menu="copyNotification" />
          </Menu.Dropdown>
        </Menu>
        {summary.id > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'replay-notification')}>
            Replay…
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'compare-notification')}>
          Compare…
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="compact-xs" variant="default">
              Use as…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <CommandItems menu="useNotification" />
          </Menu.Dropdown>
        </Menu>
        {summary.id > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={() => runCommand(commands, 'delete-notification')}
          >
            Delete
          </Button>
        )}
      </Group>
      <ForwardDeliveries notification={summary.id} />
      <MessageContent detail={detail} />
      {detail.life.length > 1 && <Life detail={detail} />}
      <Tabs defaultValue="fields" keepMounted={false} classNames={{ tab: classes['tab'] ?? '' }}>
        <Tabs.List>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="shape">Shape{differences.length > 0 ? ` (${differences.length})` : ''}</Tabs.Tab>
          <Tabs.Tab value="body">Body</Tabs.Tab>
          <Tabs.Tab value="headers">Headers</Tabs.Tab>
          {detail.response && <Tabs.Tab value="response">Answered</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="fields">
          <FieldTable fields={detail.fields} />
        </Tabs.Panel>
        <Tabs.Panel value="shape">
          <p>
            {verdicts[summary.verdict]}. {detail.setting && `It is sent when the setting ${detail.setting} is "yes".`}
          </p>
          <ul>
            {differences.map(({ path, problem }) => (
              <li key={path + problem}>
                <code>{path}</code> {problem}
              </li>
            ))}
          </ul>
        </Tabs.Panel>
        <Tabs.Panel value="body">
          <NotificationBody detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <pre className={classes['code']}>
            {[
              `${detail.method} ${detail.path}`,
              `from ${detail.peer || 'this application'}`,
              ...detail.headers.map(
                ({ name, value }) => `${name}: ${/^authorization$/i.test(name) ? '(masked)' : value}`,
              ),
            ].join('\n')}
          </pre>
        </Tabs.Panel>
        {detail.response && (
          <Tabs.Panel value="response">
            <pre className={classes['code']}>{responseText(detail.response, summary.answered?.status)}</pre>
          </Tabs.Panel>
        )}
      </Tabs>
    </article>
  );
}

/** As it went over the wire. */
function responseText({ headers, body, size }: ListenerResponse, status: number | undefined): string {
  const lines = [`${status ?? ''}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body];
  // A body of other characters than ASCII has more bytes than characters.
  const rest = size - new TextEncoder().encode(body).length;
  return [...lines, ...(rest > 0 ? [`… and ${sizeText(rest)} more, which were not stored`] : [])].join('\n');
}

/** Everything that was told about one message, in order. */
function Life({ detail }: { detail: NotificationDetail }) {
  const { webhooks: store } = useApp();
  return (
    <ol className={classes['life']} aria-label="Life of the message">
      {detail.life.map(({ id, receivedAt, title, status }) => (
        <li key={id} aria-current={id === detail.summary.id || undefined}>
          <button type="button" onClick={() => void store.getState().select(id).catch(showError)}>
            {status ?? title}
            <time dateTime={receivedAt}>{new Date(receivedAt).toLocaleTimeString()}</time>
          </button>
        </li>
      ))}
    </ol>
  );
}
