/**
 * The guest's side of the connection to its process. The only host function stays in this closure and only strings are
 * passed; errors of the other side are replaced by errors of this realm.
 */
import { operation, type HostFunction } from '../contract/scripts/guest-operations.ts';
import {
  Table,
  indexIn,
  parseJson,
  partOf,
  PlainError,
  PlainNumber,
  PlainPromise,
  toJson,
  withoutPrototype,
} from './primordials.ts';
import { messageJson } from './message-json.ts';

/** An object whose members are not checked yet: of a message, of a library, or of a script. */
export type Fields = Record<string, unknown>;

type Reply = { ok: true; value: string } | { ok: false; error: Fields };

export interface Channel {
  host(op: number, text: string): string | undefined;
  /** @param kind the member `t` of the message */
  post(kind: string, fields: Fields): void;
  /** Shows a warning to the person who reads the console. @param line of the script, from 1 */
  warn(text: string, line?: number): void;
  /**
   * Sends a message for the console.
   * @param fields of the message as JSON, separated by commas; may be empty
   * @returns false when the script has used up its output
   */
  output(kind: 'console' | 'clear', fields: string): boolean;
  call(method: string, params: unknown): Promise<Reply>;
  callSync(method: string, params: unknown): Reply;
  /** Calls the process, which answers with text; see operation.subtle. */
  askProcess(text: string): Promise<string>;
  settleProcess(id: number, answer: string): void;
  /**
   * Settles a call by `<run> <id> <reply>` (to-guest.ts).
   * @returns false for a reply to a call of an earlier script, which is ignored
   */
  settle(text: string): boolean;
  pendingCalls(): number;
  /** Those of the pending calls that wait for a person, a program or a webhook. */
  openWaits(): number;
  /** From here on nothing that the script does leaves its realm. */
  close(): void;
}

/**
 * Calls the host function. Its errors are replaced, because an error object of its realm would give the script access
 * to that realm.
 */
function callHost(hostFunction: HostFunction, op: number, text: string): string | undefined {
  let answer: unknown;
  try {
    answer = hostFunction(op, text);
  } catch {
    throw new PlainError('The sandbox could not reach its host.');
  }
  if (typeof answer === 'string' || answer === undefined) return answer;
  throw new PlainError('The sandbox got a wrong answer from its host.');
}

/** Whether a call may last for minutes, because it waits for a person, a program or a webhook. */
function waitsForOthers(method: string): boolean {
  switch (method) {
    case 'programs.executeAsync':
    case 'vault.get':
    case 'vault.set':
    case 'vault.unset':
    case 'webhooks.next':
      return true;
    default:
      return false;
  }
}

/** Counts a call as waiting until its reply. */
function countWait(open: { waits: number }, resolve: (reply: Reply) => void): (reply: Reply) => void {
  open.waits += 1;
  return (reply) => {
    open.waits -= 1;
    resolve(reply);
  };
}

export function createChannel(hostFunction: HostFunction, run: () => number): Channel {
  /** Settles the calls, those of the host with their reply and those of the process with its answer. */
  const pending = new Table<(result: never) => void>();
  const open = { waits: 0 };
  let lastId = 0;
  let closed = false;

  const host = (op: number, text: string) => (closed ? undefined : callHost(hostFunction, op, text));
  // Joined, because copying the fields into an object with these members would take each script several times as long.
  // These members are the last ones, and count where a script has brought others of their names into the fields.
  const frame = (kind: string, fields: string) => `{${fields}${fields === '' ? '' : ','}"run":${run()},"t":"${kind}"}`;
  const output = (kind: string, fields: string) => host(operation.output, frame(kind, fields)) === undefined;

  return withoutPrototype<Channel>({
    __proto__: null,
    host,
    post: (kind, fields) => void host(operation.message, frame(kind, membersOf(messageJson(fields)))),
    output,
    warn(text, line) {
      const place = line ? `,"line":${line}` : '';
      output('console', `"level":"warn","text":${toJson(text)},"fromSandbox":true${place}`);
    },
    call(method, params) {
      return new PlainPromise((resolve) => {
        // Serialised before the call gets its id: a script's `toJSON` may make calls itself, and the host expects
        // increasing ids.
        const text = messageJson(params);
        const id = ++lastId;
        pending.add(id, waitsForOthers(method) ? countWait(open, resolve) : resolve);
        host(operation.message, frame('call', `"params":${text},"method":"${method}","id":${id}`));
      });
    },
    callSync(method, params) {
      const answer = host(operation.syncCall, messageJson({ __proto__: null, run: run(), method, params }));
      return readReply(answer ?? '');
    },
    askProcess(text) {
      return new PlainPromise((resolve) => {
        const id = ++lastId;
        pending.add(id, resolve);
        host(operation.subtle, `${id} ${text}`);
      });
    },
    settleProcess(id, answer) {
      pending.remove(id)?.(answer as never);
    },
    settle(text) {
      const afterRun = indexIn(text, ' ');
      const afterId = indexIn(text, ' ', afterRun + 1);
      if (PlainNumber(partOf(text, 0, afterRun)) !== run()) return false;
      const id = PlainNumber(partOf(text, afterRun + 1, afterId));
      pending.remove(id)?.(readReply(partOf(text, afterId + 1)) as never);
      return true;
    },
    pendingCalls: () => pending.size,
    openWaits: () => open.waits,
    close: () => void (closed = true),
  });
}

/** The members of an object in JSON, separated by commas. */
const membersOf = (json: string): string => partOf(json, 1, json.length - 1);

function readReply(text: string): Reply {
  const content = partOf(text, 1);
  return text[0] === '+'
    ? { ok: true, value: content }
    : { ok: false, error: parseJson(content) as Record<string, unknown> };
}
