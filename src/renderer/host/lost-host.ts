/** What a page does when the connection to its host is lost: it looks for the same host, and gives it the unstored texts. */
import type { HostClient } from '../../contract/host-contract.ts';
import { draftNames } from './draft-names.ts';

const RETRY_MS = 1000;

export interface UnstoredText {
  /** The path of the request or script in its workspace. */
  path: string;
  text: string;
}

/** The host and the folder that the page has shown. */
export interface LostHost {
  instance: string;
  root: string;
}

/**
 * Waits until the same host answers again, e.g. after it closed the connection because a message was too large.
 * @param open connects anew; rejects while nothing answers
 * @returns undefined when another process answers, which may belong to another user of this computer, or when the host
 * shows another folder by now: neither may get the drafts of this page
 */
export async function findHostAgain(
  { instance, root }: LostHost,
  open: () => Promise<HostClient>,
): Promise<HostClient | undefined> {
  const client = await openAgain(open);
  const info = await client.call('app.info', {});
  if (info.instance !== instance) return undefined;
  const workspace = await client.call('workspace.get', {});
  return workspace.root === root ? client : undefined;
}

async function openAgain(open: () => Promise<HostClient>): Promise<HostClient> {
  for (;;) {
    const client = await open().catch(() => undefined);
    if (client) return client;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** The typed texts among drafts, under the paths of their requests and scripts in a workspace. */
export function typedTexts(drafts: Readonly<Record<string, string | null>>, root: string): UnstoredText[] {
  const [request, script] = [draftNames.request(root), draftNames.script(root)];
  return Object.entries(drafts).flatMap(([name, text]) => {
    if (text === null) return [];
    if (name.startsWith(request)) return [{ path: name.slice(request.length), text }];
    // The draft of a script has the version of its file beside the text.
    const { content } = name.startsWith(script) ? (JSON.parse(text) as { content: string }) : {};
    return content === undefined ? [] : [{ path: name.slice(script.length), text: content }];
  });
}
