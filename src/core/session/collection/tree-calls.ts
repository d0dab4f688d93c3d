/** Changes of the collection's tree: requests and folders are renamed, copied, moved, deleted and restored. */
import path from 'node:path';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { WorkspaceCollection } from './workspace-collection.ts';

type Name = 'rename' | 'duplicate' | 'remove' | 'restore' | 'deleted' | 'purge' | 'move';

/** @param root real path of the workspace */
export function createTreeApi(
  { edit, require, secrets, values }: WorkspaceCollection,
  root: string,
): Pick<HostApi, `collection.${Name}`> {
  /** The entries of a folder among which an entry has its place. Bruno orders folders and requests by themselves. */
  async function neighboursOf(id: string, parent: string) {
    const { items, requests, folders } = await require();
    const isBruno = requests.some(({ bruno }) => bruno !== undefined);
    const kind = items.find((item) => item.id === id)?.kind;
    const siblings = items.filter((item) => item.parent === parent && (!isBruno || item.kind === kind));
    const numbers = new Map([
      ...requests.map(({ id, request }) => [id, request.info?.seq] as const),
      ...folders.map(({ id, seq }) => [id, seq] as const),
    ]);
    const order = siblings.map((item) => ({ id: item.id, name: item.name, seq: numbers.get(item.id) }));
    return { order, isBruno, kind };
  }
  return {
    'collection.rename': async ({ id, name }) => ({ id: await edit.rename(id, name) }),
    async 'collection.duplicate'({ id }) {
      const { items } = await require();
      const { name = path.basename(id), parent = '' } = items.find((item) => item.id === id) ?? {};
      const { order, isBruno } = await neighboursOf(id, parent);
      return { id: await edit.duplicate(id, `${name} copy`, { order, numbersAll: isBruno }) };
    },
    'collection.remove': async ({ id }) => ({ token: await edit.remove(id) }),
    async 'collection.restore'({ token }) {
      await edit.restore(token);
      await secrets.restoreEnvironment(root, token);
      await values.restoreEnvironment(root, token);
      return {};
    },
    'collection.deleted': async () => ({ entries: await edit.deleted() }),
    async 'collection.purge'({ tokens }) {
      for (const token of tokens) await edit.purge(token);
      return {};
    },
    async 'collection.move'({ id, parent, before }) {
      const { order, isBruno, kind } = await neighboursOf(id, parent);
      // Bruno gives each of them a number.
      const isAfterAll = isBruno && kind === 'folder' && !order.some((item) => item.id === before);
      const target = { parent, before: isAfterAll ? null : before, order, numbersAll: isBruno };
      return { id: await edit.move(id, target) };
    },
  };
}
