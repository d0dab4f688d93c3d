/** What a page does when the connection to its host is lost: it looks for the same host, and gives it the unstored texts. */
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import { toFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { draftNames } from './draft-names.ts';

const RETRY_MS = 1000;

export interface UnstoredText {
  /** The path of the request or script in its workspace, or the name of a field. */
  path: string;
  text: string;
}

/** The host and the folder that the page has shown. */
interface LostHost {
  instance: string;
  root: string;
}

/** By the name of the draft; null: removed. */
type UnstoredDrafts = Readonly<Record<string, string | null>>;

/**
 * Waits until the same host answers again, e.g. after it closed the connection because a message was too large, and stores
 * drafts there. When the connection breaks again before they are stored, it waits once more.
 * @param open connects anew; rejects while nothing answers
 * @returns the drafts that the host refuses; undefined when another process answers, which may belong to another user of
 * this computer, or when the host shows another folder by now: neither may get the drafts of this page
 */
export async function storeAfterLoss(
  lost: LostHost,
  open: () => Promise<HostClient>,
  drafts: UnstoredDrafts,
): Promise<Record<string, string> | undefined> {
  for (;;) {
    try {
      const client = await open();
      return (await isSameHost(client, lost)) ? await store(client, drafts) : undefined;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function isSameHost(client: HostClient, { instance, root }: LostHost): Promise<boolean> {
  const info = await client.call('app.info', {});
  return info.instance === instance && (await client.call('workspace.get', {})).root === root;
}

/** Each is sent by itself, so that one that is refused does not concern the others. @throws Disconnected */
async function store(client: HostClient, drafts: UnstoredDrafts): Promise<Record<string, string>> {
  const refusedDrafts: Record<string, string> = {};
  for (const [name, text] of Object.entries(drafts)) {
    const isStored = (text?.length ?? 0) <= MAX_DRAFT_LENGTH && (await storeOne(client, name, text));
    if (!isStored && text !== null) refusedDrafts[name] = text;
  }
  return refusedDrafts;
}

async function storeOne(client: HostClient, name: string, text: string | null): Promise<boolean> {
  try {
    return !(await client.call('drafts.set', { drafts: { [name]: text } })).refused.includes(name);
  } catch (error) {
    if (toFailure(error).code === 'Disconnected') throw error;
    // The disk may be full.
    return false;
  }
}

/** The typed texts among drafts, under the paths of their requests and scripts in a workspace. */
export function typedTexts(drafts: UnstoredDrafts, root: string): UnstoredText[] {
  const [request, script] = [draftNames.request(root), draftNames.script(root)];
  return Object.entries(drafts).flatMap(([name, text]) => {
    if (text === null) return [];
    if (name.startsWith(request)) return [{ path: name.slice(request.length), text }];
    // The draft of a script has the version of its file beside the text.
    const { content } = name.startsWith(script) ? (JSON.parse(text) as { content: string }) : {};
    return content === undefined ? [] : [{ path: name.slice(script.length), text: content }];
  });
}
