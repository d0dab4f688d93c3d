/** Sample notifications of the messaging service: their kinds, their text, and sending one. */
import { authorizationOf } from '../../../contract/webhooks/authorization-token.ts';
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { HttpClient } from '../../http/http-client.ts';
import type { Notifications } from '../../notifications/notifications.ts';

/** A server may delay its response to the messaging service by up to 180 s. */
const SEND_TIMEOUT_MS = 200_000;
/** Characters of the response that are shown. */
const SHOWN_ANSWER = 10_000;

export type SampleCalls = Pick<HostApi, 'notifications.kinds' | 'notifications.sample' | 'notifications.send'>;

export function createSampleCalls(options: {
  notifications: Pick<Notifications, 'status' | 'sample'>;
  http: HttpClient;
  /** The token of the workspace's listener; undefined when it requires none. */
  token: () => Promise<string | undefined>;
}): SampleCalls {
  const { notifications, http, token } = options;
  return {
    async 'notifications.kinds'() {
      const { kinds } = await import('../../providers/messaging/recognition/kinds.ts');
      return kinds.map(({ kind, title, setting }) => ({ kind, title, setting }));
    },
    'notifications.sample': async ({ kind, values }) => ({ text: await notifications.sample(kind, values) }),
    async 'notifications.send'({ text, url }, signal) {
      const listener = notifications.status();
      if (url === null && !listener.listening) throw codedError('NotListening', 'The listener is off.');
      const listenerToken = url === null || url === listener.url ? await token() : undefined;
      const { hops, body } = await http.send(
        {
          method: 'POST',
          url: url ?? listener.url,
          headers: listenerToken ? [{ name: 'Authorization', value: authorizationOf(listenerToken) }] : [],
          body: { mode: 'raw', text, contentType: 'application/json' },
        },
        { signal, timeoutMs: SEND_TIMEOUT_MS },
      );
      return { status: hops.at(-1)?.status ?? 0, answer: body.toString('utf8').slice(0, SHOWN_ANSWER) };
    },
  };
}
