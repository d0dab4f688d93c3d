import { ActionIcon, Button, Checkbox, Select, Tabs, TextInput, Textarea, Tooltip } from '@mantine/core';
import { IconDeviceFloppy, IconPlayerStopFilled, IconSend, IconTrash, IconVariable } from '@tabler/icons-react';
import { useState } from 'react';
import { Group as Panes, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import type { EditedRequest } from '../../contract/collection.ts';
import { useApp, useFrom } from '../app/app-context.ts';
import appClasses from '../app/app.module.css';
import { runCommand, shownKeys } from '../app/commands.ts';
import { showError } from '../app/notify.ts';
import { CodeEditor } from './CodeEditor.tsx';
import { isEdited } from './request-store.ts';
import { ResponseView } from './ResponseView.tsx';
import { VariablesDialog } from './VariablesDialog.tsx';
import classes from './requests.module.css';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** One request: what is sent, and below it what came back. */
export function RequestView() {
  const { requests: store, commands } = useApp();
  const open = useFrom('requests', (state) => state.open);
  const environment = useFrom('requests', (state) => state.environment);
  const environments = useFrom('requests', (state) => state.collection?.environments ?? none);
  const running = useFrom('runs', (state) => state.current !== undefined);
  const rows = useDefaultLayout({ id: 'request', onlySaveAfterUserInteractions: true });
  const [variables, setVariables] = useState(false);

  if (!open) {
    return (
      <section className={classes['view']} aria-label="Request">
        <div className={classes['empty']}>
          <p>Choose a request on the left, or make one.</p>
          <Button size="xs" variant="default" onClick={() => void store.getState().create(false).catch(showError)}>
            New request
          </Button>
          <Button size="xs" variant="default" onClick={() => void store.getState().create(true).catch(showError)}>
            Operations of the messaging service
          </Button>
        </div>
      </section>
    );
  }
  const { edited } = open;
  const edit = store.getState().edit;
  return (
    <section className={classes['view']} aria-label="Request">
      <header className={classes['bar']}>
        <Select
          size="xs"
          w={104}
          aria-label="Method"
          allowDeselect={false}
          data={[...new Set([...methods, edited.method])]}
          value={edited.method}
          onChange={(method) => edit({ method: method ?? 'GET' })}
        />
        <TextInput
          size="xs"
          className={classes['url'] ?? ''}
          aria-label="Address"
          placeholder="https://example.com or {{base}}/path"
          spellCheck={false}
          value={edited.url}
          onChange={(event) => edit({ url: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Enter' && runCommand(commands, 'run')}
        />
        {environments.length > 0 && (
          <Select
            size="xs"
            w={150}
            aria-label="Environment"
            placeholder="No environment"
            clearable
            data={environments}
            value={environment}
            onChange={(name) => store.getState().setEnvironment(name)}
          />
        )}
        <Tooltip label={environment ? `Variables of ${environment}` : 'Choose an environment first'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Variables of the environment"
            disabled={environment === null}
            onClick={() => setVariables(true)}
          >
            <IconVariable size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={`Save (${shownKeys('Mod+S')})`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Save the request"
            disabled={!isEdited(open)}
            onClick={() => runCommand(commands, 'save')}
          >
            <IconDeviceFloppy size={16} />
          </ActionIcon>
        </Tooltip>
        {running ? (
          <Button
            size="compact-sm"
            color="red"
            leftSection={<IconPlayerStopFilled size={14} />}
            onClick={() => runCommand(commands, 'stop')}
          >
            Stop
          </Button>
        ) : (
          <Button size="compact-sm" leftSection={<IconSend size={14} />} onClick={() => runCommand(commands, 'run')}>
            Send
          </Button>
        )}
      </header>
      <div className={classes['panes']}>
        <Panes orientation="vertical" {...rows}>
          <Panel id="sent" minSize={90}>
            <Parts key={open.id} edited={edited} edit={edit} />
          </Panel>
          <Separator className={appClasses['row-separator']} aria-label="Height of the response" />
          <Panel id="response" defaultSize="55%" minSize={80}>
            <ResponseView />
          </Panel>
        </Panes>
      </div>
      {variables && environment !== null && (
        <VariablesDialog environment={environment} onClose={() => setVariables(false)} />
      )}
    </section>
  );
}
const none: string[] = [];

function Parts({ edited, edit }: { edited: EditedRequest; edit: (change: Partial<EditedRequest>) => void }) {
  const mark = (set: boolean) => (set ? ' •' : '');
  const headers = edited.headers.filter(({ disabled }) => !disabled).length;
  return (
    <Tabs
      defaultValue={edited.body.type === 'none' ? 'headers' : 'body'}
      keepMounted={false}
      className={classes['tabs'] ?? ''}
      classNames={{ tab: classes['tab'] ?? '', panel: classes['panel'] ?? '' }}
    >
      <Tabs.List>
        <Tabs.Tab value="headers">Headers{headers > 0 ? ` (${headers})` : ''}</Tabs.Tab>
        <Tabs.Tab value="body">Body{mark(edited.body.type !== 'none')}</Tabs.Tab>
        <Tabs.Tab value="pre">Pre-request{mark(edited.preRequest !== '')}</Tabs.Tab>
        <Tabs.Tab value="post">Post-response{mark(edited.postResponse !== '')}</Tabs.Tab>
        <Tabs.Tab value="docs">Docs{mark(edited.docs !== '')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="headers">
        <Headers edited={edited} edit={edit} />
      </Tabs.Panel>
      <Tabs.Panel value="body">
        <div className={classes['bodyBar']}>
          <Select
            size="xs"
            w={140}
            aria-label="Kind of body"
            allowDeselect={false}
            data={[
              { value: 'none', label: 'No body' },
              { value: 'json', label: 'JSON' },
              { value: 'text', label: 'Text' },
              { value: 'xml', label: 'XML' },
              ...(edited.body.type === 'other' ? [{ value: 'other', label: 'Form or file' }] : []),
            ]}
            value={edited.body.type}
            onChange={(type) =>
              edit({ body: { ...edited.body, type: (type ?? 'none') as EditedRequest['body']['type'] } })
            }
          />
          {edited.body.type === 'other' && <span>It is sent as its file says; forms and files are edited there.</span>}
        </div>
        {edited.body.type !== 'none' && edited.body.type !== 'other' && (
          <CodeEditor
            label="Body"
            language="plaintext"
            value={edited.body.text}
            onChange={(text) => edit({ body: { ...edited.body, text } })}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="pre">
        <CodeEditor
          label="Pre-request script"
          language="javascript"
          value={edited.preRequest}
          onChange={(preRequest) => edit({ preRequest })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="post">
        <CodeEditor
          label="Post-response script"
          language="javascript"
          value={edited.postResponse}
          onChange={(postResponse) => edit({ postResponse })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="docs">
        <Textarea
          size="xs"
          p={8}
          aria-label="Docs"
          autosize
          minRows={6}
          value={edited.docs}
          onChange={(event) => edit({ docs: event.currentTarget.value })}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Headers({ edited, edit }: { edited: EditedRequest; edit: (change: Partial<EditedRequest>) => void }) {
  const rows = [...edited.headers, { name: '', value: '' }];
  const set = (index: number, change: Partial<EditedRequest['headers'][number]>) => {
    const next = rows.map((row, at) => (at === index ? { ...row, ...change } : row));
    edit({ headers: next.filter(({ name, value }) => name !== '' || value !== '') });
  };
  return (
    <div className={classes['headers']}>
      {rows.map((row, index) => (
        <div key={index}>
          <Checkbox
            size="xs"
            aria-label={`Send header ${index + 1}`}
            checked={!row.disabled && index < edited.headers.length}
            disabled={index >= edited.headers.length}
            onChange={(event) => set(index, { disabled: !event.currentTarget.checked })}
          />
          <TextInput
            size="xs"
            aria-label={`Name of header ${index + 1}`}
            placeholder="Name"
            value={row.name}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            value={row.value}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={`Remove header ${index + 1}`}
            disabled={index >= edited.headers.length}
            onClick={() => edit({ headers: edited.headers.filter((_, at) => at !== index) })}
          >
            <IconTrash size={13} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}
