/** Stores a workspace's queue: the address among the settings, its password among the secrets. */
import { codedError } from '../../../contract/errors.ts';
import type { QueueSettings } from '../../../contract/runs/run-queue-calls.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { ApplicationServices } from '../application-services.ts';

const INITIAL: Settings['runQueues'][string] = { address: '', partSize: 50, on: false };

export interface QueueSettingsOfWorkspace {
  get(): Promise<QueueSettings>;
  /**
   * Absent members keep their values; an empty password is removed. @throws InvalidParams when the address is not one
   * of a queue
   */
  set(change: Partial<Omit<QueueSettings, 'hasPassword'>> & { password?: string }): Promise<QueueSettings>;
  /** Including the password. @throws InvalidParams when no queue is configured */
  url(): Promise<string>;
}

export function createQueueSettings(
  { settings, secrets }: Pick<ApplicationServices, 'settings' | 'secrets'>,
  root: string,
): QueueSettingsOfWorkspace {
  const storedSettings = () => settings.get().runQueues[root] ?? INITIAL;
  const password = secrets.of({ workspace: root, purpose: 'queue' });
  const get = async (): Promise<QueueSettings> => ({
    ...storedSettings(),
    hasPassword: (await password.get('password')) !== undefined,
  });
  return {
    get,
    async set({ password: typed, address, ...change }) {
      const previousSettings = storedSettings();
      const read = address === undefined ? undefined : readAddress(address);
      const changed = { ...previousSettings, ...change, ...(read ? { address: read.address } : {}) };
      const newPassword = read?.password ?? typed;
      // A changed server must not receive the password of the former one.
      const isOther = serverOf(changed.address) !== serverOf(previousSettings.address);
      if (newPassword !== undefined && newPassword !== '') await password.set('password', newPassword);
      else if (newPassword === '' || isOther) await password.unset('password');
      await settings.update((all) => ({ ...all, runQueues: { ...all.runQueues, [root]: changed } }));
      return get();
    },
    async url() {
      const { address } = storedSettings();
      if (address === '') {
        throw codedError(
          'InvalidParams',
          'The URL of the queue is missing.',
          'Enter it in the field "Queue URL", such as redis://host:6379.',
        );
      }
      const url = new URL(address);
      url.password = encodeURIComponent((await password.get('password')) ?? '');
      return url.href;
    },
  };
}

/** Separates the password from an address. */
function readAddress(text: string): { address: string; password?: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { address: '' };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw codedError(
      'InvalidParams',
      'This is not the address of a queue.',
      'Write redis://host:6379, or rediss:// for TLS.',
    );
  }
  if (url.password === '') return { address: trimmed };
  const password = decoded(url.password);
  url.password = '';
  return { address: url.href, password };
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    throw codedError(
      'InvalidParams',
      'The password in the address of the queue is not encoded.',
      'Write % as %25, or enter the password in its field.',
    );
  }
}

const serverOf = (address: string): string => {
  if (!URL.canParse(address)) return '';
  const { protocol, host, username } = new URL(address);
  return `${protocol}//${username}@${host}`;
};
