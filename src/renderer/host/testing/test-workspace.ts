import type { HostClient } from '../../../contract/host-contract.ts';
import type { Drafts } from '../drafts.ts';
import { createShownWorkspace, type ShownWorkspace } from '../shown-workspace.ts';

/** The workspace of a test's window. @param drafts absent: the test has none */
export const testWorkspace = (client: Pick<HostClient, 'on'>, root: string, drafts?: Drafts): ShownWorkspace =>
  createShownWorkspace(client, drafts ?? { flush: () => Promise.resolve(), reload: () => Promise.resolve() }, root);
