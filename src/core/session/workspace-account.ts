/** The account of a workspace, and what the interface may ask of it. */
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { AccountInfo } from '../../contract/notification.ts';
import type { Events } from '../platform/events.ts';
import type { ApplicationServices } from './application-services.ts';
import { readAccountAnswer } from '../providers/messaging/account-answers.ts';
import { createAccount, DEFAULT_ADDRESSES, switches, type Account } from '../providers/messaging/account.ts';
import { text } from '../providers/messaging/body.ts';
import type { WorkspaceQueue } from './workspace-queue.ts';

export type AccountApi = Pick<HostApi, Extract<keyof HostApi, `account.${string}`>>;

export interface WorkspaceAccount {
  api: AccountApi;
  close(): void;
}

export function createWorkspaceAccount(options: {
  services: Pick<ApplicationServices, 'settings' | 'secrets' | 'http'>;
  /** Real path of the workspace. */
  root: string;
  queue: WorkspaceQueue;
  events: Pick<Events, 'emit'>;
}): WorkspaceAccount {
  const { root, queue, events } = options;
  const { settings, secrets, http } = options.services;

  const accountSecrets = secrets.of({ workspace: root, purpose: 'account' });
  const tokenOf = () => accountSecrets.get('apiTokenInstance');
  const stored = () => settings.get().accounts[root] ?? { ...DEFAULT_ADDRESSES, idInstance: '' };
  const info = async (): Promise<AccountInfo> => ({
    ...stored(),
    hasToken: (await tokenOf()) !== undefined,
    queue: queue.status(),
    switches,
  });
  async function account(): Promise<Account> {
    const apiTokenInstance = await tokenOf();
    const { idInstance } = stored();
    if (!idInstance || !apiTokenInstance) {
      throw codedError('AccountRefused', 'The account is not set.', 'Fill in idInstance and apiTokenInstance first.');
    }
    return createAccount(http, { ...stored(), apiTokenInstance });
  }
  async function ask(method: string, operation: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
    const asked = await account();
    const answer = await asked.call(method, operation, { ...(body === undefined ? {} : { body }), signal });
    if (answer.status === 200) return answer.json ?? null;
    throw codedError('AccountRefused', asked.explain(answer.status, answer.json));
  }
  const close = queue.onStatus(() => void info().then((changed) => events.emit('account.changed', changed)));

  return {
    api: {
      'account.get': info,
      async 'account.set'({ token, ...changes }) {
        await queue.stop();
        await settings.update((all) => ({ ...all, accounts: { ...all.accounts, [root]: changes } }));
        if (token === '') await accountSecrets.unset('apiTokenInstance');
        else if (token !== undefined) await accountSecrets.set('apiTokenInstance', token);
        return info();
      },
      async 'account.ask'({ operation }, signal) {
        const json = await ask(operation === 'clearWebhooksQueue' ? 'DELETE' : 'GET', operation, signal);
        return { json: readAccountAnswer(operation, json) };
      },
      async 'account.setSettings'({ settings: changes }, signal) {
        await ask('POST', 'setSettings', signal, changes);
        return {};
      },
      async 'account.receive'({ on }) {
        if (on) await queue.start(await account());
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
