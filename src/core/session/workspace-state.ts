/** What belongs to the open workspace and is no file of it: cookies, history, connections, bodies of answers. */
import path from 'node:path';
import { connectionSettings, usualConnection, type ConnectionSettings } from '../../contract/collection.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import { openHistory, type History } from '../history/history.ts';
import { openCookies, type WorkspaceCookies } from '../http/cookie-file.ts';
import type { BodyViews } from '../runs/answers/body-views.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import { watchWorkspace } from './watch.ts';

type Groups = 'body' | 'history' | 'cookies' | 'connection' | 'tokens';
export interface WorkspaceState {
  api: Pick<HostApi, Extract<keyof HostApi, `${Groups}.${string}`>>;
  cookies(): WorkspaceCookies;
  history(): History;
  connection(): Promise<ConnectionSettings>;
  /** After another workspace was opened; `close` comes before. */
  open(): void;
  close(): Promise<void>;
}

export function createWorkspaceState(options: {
  root: () => string;
  secrets: SecretStore;
  bodies: BodyViews;
  onNotice: (text: string) => void;
  /** Another program has changed a file. */
  onChange: () => void;
}): WorkspaceState {
  const { root, secrets, bodies, onNotice, onChange } = options;
  let state = begin();

  function begin() {
    const file = (name: string) => path.join(root(), '.outrigger', name);
    return {
      cookies: openCookies(file('cookies.json'), onNotice),
      history: openHistory(file('history.sqlite'), onNotice),
      stopWatching: watchWorkspace(root(), onChange),
    };
  }
  /** With its passphrases and the proxy's password: not among the plain settings. */
  const connection = async (): Promise<ConnectionSettings> => {
    const text = await secrets.of({ workspace: root(), purpose: 'connection' }).get('settings');
    return text === undefined ? usualConnection : connectionSettings.parse(JSON.parse(text));
  };
  const changeCookies = async (change: (cookies: WorkspaceCookies) => Promise<void>) => {
    await change(state.cookies);
    await state.cookies.save();
    return {};
  };
  return {
    cookies: () => state.cookies,
    history: () => state.history,
    connection,
    open() {
      state = begin();
    },
    async close() {
      await state.cookies.save();
      await state.stopWatching();
      state.history.close();
    },
    api: {
      'body.lines': ({ runId, form, from, count }) => bodies.lines(runId, form, from, count),
      'body.find': async ({ runId, form, text, from }, signal) => ({
        line: await bodies.find(runId, form, text, from, signal),
      }),
      'body.children': ({ runId, path: where, from, count }) => bodies.children(runId, where, from, count),
      'body.bytes': ({ runId, from, count }) => ({ base64: bodies.bytes(runId, from, count).toString('base64') }),
      'history.list': ({ search, before, limit }) => ({ entries: state.history.list(search, { before, limit }) }),
      'history.get': ({ id }) => state.history.get(id),
      'history.clear'() {
        state.history.clear();
        return {};
      },
      'cookies.list': async () => ({ cookies: await state.cookies.list() }),
      'cookies.set': ({ cookie }) => changeCookies((cookies) => cookies.set(cookie)),
      'cookies.remove': (cookie) => changeCookies((cookies) => cookies.remove(cookie)),
      'cookies.clear': () => changeCookies((cookies) => cookies.clear()),
      'connection.get': () => connection(),
      async 'connection.set'(params) {
        await secrets.of({ workspace: root(), purpose: 'connection' }).set('settings', JSON.stringify(params));
        return {};
      },
      async 'tokens.forget'() {
        await secrets.of({ workspace: root(), purpose: 'tokens' }).clear();
        return {};
      },
    },
  };
}
