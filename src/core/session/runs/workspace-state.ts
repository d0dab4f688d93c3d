/**
 * Calls about the state of a session beside the workspace's files: history, cookies, connections, bodies of responses.
 */
import path from 'node:path';
import type { HostApi } from '../../../contract/host-contract.ts';
import { openHistory, type History } from '../../history/history.ts';
import { checkConnection } from '../../http/connections/check-connection.ts';
import type { WorkspaceCookies } from '../../http/cookies/cookie-file.ts';
import { createBodyThread } from '../../runs/responses/body-thread.ts';
import { createBodyViews, type BodyViews } from '../../runs/responses/body-views.ts';
import type { Session } from '../session.ts';

type Groups = 'body' | 'history' | 'cookies' | 'connection' | 'tokens';
export interface WorkspaceState {
  api: Pick<HostApi, Extract<keyof HostApi, `${Groups}.${string}`>>;
  history: History;
  bodies: BodyViews;
}

export function createWorkspaceState(session: Session): WorkspaceState {
  const { root, cookies } = session;
  const { secrets, onNotice } = session.services;
  const history = openHistory(path.join(session.stateFolder, 'history.sqlite'), onNotice);
  session.closeWith(() => history.close());
  const bodies = createBodyViews(createBodyThread({ entry: session.services.files.bodyThread }));

  const changeCookies = async (change: (cookies: WorkspaceCookies) => Promise<void>) => {
    await change(cookies);
    await cookies.save();
    return {};
  };
  return {
    history,
    bodies,
    api: {
      'body.lines': ({ runId, form, from, count }) => bodies.lines(runId, form, from, count),
      'body.find': async ({ runId, form, text, from }, signal) => ({
        line: await bodies.find(runId, { form, text, from }, signal),
      }),
      'body.children': ({ runId, path: where, from, count }) => bodies.children(runId, where, from, count),
      'body.bytes': ({ runId, from, count }) => ({ base64: bodies.bytes(runId, from, count).toString('base64') }),
      'body.text': ({ runId, form }) => bodies.text(runId, form),
      'body.format': ({ text, contentType }) => bodies.format(text, contentType),
      'body.query': ({ runId, path: query }, signal) => bodies.query(runId, query, signal),
      'history.list': ({ search, before, limit }) => ({ entries: history.list(search, { before, limit }) }),
      'history.get': ({ id }) => history.get(id),
      'history.remove'({ id }) {
        history.remove(id);
        return {};
      },
      'history.restore'({ id }) {
        history.restore(id);
        return {};
      },
      'history.clear'() {
        history.clear();
        return {};
      },
      'cookies.list': async () => ({ cookies: await cookies.list() }),
      'cookies.set': ({ cookie }) => changeCookies((jar) => jar.set(cookie)),
      'cookies.remove': (cookie) => changeCookies((jar) => jar.remove(cookie)),
      'cookies.clear': () => changeCookies((jar) => jar.clear()),
      'connection.get': () => session.connection(),
      async 'connection.set'(params) {
        await secrets.of({ workspace: root, purpose: 'connection' }).set('settings', JSON.stringify(params));
        return {};
      },
      'connection.check': async (params) => ({ problems: await checkConnection(params, root) }),
      async 'tokens.forget'() {
        await secrets.of({ workspace: root, purpose: 'tokens' }).clear();
        return {};
      },
    },
  };
}
