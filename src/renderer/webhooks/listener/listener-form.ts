/** What the person edits in the dialog of the listener. */
import { KEEP_ALL, NO_TLS } from '../../../contract/webhooks/listener-settings.ts';
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';

export interface ListenerForm extends Pick<ListenerStatus, 'host' | 'allowBrowsers' | 'tls' | 'keep'> {
  /** As typed, and therefore perhaps a text. */
  port: number | string;
  /** undefined: unchanged; the window never receives the present token. */
  token: string | undefined;
  rules: AnswerRule[];
}

/** @param status undefined: not known yet, so that the form begins with the defaults */
export const listenerForm = (status: ListenerStatus | undefined): ListenerForm => ({
  host: status?.host ?? '127.0.0.1',
  port: status?.port ?? 7788,
  token: undefined,
  allowBrowsers: status?.allowBrowsers ?? false,
  tls: status?.tls ?? NO_TLS,
  keep: status?.keep ?? KEEP_ALL,
  rules: status?.rules ?? [],
});
