/** The names that the palette finds, with their actions. */
import { isUntitled, titleOf } from '../collection/tabs/open-item.ts';
import type { AppContext } from '../context/app-context.ts';
import { requestName, scriptName } from './palette-store.ts';
import type { NamedEntry } from './rank-names.ts';

export interface PaletteName extends NamedEntry {
  kind:
    | 'Request'
    | 'Folder'
    | 'Example'
    | 'Workspace'
    | 'Script'
    | 'Program'
    | 'Environment'
    | 'Send'
    | 'Run'
    | 'Notification'
    | 'Setting';
  /** The method of a request. */
  method?: string;
  open(): void | Promise<void>;
}
type Stores = Pick<
  AppContext,
  'app' | 'requests' | 'response' | 'scripts' | 'programs' | 'webhooks' | 'runner' | 'history' | 'palette'
>;

/** Names that the window knows without calling the host: those in the workspace, and recent workspaces. */
export function namesInWorkspace(stores: Stores): PaletteName[] {
  return [
    ...itemNames(stores),
    ...exampleNames(stores),
    ...untitledNames(stores),
    ...scriptNames(stores),
    ...programNames(stores),
    ...workspaceNames(stores),
    ...environmentNames(stores),
  ];
}

function itemNames({ app, requests }: Stores): PaletteName[] {
  const items = requests.getState().collection?.items ?? [];
  const folders = new Map(items.filter(({ kind }) => kind === 'folder').map((item) => [item.id, item]));
  const folderPath = (id: string): string => {
    const folder = folders.get(id);
    if (!folder) return '';
    const above = folderPath(folder.parent);
    return above === '' ? folder.name : `${above} / ${folder.name}`;
  };
  return items.map((item): PaletteName => ({
    id: requestName(item.id),
    kind: item.kind === 'folder' ? 'Folder' : 'Request',
    label: item.name,
    detail: folderPath(item.parent),
    ...(item.kind === 'request' ? { method: item.method } : {}),
    open() {
      app.getState().show('requests');
      return requests.getState().selectAddress(item.id);
    },
  }));
}

function exampleNames({ app, requests, response }: Stores): PaletteName[] {
  const items = requests.getState().collection?.items ?? [];
  return items.flatMap(({ id, name: request, examples = [] }) =>
    examples.map(({ name }, index): PaletteName => ({
      id: `example ${id} ${index}`,
      kind: 'Example',
      label: name,
      detail: request,
      open() {
        app.getState().show('requests');
        return response.getState().openExample(id, index);
      },
    })),
  );
}

function untitledNames({ app, requests }: Stores): PaletteName[] {
  const untitled = requests.getState().open.filter(({ id }) => isUntitled(id));
  return untitled.map((item): PaletteName => ({
    id: requestName(item.id),
    kind: 'Request',
    label: titleOf(item),
    detail: 'Not saved to a file yet',
    open() {
      app.getState().show('requests');
      return requests.getState().selectAddress(item.id);
    },
  }));
}

function scriptNames({ app, scripts }: Stores): PaletteName[] {
  return app.getState().workspace.scripts.map(({ path }): PaletteName => ({
    id: scriptName(path),
    kind: 'Script',
    label: path.replace(/^scripts\//, ''),
    open() {
      app.getState().show('scripts');
      return scripts.getState().openScript(path);
    },
  }));
}

function programNames({ app, programs }: Stores): PaletteName[] {
  return app.getState().workspace.programs.files.map(({ path, language }): PaletteName => ({
    id: `program ${path}`,
    kind: 'Program',
    label: path,
    detail: language ?? '',
    open() {
      app.getState().show('programs');
      return programs.getState().select(path);
    },
  }));
}

function workspaceNames({ app, scripts }: Stores): PaletteName[] {
  const { workspace, recentWorkspaces } = app.getState();
  return recentWorkspaces
    .filter(({ exists, path }) => exists && path !== workspace.root)
    .map(({ name, path }): PaletteName => ({
      id: `workspace ${path}`,
      kind: 'Workspace',
      label: name,
      detail: path,
      open: () => scripts.getState().openWorkspace(path),
    }));
}

function environmentNames({ requests }: Stores): PaletteName[] {
  const environments = requests.getState().collection?.environments ?? [];
  return environments.map((name): PaletteName => ({
    id: `environment ${name}`,
    kind: 'Environment',
    label: name,
    detail: 'Use this environment',
    open: () => requests.getState().setEnvironment(name),
  }));
}

/** Sent requests, runs and notifications in the host's answer: all of them match the query. */
export function namesFromHost({ app, runner, history, webhooks, palette }: Stores): PaletteName[] {
  const { sends, runs, notifications } = palette.getState();
  return [
    ...sends.map(({ id, name, method, url, at }): PaletteName => ({
      id: `send ${id}`,
      kind: 'Send',
      label: name || url,
      detail: `${new Date(at).toLocaleString()} · ${url}`,
      method,
      open() {
        app.getState().show('history');
        return history.getState().select(id);
      },
    })),
    ...runs.map(({ id, name, startedAt, outcome }): PaletteName => ({
      id: `run ${id}`,
      kind: 'Run',
      label: name,
      detail: `${new Date(startedAt).toLocaleString()} · ${outcome ?? ''}`,
      open() {
        app.getState().show('runner');
        return runner.getState().show(id);
      },
    })),
    ...notifications.map(({ id, title, sentence, receivedAt }): PaletteName => ({
      id: `notification ${id}`,
      kind: 'Notification',
      label: title,
      detail: `${new Date(receivedAt).toLocaleString()} · ${sentence}`,
      open() {
        app.getState().show('webhooks');
        return webhooks.getState().select(id);
      },
    })),
  ];
}
