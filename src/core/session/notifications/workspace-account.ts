/** The account of a workspace, and the calls about it. */
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { AccountInfo } from '../../../contract/webhooks/notification.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Events } from '../../platform/events.ts';
import type { ApplicationServices } from '../application-services.ts';
import { readAccountResponse } from '../../providers/messaging/account/account-responses.ts';
import { createAccount, DEFAULT_ADDRESSES, switches, type Account } from '../../providers/messaging/account/account.ts';
import { text } from '../../providers/messaging/body.ts';
import type { WorkspaceQueue } from './workspace-queue.ts';

export type AccountApi = Pick<HostApi, Extract<keyof HostApi, `account.${string}`>>;

export interface WorkspaceAccount {
  api: AccountApi;
  close(): void;
}

export function createWorkspaceAccount(options: {
  services: Pick<ApplicationServices, 'settings' | 'secrets' | 'http' | 'onNotice'>;
  /** Real path of the workspace. */
  root: string;
  queue: WorkspaceQueue;
  events: Pick<Events, 'emit'>;
}): WorkspaceAccount {
  const { services, root, queue, events } = options;
  const storedAccount = createStoredAccount(services, root);
  const info = async (): Promise<AccountInfo> => ({
    ...(await storedAccount.describe()),
    queue: queue.status(),
    switches,
  });
  async function ask(method: string, operation: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
    const account = await storedAccount.open();
    const answer = await account.call(method, operation, { ...(body === undefined ? {} : { body }), signal });
    if (answer.status === 200) return answer.json ?? null;
    throw codedError('AccountRefused', account.explain(answer.status, answer.json));
  }
  const announce = async () => events.emit('account.changed', await info());
  const close = queue.onStatus(() => {
    // The token may have been stored meanwhile by an application whose secrets cannot be read here.
    announce().catch((error: unknown) => services.onNotice(toFailure(error).message));
  });

  return {
    api: {
      'account.get': info,
      async 'account.set'({ token, ...changes }) {
        await queue.stop();
        await storedAccount.save(changes, token);
        return info();
      },
      async 'account.ask'({ operation }, signal) {
        const json = await ask(operation === 'clearWebhooksQueue' ? 'DELETE' : 'GET', operation, signal);
        return { json: readAccountResponse(operation, json) };
      },
      async 'account.setSettings'({ settings: changes }, signal) {
        await ask('POST', 'setSettings', signal, changes);
        return {};
      },
      async 'account.receive'({ on }) {
        if (on) await queue.start(await storedAccount.open());
        else await queue.stop();
        return info();
      },
      async 'account.downloadFile'(params, signal) {
        const downloadUrl = text(await ask('POST', 'downloadFile', signal, params), 'downloadUrl');
        if (!downloadUrl) throw codedError('AccountRefused', 'The service gave no address of the file.');
        return { downloadUrl };
      },
    },
    close,
  };
}

type StoredSettings = Settings['accounts'][string];
interface StoredAccount {
  describe(): Promise<StoredSettings & { hasToken: boolean }>;
  /** @param token empty to remove it; undefined to keep it */
  save(account: StoredSettings, token: string | undefined): Promise<void>;
  /** @throws AccountRefused when the account is incomplete */
  open(): Promise<Account>;
}

/**
 * Stores the account's address among the settings and its token among the secrets. @param root real path of the
 * workspace
 */
function createStoredAccount(
  { settings, secrets, http }: Pick<ApplicationServices, 'settings' | 'secrets' | 'http'>,
  root: string,
): StoredAccount {
  const accountSecrets = secrets.of({ workspace: root, purpose: 'account' });
  const readToken = () => accountSecrets.get('apiTokenInstance');
  const saved = () => settings.get().accounts[root] ?? { ...DEFAULT_ADDRESSES, idInstance: '' };
  return {
    describe: async () => ({ ...saved(), hasToken: (await readToken()) !== undefined }),
    async save(account, token) {
      await settings.update((all) => ({ ...all, accounts: { ...all.accounts, [root]: account } }));
      if (token === '') await accountSecrets.unset('apiTokenInstance');
      else if (token !== undefined) await accountSecrets.set('apiTokenInstance', token);
    },
    async open() {
      const apiTokenInstance = await readToken();
      const account = saved();
      if (!account.idInstance || !apiTokenInstance) {
        throw codedError('AccountRefused', 'The account is not set.', 'Fill in idInstance and apiTokenInstance first.');
      }
      return createAccount(http, { ...account, apiTokenInstance });
    },
  };
}
