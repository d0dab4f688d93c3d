import { expect, onTestFinished } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import { createDrafts, type Drafts, type DraftsPage } from '../drafts.ts';

/**
 * The drafts of a test's window. A draft is written a moment after the input: the test ends when all are on disk, because its
 * folder is removed then.
 */
export async function openDrafts(client: HostClient, page: DraftsPage = new EventTarget()): Promise<Drafts> {
  const drafts = await createDrafts(client, (error) => expect.unreachable(String(error)), page);
  onTestFinished(() => drafts.flush());
  return drafts;
}
