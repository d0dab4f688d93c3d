/** The options and the interface of the listener (listener.ts). */
import type { ServerCertificate } from '../../platform/network/http-server.ts';
import type { CountedRules, RecognizedAs } from './responses/answer-rules.ts';
import type { Arrival } from './arrival.ts';
import type { keptResponse } from './responses/listener-response.ts';
import type { RefusedRequest } from './refused-requests.ts';
import type { AnsweredGroup } from '../store/store-api.ts';

export interface ListenerOptions {
  /**
   * Resolves when the notifications are durable, with the id of the first; the others have the ids after it. @throws
   * StorageFailed
   */
  take: (arrivals: readonly Arrival[]) => Promise<number>;
  /** Default 127.0.0.1. Another address requires a token. */
  host?: string;
  /** Default 7788, or the next free port. 0: any. */
  port?: number;
  /** True: throws PortInUse when the port is taken, instead of using the next free one. */
  exact?: boolean | undefined;
  token?: string | undefined;
  /** Serves TLS with this certificate. */
  certificate?: ServerCertificate | undefined;
  /** Accepts requests of web pages, from any site; otherwise they are refused. */
  allowBrowsers: boolean;
  /** Called when responses were sent; those of rules include their content. */
  onAnswered: (groups: readonly SentGroup[]) => void;
  /** The rules that apply from the first notification on. */
  rules: () => CountedRules;
  /** Recognises a stored notification. */
  recognize: (id: number) => Promise<RecognizedAs>;
  /** The number of responses of each rule, after a response of a rule that is limited to a number of times. */
  onRuleUsed?: (used: readonly number[]) => void;
  /** @param complete settles when no more of the body arrives; absent: the request is complete */
  onRefused: (refused: RefusedRequest, complete?: Promise<unknown>) => void;
  /** Called when a browser has opened the address. */
  onVisit: () => void;
  /** Limit for all bodies that are held until they are stored, in bytes. Default: 256 MiB. */
  maxBodiesBytes?: number;
  /** Receives a message when storing has failed; null when it works again. */
  onStorage: (problem: string | null) => void;
}
export interface Listener {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** The wanted port, if it was in use; otherwise undefined. */
  readonly movedFrom: number | undefined;
  setRules(counted: CountedRules): void;
  setToken(token: string | undefined): void;
  close(): Promise<void>;
}

/** `AnsweredGroup` with the unmasked response. */
export interface SentGroup extends Omit<AnsweredGroup, 'response'> {
  sent?: Parameters<typeof keptResponse>[0] | undefined;
}
