/** The listener settings of a workspace, as saved for the user, and the token that senders have to present. */
import { DEFAULT_LISTENER_PORT, KEEP_ALL, NO_TLS } from '../../../contract/webhooks/listener-settings.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { ApplicationServices } from '../application-services.ts';

export type SavedListener = Settings['listeners'][string];

const DEFAULT_LISTENER: SavedListener = {
  on: false,
  host: '127.0.0.1',
  port: DEFAULT_LISTENER_PORT,
  keep: KEEP_ALL,
  allowBrowsers: false,
  tls: NO_TLS,
  rules: [],
};

export interface ListenerSettings {
  saved(): SavedListener;
  save(listener: SavedListener): Promise<void>;
  token(): Promise<string | undefined>;
  /** @param token empty: senders need no token */
  setToken(token: string): Promise<void>;
  /** While the listener is off, its status shows the address at which it would listen. */
  withSavedAddress(status: ListenerStatus): ListenerStatus;
}

/** @param root real path of the workspace */
export function createListenerSettings(
  { settings, secrets }: Pick<ApplicationServices, 'settings' | 'secrets'>,
  root: string,
): ListenerSettings {
  const listenerSecrets = secrets.of({ workspace: root, purpose: 'listener' });
  const saved = () => settings.get().listeners[root] ?? DEFAULT_LISTENER;
  return {
    saved,
    async save(listener) {
      await settings.update((all) => ({ ...all, listeners: { ...all.listeners, [root]: listener } }));
    },
    token: () => listenerSecrets.get('token'),
    async setToken(token) {
      if (token === '') await listenerSecrets.unset('token');
      else await listenerSecrets.set('token', token);
    },
    withSavedAddress(status) {
      const { host, port, allowBrowsers, tls } = saved();
      return status.listening ? status : { ...status, host, port, allowBrowsers, tls };
    },
  };
}
