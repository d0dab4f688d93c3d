/** Rehearsals with the notifications of a workspace. They end with the session. */
import type { HostApi } from '../../contract/host-contract.ts';
import { notificationsOf } from '../forwarding/rehearsal-source.ts';
import { rehearsalSteps } from '../forwarding/rehearsal-steps.ts';
import { rehearse } from '../forwarding/rehearse.ts';
import type { WebhookSender } from '../forwarding/send-webhook.ts';
import type { Session } from './session.ts';

export type RehearsalApi = Pick<HostApi, Extract<keyof HostApi, `rehearsal.${string}`>>;

export function createWorkspaceRehearsal(
  { notifications: { current, providers }, events, mask }: Session,
  sender: WebhookSender,
  closed: AbortSignal,
): RehearsalApi {
  return {
    async 'rehearsal.preview'({ plan }) {
      const found = await notificationsOf(plan, current);
      const titles = found.map(({ summary: { id, title } }) => ({ notification: id, title }));
      const ids = titles.map(({ notification }) => notification);
      return { steps: rehearsalSteps(ids, plan), titles };
    },
    async 'rehearsal.run'({ plan, url, sign }, signal) {
      const signature = sign && (await providers.signatureOf(sign));
      const report = await rehearse({
        ...{ sender, url, secret: signature?.secret },
        plan: signature ? { ...plan, sign: signature.scheme } : plan,
        notifications: await notificationsOf(plan, current),
        mask: await mask(),
        onProgress: (done, total) => events.emit('rehearsal.progress', { done, total }),
        signal: AbortSignal.any([signal, closed]),
      });
      return { report };
    },
  };
}
