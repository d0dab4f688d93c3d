import { expect, test, vi } from 'vitest';
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { createDrafts } from './drafts.ts';

/** A host that stores drafts in memory, and has no space for one named "request no-room". */
async function open(stored: Record<string, string> = {}) {
  const api: Pick<HostApi, 'drafts.get' | 'drafts.set'> = {
    'drafts.get': () => ({ drafts: stored }),
    'drafts.set'({ drafts }) {
      const refused: string[] = Object.keys(drafts).filter((name) => name === 'request no-room');
      for (const [name, text] of Object.entries(drafts)) {
        if (text === null) Reflect.deleteProperty(stored, name);
        else if (!refused.includes(name)) stored[name] = text;
      }
      return { refused, conflicts: {} };
    },
  };
  const ports = memoryPorts();
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  const page = new EventTarget();
  const problems: string[] = [];
  const onProblem = (error: unknown) => void problems.push((error as Error).message);
  const drafts = await createDrafts(connect<typeof hostContract>(ports.client), onProblem, page);
  return { drafts, stored, problems, leave: () => page.dispatchEvent(new Event('pagehide')) };
}

test('a draft is readable at once, and stored by the host when the page closes', async () => {
  const { drafts, stored, leave } = await open({ 'request b': 'old' });
  expect(drafts.getItem('request b')).toBe('old');
  drafts.setItem('request a', 'typed');
  drafts.removeItem('request b');
  expect([drafts.getItem('request a'), drafts.getItem('request b')]).toEqual(['typed', null]);
  leave();
  await vi.waitFor(() => expect(stored).toEqual({ 'request a': 'typed' }));
});

test('a draft that cannot be stored is reported once, with the name of its item', async () => {
  const { drafts, stored, problems, leave } = await open();
  drafts.setItem('request big.yml', 'x'.repeat(MAX_DRAFT_LENGTH + 1));
  drafts.setItem('request big.yml', 'x'.repeat(MAX_DRAFT_LENGTH + 2));
  drafts.setItem('request no-room', 'x');
  leave();
  const expected = ['big.yml', 'no-room'].map(
    (name) => `What you typed in ${name} is too large to be stored before it is saved.`,
  );
  await vi.waitFor(() => expect(problems).toEqual(expected));
  expect(stored).toEqual({});
  drafts.setItem('request big.yml', 'small again');
  leave();
  await vi.waitFor(() => expect(stored).toEqual({ 'request big.yml': 'small again' }));
});

test('the drafts of the folder before are forgotten at once, and what is typed while the next are read stays', async () => {
  const { drafts, stored } = await open({ 'request a': 'of the first' });
  Reflect.deleteProperty(stored, 'request a');
  Object.assign(stored, { 'request b': 'of the second', 'request c': 'of the second' });
  const reloading = drafts.reload();
  expect(drafts.names()).toEqual([]);
  drafts.setItem('request b', 'typed');
  await reloading;
  expect([drafts.getItem('request b'), drafts.getItem('request c')]).toEqual(['typed', 'of the second']);
  await drafts.flush();
  expect(stored['request b']).toBe('typed');
});
