import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EditedField, EditedFolder, EditedParam, EditedRequest } from '../../../contract/collection/collection.ts';
import { noOtherKinds, type OtherKinds } from '../../collection/drafts/other-kinds.ts';
import { useFrom } from '../../context/app-context.ts';
import { AuthEditor } from '../auth/AuthEditor.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { TagsField } from './TagsField.tsx';
import { BodyEditor } from '../body/BodyEditor.tsx';
import { EditableTable } from '../../ui/table/EditableTable.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { headerNames } from './header-names.ts';
import { withParams } from '../../../contract/collection/request-params.ts';
import { isScriptTab, scriptTabOf, RequestScripts } from './RequestScripts.tsx';
import { mark } from './tab-mark.ts';
import { useItemKey } from './use-item-key.ts';
import { useShownTab, type ShownTab } from './use-shown-tab.ts';
import { DocsEditor } from '../../ui/markdown/DocsEditor.tsx';
import classes from '../request-editor.module.css';
import shared from '../../ui/shared.module.css';

type Edit<T> = (change: Partial<T>) => void;
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

/** The panes of a request or folder in tabs. */
function PartTabs(props: { edited: EditedFolder; shown: ShownTab; children: ReactNode }) {
  const { edited, shown, children } = props;
  return (
    <Tabs
      key={shown.requestedPlace}
      value={isScriptTab(shown.tab) ? 'scripts' : shown.tab}
      onChange={(tab) => tab !== null && shown.choose(tab === 'scripts' ? scriptTabOf(edited) : tab)}
      keepMounted={false}
      className={shared['tabs'] ?? ''}
      classNames={{ list: shared['tabList'] ?? '', tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
    >
      {children}
    </Tabs>
  );
}

/** The panes of a request. */
export function RequestParts(props: { id: string; edited: EditedRequest; edit: Edit<EditedRequest> }) {
  const { id, edited, edit } = props;
  const itemKey = useItemKey(id);
  const others = useOtherKinds();
  const first = edited.body.type !== 'none' ? 'body' : edited.params.length > 0 ? 'params' : 'headers';
  const shownTab = useShownTab(id, first);
  const set = edited.tags !== undefined || Object.values(edited.settings).some((value) => value != null);
  return (
    <PartTabs edited={edited} shown={shownTab}>
      <Tabs.List>
        <Tabs.Tab value="params">Params{counted(edited.params)}</Tabs.Tab>
        <Tabs.Tab value="headers">Headers{counted(edited.headers)}</Tabs.Tab>
        <Tabs.Tab value="body">Body{mark(edited.body.type !== 'none')}</Tabs.Tab>
        <Tabs.Tab value="auth">Auth{mark(edited.auth.type !== 'none' && edited.auth.type !== 'inherit')}</Tabs.Tab>
        <SharedTabs edited={edited} />
        {edited.assertions && <Tabs.Tab value="assertions">Assertions{counted(edited.assertions)}</Tabs.Tab>}
        <Tabs.Tab value="settings">Settings{mark(set)}</Tabs.Tab>
      </Tabs.List>
      {edited.assertions && <AssertionsPanel id={id} rows={edited.assertions} edit={edit} />}
      <Tabs.Panel value="params">
        <EditableTable
          key={itemKey}
          what="parameter"
          rows={edited.params}
          empty={{ name: '', value: '', type: 'query' }}
          isFixed={({ type }) => type === 'path'}
          before={paramKind}
          onChange={(params) => edit(withParams(edited.url, params))}
        />
        <p className={shared['hint']}>/:name in the address makes a path parameter.</p>
      </Tabs.Panel>
      <HeadersPanel id={id} edited={edited} edit={edit} />
      <Tabs.Panel value="body">
        <BodyEditor id={id} body={edited.body} others={others.bodies} onChange={(body) => edit({ body })} />
      </Tabs.Panel>
      <Tabs.Panel value="auth">
        <AuthEditor
          key={itemKey}
          level="request"
          auth={edited.auth}
          others={others.auths}
          onChange={(auth) => edit({ auth })}
        />
      </Tabs.Panel>
      <SharedPanels id={id} edited={edited} edit={edit} shown={shownTab} />
      <Tabs.Panel value="settings">
        <div className={shared['form']}>
          <TagsField
            tags={edited.tags}
            help="Runs can be limited to tags. The tags of its folders count, too."
            onChange={(tags) => edit({ tags })}
          />
        </div>
        <SettingsForm key={itemKey} settings={edited.settings} onChange={(settings) => edit({ settings })} />
      </Tabs.Panel>
    </PartTabs>
  );
}

/** The panes of a folder or the collection: the defaults for the requests below it. */
export function FolderParts(props: {
  id: string;
  edited: EditedFolder;
  edit: Edit<EditedFolder>;
  isCollection: boolean;
}) {
  const { id, edited, edit, isCollection } = props;
  const itemKey = useItemKey(id);
  const others = useOtherKinds();
  const shownTab = useShownTab(id, 'headers');
  return (
    <PartTabs edited={edited} shown={shownTab}>
      <Tabs.List>
        <Tabs.Tab value="headers">Headers{counted(edited.headers)}</Tabs.Tab>
        <Tabs.Tab value="auth">Auth{mark(edited.auth.type !== 'none' && edited.auth.type !== 'inherit')}</Tabs.Tab>
        <SharedTabs edited={edited} />
        {!isCollection && <Tabs.Tab value="settings">Settings{mark(edited.tags !== undefined)}</Tabs.Tab>}
      </Tabs.List>
      <HeadersPanel id={id} edited={edited} edit={edit} />
      <Tabs.Panel value="auth">
        <AuthEditor
          key={itemKey}
          level={isCollection ? 'collection' : 'folder'}
          auth={edited.auth}
          others={others.auths}
          onChange={(auth) => edit({ auth })}
        />
      </Tabs.Panel>
      <SharedPanels id={id} edited={edited} edit={edit} shown={shownTab} />
      {!isCollection && (
        <Tabs.Panel value="settings">
          <div className={shared['form']}>
            <TagsField
              tags={edited.tags}
              help="Runs can be limited to tags. All requests in the folder have them."
              onChange={(tags) => edit({ tags })}
            />
          </div>
        </Tabs.Panel>
      )}
    </PartTabs>
  );
}

interface PanelProps {
  id: string;
  edited: EditedFolder;
  edit: Edit<EditedFolder>;
}

function HeadersPanel({ id, edited, edit }: PanelProps) {
  const itemKey = useItemKey(id);
  return (
    <Tabs.Panel value="headers">
      <EditableTable
        key={itemKey}
        what="header"
        rows={edited.headers}
        empty={{ name: '', value: '' }}
        names={headerNames}
        onChange={(headers) => edit({ headers })}
      />
    </Tabs.Panel>
  );
}

/** Only for requests whose file has assertions, as Bruno writes them. */
function AssertionsPanel({ id, rows, edit }: { id: string; rows: EditedField[]; edit: Edit<EditedRequest> }) {
  const itemKey = useItemKey(id);
  return (
    <Tabs.Panel value="assertions">
      <EditableTable
        key={itemKey}
        what="assertion"
        rows={rows}
        empty={{ name: '', value: 'eq ' }}
        onChange={(assertions) => edit({ assertions })}
      />
      <p className={shared['hint']}>
        An expression such as res.body.id, and an operator with its value: eq 200, contains tea, isDefined.
      </p>
    </Tabs.Panel>
  );
}

function SharedTabs({ edited }: { edited: EditedFolder }) {
  return (
    <>
      <Tabs.Tab value="scripts">Scripts{mark(edited.preRequest !== '' || edited.postResponse !== '')}</Tabs.Tab>
      <Tabs.Tab value="variables">Variables{counted(edited.variables)}</Tabs.Tab>
      <Tabs.Tab value="docs">Docs{mark(edited.docs !== '')}</Tabs.Tab>
    </>
  );
}

function SharedPanels({ id, edited, edit, shown }: PanelProps & { shown: ShownTab }) {
  const itemKey = useItemKey(id);
  return (
    <>
      <Tabs.Panel value="scripts">
        <RequestScripts id={id} edited={edited} edit={edit} shown={shown} />
      </Tabs.Panel>
      <Tabs.Panel value="variables">
        <EditableTable
          key={itemKey}
          what="variable"
          rows={edited.variables}
          empty={{ name: '', value: '' }}
          onChange={(variables) => edit({ variables })}
        />
        <p className={shared['hint']}>
          Used {'url' in edited ? 'in this request' : 'in the requests below'} as {'{{name}}'}. A variable of the
          environment with the same name takes precedence.
        </p>
      </Tabs.Panel>
      <Tabs.Panel value="docs">
        <DocsEditor
          key={itemKey}
          value={edited.docs}
          empty="There is no documentation yet."
          onChange={(docs) => edit({ docs })}
        />
      </Tabs.Panel>
    </>
  );
}
