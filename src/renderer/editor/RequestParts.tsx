import { NumberInput, Select, Tabs } from '@mantine/core';
import type { EditedFolder, EditedParam, EditedRequest } from '../../contract/collection.ts';
import { noOtherKinds, type OtherKinds } from '../collection/other-kinds.ts';
import { useFrom } from '../context/app-context.ts';
import { tabOfScript, useWantedScript } from '../context/wanted-script.ts';
import { AuthEditor } from './AuthEditor.tsx';
import { BodyEditor } from './BodyEditor.tsx';
import { CodeEditor } from '../monaco/CodeEditor.tsx';
import { EditableTable } from '../ui/table/EditableTable.tsx';
import type { Column } from '../ui/table/table-props.ts';
import { headerNames } from './header-names.ts';
import { withParams } from '../../contract/request-params.ts';
import { useSearchPlace } from './use-search-place.ts';
import { DocsEditor } from '../ui/DocsEditor.tsx';
import classes from './request-editor.module.css';
import shared from '../ui/shared.module.css';

type Edit<T> = (change: Partial<T>) => void;
const mark = (set: boolean) => (set ? ' •' : '');
const counted = (rows: readonly { disabled?: boolean | undefined }[]) => {
  const on = rows.filter(({ disabled }) => !disabled).length;
  return on > 0 ? ` (${on})` : '';
};

const paramKind: Column<EditedParam> = {
  title: 'Kind',
  width: '56px',
  render: ({ row }) => <span className={classes['kind']}>{row.type === 'path' ? 'Path' : 'Query'}</span>,
};

/** What was typed into the other kinds of body and auth of the open item. */
const useOtherKinds = (): OtherKinds =>
  useFrom('requests', (state) => state.open.find(({ id }) => id === state.activeId)?.others) ?? noOtherKinds;

