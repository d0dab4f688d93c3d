import { Tabs } from '@mantine/core';
import type { ListenerResponse, NotificationDetail } from '../../../contract/webhooks/notification.ts';
import { visibleLines, visibleText } from '../../../contract/visible-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { sizeText } from '../../ui/labels/size.ts';
import { FieldTable } from './FieldTable.tsx';
import { NotificationBody } from './NotificationBody.tsx';
import { verdictTexts } from './verdict-texts.ts';
import classes from '../webhooks.module.css';

/** Tabs with the fields of a notification, its shape, its bytes and the response to it. */
export function NotificationTabs({ detail }: { detail: NotificationDetail }) {
  const { summary, differences } = detail;
  return (
    <Tabs defaultValue="fields" keepMounted={false} classNames={{ tab: classes['tab'] ?? '' }}>
      <Tabs.List>
        <Tabs.Tab value="fields">Fields</Tabs.Tab>
        <Tabs.Tab value="shape">Shape{differences.length > 0 ? ` (${differences.length})` : ''}</Tabs.Tab>
        <Tabs.Tab value="body">Body</Tabs.Tab>
        <Tabs.Tab value="headers">Headers</Tabs.Tab>
        {detail.response && <Tabs.Tab value="response">Answered</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="fields">
        {detail.fields.length > 0 ? <FieldTable {...detail} /> : <EmptyState text={noFieldsText(detail)} />}
      </Tabs.Panel>
      <Tabs.Panel value="shape">
        <p>
          {verdictTexts[summary.verdict]}. {detail.setting && `It is sent when the setting ${detail.setting} is "yes".`}
        </p>
        <ul>
          {differences.map(({ path, problem }) => (
            <li key={path + problem}>
              <code>{visibleText(path)}</code> {visibleText(problem)}
            </li>
          ))}
        </ul>
      </Tabs.Panel>
      <Tabs.Panel value="body">
        <NotificationBody detail={detail} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <pre className={classes['code']}>{visibleLines(requestText(detail))}</pre>
      </Tabs.Panel>
      {detail.response && (
        <Tabs.Panel value="response">
          <pre className={classes['code']}>{visibleLines(responseText(detail.response, summary.answered?.status))}</pre>
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function noFieldsText({ jsonProblem }: NotificationDetail): string {
  const reason = jsonProblem ? `The body is not valid JSON: ${jsonProblem.message}` : 'The body has no fields.';
  return `${reason} The tab Body shows its text.`;
}

function requestText({ method, path, peer, headers }: NotificationDetail): string {
  const lines = headers.map(({ name, value }) => `${name}: ${/^authorization$/i.test(name) ? '(masked)' : value}`);
  return [`${method} ${path}`, `from ${peer || 'this application'}`, ...lines].join('\n');
}

/** The response as it was sent. */
function responseText({ headers, body, size }: ListenerResponse, status: number | undefined): string {
  const lines = [`${status ?? ''}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body];
  // With characters beyond ASCII, a body has more bytes than characters.
  const missing = size - new TextEncoder().encode(body).length;
  return [...lines, ...(missing > 0 ? [`… and ${sizeText(missing)} more, which were not stored`] : [])].join('\n');
}
