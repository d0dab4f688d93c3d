/**
 * Calls that read and edit the collection of a session. Sending is in send-request.ts, other programs' files elsewhere.
 */
import type { HostApi } from '../../../contract/host-contract.ts';
import { loadUndici } from '../../http/connections/make-agent.ts';
import { createEditedFilesApi } from './edited-files.ts';
import { createNewItemsApi, ensureCollection } from './new-items.ts';
import { createTreeApi } from './tree-calls.ts';
import { withUnsaved } from './unsaved-edits.ts';
import type { Session } from '../session.ts';
import { inheritedAuth, visibleVariables } from '../variables/visible-variables.ts';
import { createWorkspaceEnvironments } from '../variables/workspace-environments.ts';

/** Calls of the group `collection` that are answered in other files. */
type Elsewhere =
  | `collection.${'search' | 'replace' | 'import' | 'parseCurl' | 'export' | 'codeTargets' | 'code' | 'send'}`
  | `collection.${'example' | 'saveExample' | 'removeExample' | 'restoreExample'}`;
export type CollectionApi = Pick<HostApi, Exclude<Extract<keyof HostApi, `collection.${string}`>, Elsewhere>>;

export function createCollectionApi(session: Session): CollectionApi {
  const { root, collection } = session;
  const { edit, load, loadPart, scopesOf } = collection;
  return {
    async 'collection.get'() {
      const loaded = await load();
      if (!loaded) return { collection: null };
      // A person who views requests will probably send one, which should not wait for this.
      void loadUndici();
      const { name, items, environments, problems } = loaded;
      return {
        collection: {
          name,
          items,
          environments: [...new Set(environments.map((environment) => environment.name))],
          problems,
        },
      };
    },
    ...createNewItemsApi({ edit, root, messagingService: session.services.files.messagingService }),
    ...createTreeApi(collection, root),
    ...createEditedFilesApi(edit, root),
    ...createWorkspaceEnvironments({ root, ...collection, ensureCollection: () => ensureCollection(edit, root) }),
    async 'collection.visible'({ id: itemId, parent, environment, unsaved }) {
      const id = parent ?? itemId;
      const part = await loadPart(id);
      const loaded = part && (await withUnsaved(part, unsaved, edit));
      if (!loaded) return { variables: [], inheritedAuth: null };
      const scopes = await scopesOf(loaded, environment);
      const owner = { workspace: root, collection: loaded.root, environment: environment ?? undefined };
      const current = await collection.values.of(owner);
      return {
        variables: visibleVariables(loaded, { id, environment, scopes, current }),
        inheritedAuth: inheritedAuth(loaded, id, { ofContent: parent !== undefined }),
      };
    },
  };
}
