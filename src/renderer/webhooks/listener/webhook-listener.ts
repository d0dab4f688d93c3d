/** The listener of the workspace: its status and its settings. */
import { showError } from '../../ui/messages/notify.ts';
import type { Listener, WebhookParts } from '../webhook-state.ts';

export function createListener({ client, status, get }: WebhookParts): Listener {
  return {
    status: undefined,
    async listen(settings) {
      await status.change(client.call('notifications.listen', settings));
      // A shorter retention has removed some of the listed notifications. An application whose listener is shared may
      // have received others.
      if ((settings.keep || settings.on) && get().loaded) get().load().catch(showError);
    },
    async setRules(rules) {
      await client.call('notifications.setRules', { rules });
    },
  };
}