/** What is sent. */
export function RequestParts({ edited, edit }: { edited: EditedRequest; edit: Edit<EditedRequest> }) {
  const others = useOtherKinds();
  const wanted = useWantedScript();
  const first = edited.body.type !== 'none' ? 'body' : edited.params.length > 0 ? 'params' : 'headers';
  const place = useSearchPlace();
  const { timeout, followRedirects, maxRedirects } = edited.settings;
  const set = Object.values(edited.settings).some((value) => value !== null);
  return (
    <Tabs
      key={`${wanted?.key ?? ''} ${place.turn}`}
      defaultValue={place.tab ?? (wanted ? tabOfScript(wanted) : first)}
      keepMounted={false}
      className={shared['tabs'] ?? ''}
      classNames={{ list: shared['tabList'] ?? '', tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
    >
      <Tabs.List>
        <Tabs.Tab value="params">Params{counted(edited.params)}</Tabs.Tab>
        <Tabs.Tab value="headers">Headers{counted(edited.headers)}</Tabs.Tab>
        <Tabs.Tab value="body">Body{mark(edited.body.type !== 'none')}</Tabs.Tab>
        <Tabs.Tab value="auth">Auth{mark(edited.auth.type !== 'none' && edited.auth.type !== 'inherit')}</Tabs.Tab>
        <SharedTabs edited={edited} />
        <Tabs.Tab value="settings">Settings{mark(set)}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="params">
        <EditableTable
          what="parameter"
          rows={edited.params}
          empty={{ name: '', value: '', type: 'query' }}
          isFixed={({ type }) => type === 'path'}
          before={paramKind}
          onChange={(params) => edit(withParams(edited.url, params))}
        />
        <p className={shared['hint']}>/:name in the address makes a path parameter.</p>
      </Tabs.Panel>
      <HeadersPanel edited={edited} edit={edit} />
      <Tabs.Panel value="body">
        <BodyEditor body={edited.body} others={others.bodies} onChange={(body) => edit({ body })} />
      </Tabs.Panel>
      <Tabs.Panel value="auth">
        <AuthEditor inherits auth={edited.auth} others={others.auths} onChange={(auth) => edit({ auth })} />
      </Tabs.Panel>
      <SharedPanels edited={edited} edit={edit} />
      <Tabs.Panel value="settings">
        <div className={shared['form']}>
          <NumberInput
            size="xs"
            w={220}
            label="Timeout in milliseconds"
            placeholder="Inherit from parent"
            min={0}
            allowDecimal={false}
            value={timeout ?? ''}
            onChange={(value) => edit({ settings: { ...edited.settings, timeout: Number(value) || null } })}
          />
          <Select
            size="xs"
            w={220}
            label="Redirects"
            allowDeselect={false}
            data={[
              { value: 'null', label: 'Inherit from parent' },
              { value: 'true', label: 'Follow redirects' },
              { value: 'false', label: 'Do not follow redirects' },
            ]}
            value={String(followRedirects)}
            onChange={(value) =>
              edit({ settings: { ...edited.settings, followRedirects: value === 'null' ? null : value === 'true' } })
            }
          />
          <NumberInput
            size="xs"
            w={220}
            label="Max redirects"
            placeholder="10"
            min={0}
            max={100}
            allowDecimal={false}
            value={maxRedirects ?? ''}
            onChange={(value) =>
              edit({ settings: { ...edited.settings, maxRedirects: value === '' ? null : Number(value) } })
            }
          />
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

/** What a folder, or the collection, adds to the requests below it. */
export function FolderParts(props: { edited: EditedFolder; edit: Edit<EditedFolder>; isCollection: boolean }) {
  const { edited, edit, isCollection } = props;
  const others = useOtherKinds();
  const wanted = useWantedScript();
  const place = useSearchPlace();
  return (
    <Tabs
      key={`${wanted?.key ?? ''} ${place.turn}`}
      defaultValue={place.tab ?? (wanted ? tabOfScript(wanted) : 'headers')}
      keepMounted={false}
      className={shared['tabs'] ?? ''}
      classNames={{ list: shared['tabList'] ?? '', tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
    >
      <Tabs.List>
        <Tabs.Tab value="headers">Headers{counted(edited.headers)}</Tabs.Tab>
        <Tabs.Tab value="auth">Auth{mark(edited.auth.type !== 'none' && edited.auth.type !== 'inherit')}</Tabs.Tab>
        <SharedTabs edited={edited} />
      </Tabs.List>
      <HeadersPanel edited={edited} edit={edit} />
      <Tabs.Panel value="auth">
        <AuthEditor
          inherits={!isCollection}
          auth={edited.auth}
          others={others.auths}
          onChange={(auth) => edit({ auth })}
        />
      </Tabs.Panel>
      <SharedPanels edited={edited} edit={edit} />
    </Tabs>
  );
}

function HeadersPanel({ edited, edit }: { edited: EditedFolder; edit: Edit<EditedFolder> }) {
  return (
    <Tabs.Panel value="headers">
      <EditableTable
        what="header"
        rows={edited.headers}
        empty={{ name: '', value: '' }}
        names={headerNames}
        onChange={(headers) => edit({ headers })}
      />
    </Tabs.Panel>
  );
}

function SharedTabs({ edited }: { edited: EditedFolder }) {
  return (
    <>
      <Tabs.Tab value="pre">Pre-request{mark(edited.preRequest !== '')}</Tabs.Tab>
      <Tabs.Tab value="post">Post-response{mark(edited.postResponse !== '')}</Tabs.Tab>
      <Tabs.Tab value="variables">Variables{counted(edited.variables)}</Tabs.Tab>
      <Tabs.Tab value="docs">Docs{mark(edited.docs !== '')}</Tabs.Tab>
    </>
  );
}

function SharedPanels({ edited, edit }: { edited: EditedFolder; edit: Edit<EditedFolder> }) {
  const { lineIn } = useSearchPlace();
  return (
    <>
      <Tabs.Panel value="pre">
        <CodeEditor
          label="Pre-request script"
          language="javascript"
          marks="before-request"
          line={lineIn('before-request')}
          value={edited.preRequest}
          onChange={(preRequest) => edit({ preRequest })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="post">
        <CodeEditor
          label="Post-response script"
          language="javascript"
          marks="after-response"
          line={lineIn('after-response')}
          value={edited.postResponse}
          onChange={(postResponse) => edit({ postResponse })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="variables">
        <EditableTable
          what="variable"
          rows={edited.variables}
          empty={{ name: '', value: '' }}
          onChange={(variables) => edit({ variables })}
        />
        <p className={shared['hint']}>
          For requests here, as {'{{name}}'}; an environment’s variable of the same name wins.
        </p>
      </Tabs.Panel>
      <Tabs.Panel value="docs">
        <DocsEditor value={edited.docs} empty="There is no documentation yet." onChange={(docs) => edit({ docs })} />
      </Tabs.Panel>
    </>
  );
}
