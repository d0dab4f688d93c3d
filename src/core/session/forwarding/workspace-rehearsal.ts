/** Rehearsals with the notifications of a workspace. They end with the session. */
import path from 'node:path';
import type { HostApi } from '../../../contract/host-contract.ts';
import { notificationsOf } from '../../forwarding/rehearsal/rehearsal-source.ts';
import type { RunCheckScript } from '../../forwarding/rehearsal/rehearsal-script-check.ts';
import { rehearsalSteps } from '../../forwarding/rehearsal/rehearsal-steps.ts';
import { rehearse } from '../../forwarding/rehearsal/rehearse.ts';
import type { WebhookSender } from '../../forwarding/send-webhook.ts';
import { createCheckScript } from './check-script.ts';
import type { Session } from '../session.ts';

export type RehearsalApi = Pick<HostApi, Extract<keyof HostApi, `rehearsal.${string}`>>;

export function createWorkspaceRehearsal(session: Session, sender: WebhookSender, closed: AbortSignal): RehearsalApi {
  const {
    notifications: { current, providers },
    events,
    mask,
  } = session;
  async function readCheckScript(name: string): Promise<RunCheckScript> {
    const { content: source } = await session.files.readScript(name);
    return createCheckScript(session, { name: path.basename(name), source });
  }
  return {
    async 'rehearsal.preview'({ plan }) {
      const notifications = await notificationsOf(plan, current);
      const titles = notifications.map(({ summary: { id, title } }) => ({ notification: id, title }));
      const ids = titles.map(({ notification }) => notification);
      return { steps: rehearsalSteps(ids, plan), titles };
    },
    async 'rehearsal.run'({ plan, url, sign }, signal) {
      const signature = sign && (await providers.signatureOf(sign));
      const report = await rehearse({
        sender,
        url,
        secret: signature?.secret,
        plan: signature ? { ...plan, sign: signature.scheme } : plan,
        runScript: plan.check && 'script' in plan.check ? await readCheckScript(plan.check.script) : undefined,
        notifications: await notificationsOf(plan, current),
        mask: await mask(),
        onProgress: (done, total) => events.emit('rehearsal.progress', { done, total }),
        signal: AbortSignal.any([signal, closed]),
      });
      return { report };
    },
  };
}
