import { expect } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import { testWorkspace } from './test-workspace.ts';

/** A host that replies to each call when the test says so, and the workspace `/shop` of its window. */
export function lateHost() {
  const waiting: { name: string; params: unknown; reply: (value: unknown) => void }[] = [];
  const listeners: { name: string; listener: (payload: unknown) => void }[] = [];
  const call = (name: string, params: unknown) =>
    new Promise((resolve) => waiting.push({ name, params, reply: resolve }));
  /** Replies to a call of this name that has no reply. @param value or a function that gets the parameters of the call */
  async function reply(name: string, value: unknown, which: 'latest' | 'first' = 'latest'): Promise<void> {
    await expect.poll(() => waiting.some((one) => one.name === name)).toBe(true);
    const isOne = (one: { name: string }) => one.name === name;
    const index = which === 'first' ? waiting.findIndex(isOne) : waiting.findLastIndex(isOne);
    const [one] = waiting.splice(index, 1);
    one?.reply(typeof value === 'function' ? (value as (params: unknown) => unknown)(one.params) : value);
    await new Promise((resolve) => setTimeout(resolve));
  }
  function emit(name: string, payload: unknown): void {
    for (const one of listeners) if (one.name === name) one.listener(payload);
  }
  const on = (name: string, listener: (payload: unknown) => void) => listeners.push({ name, listener });
  const client = { call, on } as unknown as HostClient;
  const workspace = testWorkspace(client, '/shop');
  /** Another folder is opened. */
  const leave = (info: { root: string }) => emit('workspace.changed', info);
  return { client, workspace, leave, reply, emit };
}
