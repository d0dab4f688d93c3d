/** What the listener needs and does (listener.ts). */
import type { ServerCertificate } from '../../platform/network/http-server.ts';
import type { CountedRules, RecognizedAs } from './responses/answer-rules.ts';
import type { Arrival } from './arrival.ts';
import type { keptResponse } from './responses/listener-response.ts';
import type { RefusedRequest } from './refused-requests.ts';
import type { AnsweredGroup } from '../store/store-api.ts';

export interface ListenerOptions {
  /** Resolves when they are durable, with the number of the first; the others follow it. @throws StorageFailed */
  take: (arrivals: readonly Arrival[]) => Promise<number>;
  /** Default 127.0.0.1. Beyond loopback a token is needed. */
  host?: string;
  /** Default 7788, or the next that is free. 0: any. */
  port?: number;
  /** Throws PortInUse when the port is taken, in place of the next that is free. */
  exact?: boolean | undefined;
  token?: string | undefined;
  /** Listens by TLS with this certificate. */
  certificate?: ServerCertificate | undefined;
  /** Takes what web pages send, from any site; otherwise it is refused. */
  allowBrowsers: boolean;
  /** Responses were sent; those of rules with what was in them. */
  onAnswered: (groups: readonly SentGroup[]) => void;
  /** What a notification that was taken is recognized as. */
  recognize: (id: number) => Promise<RecognizedAs>;
  /** How often each rule has responded, after one that responds a number of times has. */
  onRuleUsed?: (used: readonly number[]) => void;
  /** @param complete settles when no more of the body arrives; left out: the request is complete */
  onRefused: (refused: RefusedRequest, complete?: Promise<unknown>) => void;
  /** A browser has opened the address. */
  onVisit: () => void;
  /** Bytes of all bodies together that are held until they are stored. Default: 256 MiB. */
  maxBodiesBytes?: number;
  /** Storing has failed, or goes on after it had. */
  onStorage: (problem: string | null) => void;
}
export interface Listener {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Whether the wanted port was in use. */
  readonly movedFrom: number | undefined;
  setRules(counted: CountedRules): void;
  setToken(token: string | undefined): void;
  close(): Promise<void>;
}

/** As `AnsweredGroup`, with the response before anything of it is masked. */
export interface SentGroup extends Omit<AnsweredGroup, 'response'> {
  sent?: Parameters<typeof keptResponse>[0] | undefined;
}
