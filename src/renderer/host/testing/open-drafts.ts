import { expect, onTestFinished } from 'vitest';
import { toFailure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import { createDrafts, type Drafts, type DraftsPage } from '../drafts.ts';

/**
 * The drafts of a test's window. A draft is written a moment after the input: the test ends when all are on disk, because its
 * folder is removed then. A host that the test has closed before accepts none.
 */
export async function openDrafts(client: HostClient, page: DraftsPage = new EventTarget()): Promise<Drafts> {
  const onProblem = (error: unknown) => {
    if (toFailure(error).code !== 'Cancelled') expect.unreachable(String(error));
  };
  const drafts = await createDrafts(client, onProblem, page);
  onTestFinished(() => drafts.flush());
  return drafts;
}
