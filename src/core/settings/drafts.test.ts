import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import { MAX_DRAFTS_BYTES, createDrafts } from './drafts.ts';
import { createEvents } from '../platform/events.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const open = (file = path.join(temporaryFolder('drafts'), 'drafts.json')) => {
  const ports = memoryPorts();
  const { api, close } = createDrafts({ file, onNotice: () => undefined, events: createEvents() });
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  return { file, client: connect<typeof hostContract>(ports.client), close };
};

test('drafts exist after a restart, including those of another window', async () => {
  const { client, file } = open();
  const other = open(file);
  await Promise.all([
    client.call('drafts.set', { drafts: { a: '1', b: '2' } }),
    other.client.call('drafts.set', { drafts: { c: '3' } }),
  ]);
  await client.call('drafts.set', { drafts: { b: null, unknown: null } });
  const reopenedDrafts = open(file);
  expect((await reopenedDrafts.client.call('drafts.get', {})).drafts).toEqual({ a: '1', c: '3' });
});

test('closing waits for drafts that are being written', async () => {
  const { client, file, close } = open();
  const writing = client.call('drafts.set', { drafts: { a: 'typed last' } });
  await vi.waitFor(() => expect(readdirSync(path.dirname(file))).not.toEqual([]), { interval: 0 });
  await close();
  expect(readFileSync(file, 'utf8')).toContain('typed last');
  await writing;
  // What is sent later belongs to no session.
  await expect(client.call('drafts.set', { drafts: { a: 'too late' } })).rejects.toMatchObject({ code: 'Cancelled' });
  expect(readFileSync(file, 'utf8')).toContain('typed last');
});

test('a draft beyond the limit is refused with its name, the others are stored; removing one frees space', async () => {
  const { client } = open();
  const third = 'x'.repeat(MAX_DRAFTS_BYTES / 3);
  expect(third.length).toBeLessThanOrEqual(MAX_DRAFT_LENGTH);
  const drafts = { a: third, b: third, c: third };
  expect(await client.call('drafts.set', { drafts })).toEqual({ refused: [], conflicts: {} });
  expect(await client.call('drafts.set', { drafts: { d: 'y', c: 'short' } })).toEqual({
    refused: ['d'],
    conflicts: {},
  });
  expect((await client.call('drafts.get', {})).drafts).toEqual({ a: third, b: third, c: 'short' });
  expect(await client.call('drafts.set', { drafts: { d: third, b: null } })).toEqual({ refused: [], conflicts: {} });
});

test('only a draft that is too large is refused', async () => {
  const { client } = open();
  const drafts = { a: 'x'.repeat(MAX_DRAFT_LENGTH + 1) };
  await expect(client.call('drafts.set', { drafts })).rejects.toMatchObject({ code: 'InvalidParams' });
});
