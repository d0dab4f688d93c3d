/** Starts processes that have a workspace open and listen (listening-process.ts), for tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { Failure } from '../../../contract/errors.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

export const WAIT = { timeout: 20_000, interval: 20 };

export interface ListeningProcess {
  child: ChildProcess;
  status(): ListenerStatus;
  received: { id: number; text: string; key: string | undefined }[];
  refused: { id: number; method: string; path: string; text: string }[];
  /** The announced changes. */
  changes: unknown[];
  /** Calls a method of its notifications; resolves to the result. */
  call(name: string, ...values: unknown[]): Promise<unknown>;
  failure: () => Failure | undefined;
  end(signal: NodeJS.Signals): Promise<void>;
}

const folder = () => temporaryFolder('shared');
export const workspace = () => {
  const state = folder();
  return { leaseFile: path.join(state, 'listener.json'), file: path.join(state, 'n.sqlite') };
};
/** A separate database, like that of a run on the command line. */
export const ownStore = () => path.join(folder(), 'n.sqlite');

/** Resolves when the process listens, or has failed. */
export async function start(options: Record<string, unknown>): Promise<ListeningProcess> {
  const argument = JSON.stringify({ ...options, storeThread: inject('storeThread') });
  const program = path.join(inject('testPrograms'), 'listening-process.mjs');
  const child = spawn(process.execPath, [program, argument], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let status: ListenerStatus | undefined;
  let failure: Failure | undefined;
  let ready = false;
  const received: ListeningProcess['received'] = [];
  const refused: ListeningProcess['refused'] = [];
  const changes: unknown[] = [];
  const results: unknown[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const message = JSON.parse(line) as Record<string, never>;
    if (message['status']) status = message['status'];
    if (message['received']) received.push(message['received']);
    if (message['refused']) refused.push(message['refused']);
    if (message['change']) changes.push(message['change']);
    if ('result' in message) results.push(message['result']);
    if (message['failure']) failure = message['failure'];
    ready ||= Boolean(message['ready'] ?? message['failure']);
  });
  await vi.waitFor(() => expect(ready).toBe(true), WAIT);
  return {
    child,
    received,
    refused,
    changes,
    async call(...call) {
      child.stdin?.write(`${JSON.stringify(call)}\n`);
      await vi.waitFor(() => expect(results).toHaveLength(1), WAIT);
      return results.pop();
    },
    status: () => status as ListenerStatus,
    failure: () => failure,
    async end(signal) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}
export const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers }).then(({ status }) => status);
/** Sends a request, and repeats it while nobody listens. */
export const deliver = (url: string, body: string) =>
  vi.waitFor(async () => expect(await post(url, body)).toBe(200), WAIT);
export const texts = ({ received }: ListeningProcess) => received.map(({ text }) => text);
