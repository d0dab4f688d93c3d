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
  withoutPrototype,
} from './primordials.ts';
import { messageJson } from './message-json.ts';

/** An object whose members are not checked yet: of a message, of a library, or of a script. */
export type Fields = Record<string, unknown>;

type Reply = { ok: true; value: string } | { ok: false; error: Fields };

export interface Channel {
  host(op: number, text: string): string | undefined;
  post(message: Fields): void;
  /** Sends a message for the console. @returns false when the script has used up its output */
  output(message: Fields): boolean;
  /** The same for a line that a script writes. @param fields of the message as JSON, separated by commas */
  outputLine(fields: string): boolean;
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
  const waiting = new Table<(reply: Reply) => void>();
  const askedProcess = new Table<(answer: string) => void>();
  const open = { waits: 0 };
  let lastId = 0;
  let closed = false;

  const host = (op: number, text: string) => (closed ? undefined : callHost(hostFunction, op, text));
  const frame = (message: Record<string, unknown>) => messageJson({ __proto__: null, ...message, run: run() });
  const post = (message: Record<string, unknown>) => void host(operation.message, frame(message));
  const output = (text: string) => host(operation.output, text) === undefined;

  return withoutPrototype<Channel>({
    __proto__: null,
    host,
    post,
    output: (message) => output(frame(message)),
    outputLine: (fields) => output(`{"t":"console","run":${run()},${fields}}`),
    call(method, params) {
      return new PlainPromise((resolve) => {
        // Serialised before the call gets its id: a script's `toJSON` may make calls itself, and the host expects
        // increasing ids.
        const text = messageJson(params);
        const id = ++lastId;
        waiting.add(id, waitsForOthers(method) ? countWait(open, resolve) : resolve);
        host(operation.message, `{"t":"call","run":${run()},"id":${id},"method":"${method}","params":${text}}`);
      });
    },
    callSync(method, params) {
      const answer = host(operation.syncCall, messageJson({ __proto__: null, run: run(), method, params }));
      return readReply(answer ?? '');
    },
    askProcess(text) {
      return new PlainPromise((resolve) => {
        const id = ++lastId;
        askedProcess.add(id, resolve);
        host(operation.subtle, `${id} ${text}`);
      });
    },
    settleProcess(id, answer) {
      askedProcess.remove(id)?.(answer);
    },
    settle(text) {
      const afterRun = indexIn(text, ' ');
      const afterId = indexIn(text, ' ', afterRun + 1);
      if (PlainNumber(partOf(text, 0, afterRun)) !== run()) return false;
      const id = PlainNumber(partOf(text, afterRun + 1, afterId));
      waiting.remove(id)?.(readReply(partOf(text, afterId + 1)));
      return true;
    },
    pendingCalls: () => waiting.size + askedProcess.size,
    openWaits: () => open.waits,
    close: () => void (closed = true),
  });
}

function readReply(text: string): Reply {
  const content = partOf(text, 1);
  return text[0] === '+'
    ? { ok: true, value: content }
    : { ok: false, error: parseJson(content) as Record<string, unknown> };
}
