/** State and actions of the account dialog. */
import { useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { useWork } from '../../ui/work/use-work.ts';
import type { AccountFieldValues } from './AccountFields.tsx';
import type { AccountSettings } from './AccountQuestion.tsx';

type Answer = Record<string, string | number | boolean> | null;

const isChanged = (values: AccountFieldValues, saved: Pick<AccountFieldValues, 'apiUrl' | 'mediaUrl' | 'idInstance'>) =>
  (['apiUrl', 'mediaUrl', 'idInstance'] as const).some((name) => values[name] !== saved[name]);

/** What the fields show where nothing was typed: the stored account may arrive after the dialog has opened. */
function storedValues({ apiUrl, mediaUrl, idInstance }: Partial<AccountFieldValues> = {}): AccountFieldValues {
  return { apiUrl: apiUrl ?? '', mediaUrl: mediaUrl ?? '', idInstance: idInstance ?? '', token: undefined };
}

export function useAccount() {
  const { webhooks: store } = useApp();
  const account = useFrom('webhooks', (state) => state.account);
  const [edits, setEdits] = useState<Partial<AccountFieldValues>>({});
  const values = { ...storedValues(account), ...edits };
  const [state, setState] = useState<string>();
  const [settings, setSettings] = useState<AccountSettings>();
  /** The number of notifications that wait in the queue. */
  const [waiting, setWaiting] = useState<number>();
  const work = useWork('account');
  const { saveAccount, askAccount, setAccountSettings, receiveFromQueue } = store.getState();

  async function save(): Promise<void> {
    const { token, ...others } = values;
    await saveAccount({ ...others, ...(token === undefined ? {} : { token }) });
    // A token that was typed meanwhile stays.
    setEdits((current) => (current.token === token ? { ...current, token: undefined } : current));
  }
  async function ask(operation: Parameters<typeof askAccount>[0], signal: AbortSignal): Promise<Answer> {
    const answer = (await askAccount(operation, signal)) as Answer;
    signal.throwIfAborted();
    return answer;
  }
  return {
    account,
    values,
    state,
    settings,
    waiting,
    work,
    /** Whether closing the dialog would lose edits. */
    isUnsaved: values.token !== undefined || (account !== undefined && isChanged(values, account)),
    change: (change: Partial<AccountFieldValues>) => setEdits((current) => ({ ...current, ...change })),
    check: () =>
      work.start(async (signal) => {
        await save();
        setState(String((await ask('getStateInstance', signal))?.['stateInstance'] ?? 'unknown'));
        setSettings((await ask('getSettings', signal)) as AccountSettings);
        setWaiting(Number((await ask('getWebhooksCount', signal))?.['count'] ?? 0));
      }),
    /** @param onChanged called when the service has accepted the settings */
    changeSettings: (changes: AccountSettings, onChanged: () => void) =>
      work.start(async (signal) => {
        await setAccountSettings(changes, signal);
        setSettings({ ...settings, ...changes });
        onChanged();
      }),
    receive: (on: boolean) =>
      work.start(async () => {
        await save();
        await receiveFromQueue(on);
      }),
    clear: () =>
      work.start(async (signal) => {
        const answer = await ask('clearWebhooksQueue', signal);
        if (answer?.['isCleared'] === true) setWaiting(0);
        else throw new Error(`The queue was not cleared: ${String(answer?.['reason'] ?? 'no reason given')}.`);
      }),
  };
}
