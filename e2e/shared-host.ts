/** The process that serves the tests of a worker in turn, each with a workspace and a configuration folder of its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const program = path.join(import.meta.dirname, 'shared-host-process.ts');

export interface HostQuestion {
  /** Closes the open host, then opens this one; without it, only closes. */
  open?: { workspace: string; config: string; port: number };
  /** The environment variables of the test, which may have changed since the process was started. */
  env: NodeJS.ProcessEnv;
}
export interface HostAnswer {
  /** Of the page; absent: the host was only closed. */
  address?: string;
  /** The stack of the error. */
  failed?: string;
}

export interface SharedHost {
  /** Opens a host for one workspace; returns the address of its page. */
  open(host: NonNullable<HostQuestion['open']>): Promise<string>;
  /** Closes the open host. */
  close(): Promise<void>;
  /** Ends the process. */
  end(): Promise<void>;
}

export function createSharedHost(): SharedHost {
  let child: ChildProcess | undefined;
  async function ask(question: Omit<HostQuestion, 'env'>): Promise<HostAnswer> {
    // A host that a test has brought down is its failure alone: the next test gets a new one.
    const host = child?.connected ? child : fork(program, { execArgv: [] });
    child = host;
    const hostAnswer = await new Promise<HostAnswer>((resolve, reject) => {
      host.once('message', resolve);
      host.once('exit', (code, signal) => reject(new Error(`The host ended with ${code ?? signal}.`)));
      host.send({ ...question, env: process.env });
    }).finally(() => {
      host.removeAllListeners('message');
      host.removeAllListeners('exit');
    });
    if (hostAnswer.failed !== undefined) throw new Error(hostAnswer.failed);
    return hostAnswer;
  }
  return {
    async open(host) {
      const { address } = await ask({ open: host });
      if (address === undefined) throw new Error('The host has told no address.');
      return address;
    },
    async close() {
      await ask({});
    },
    async end() {
      if (!child?.connected) return;
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
