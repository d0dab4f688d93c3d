/** The values of the listener's dialog. */
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';

export interface ListenerForm extends Pick<ListenerStatus, 'host' | 'allowBrowsers' | 'tls' | 'keep'> {
  /** As entered, so it may be a text. */
  port: number | string;
  /** Undefined: unchanged, because the window never receives the stored token. */
  token: string | undefined;
  rules: AnswerRule[];
}

const MAX_PORT = 65_535;
/** Why this is not a port, as it was entered; undefined when it is one. */
export const portProblem = (port: number | string): string | undefined =>
  port !== '' && Number(port) >= 0 && Number(port) <= MAX_PORT
    ? undefined
    : `A port is a number from 0 to ${MAX_PORT}; 0 is any free one.`;

export const listenerForm = ({ host, port, allowBrowsers, tls, keep, rules }: ListenerStatus): ListenerForm => ({
  host,
  port,
  token: undefined,
  allowBrowsers,
  tls,
  keep,
  rules,
});
