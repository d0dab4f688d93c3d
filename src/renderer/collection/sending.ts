/** Sends the open request with its edits, saved or not. */
import { isSameJson } from '../ui/same-json.ts';
import { draftParent, isUntitled, parentOf, type OpenItem, type OpenRequest } from './tabs/open-item.ts';
import { foldersDownTo } from './tree/folders-above.ts';
import type { SendingSlice } from './request-state.ts';
import { changeItem, type StoreParts } from './store-parts.ts';
import { unresolvedNames } from './unresolved-names.ts';
import { unsavedEdits } from './drafts/unsaved-edits.ts';

export function createSending(parts: StoreParts): SendingSlice {
  const { client, runs, set, get } = parts;
  return {
    unsavedEdits: (ids) => unsavedEdits(parts, ids),
    unresolved: null,
    answerUnresolved: () => set({ unresolved: null }),
    async forgetTokens() {
      await client.call('tokens.forget', {});
    },
    async send({ ignoreUnresolved = false, debugged = false } = {}) {
      // A collection that is still being read decides the environment.
      await Promise.all([parts.shown, parts.loaded]);
      const active = get().active();
      if (active?.kind !== 'request') return;
      const { id, edited } = active;
      const { environment } = get();
      const names = unresolvedNames(edited, get().variables);
      if (!ignoreUnresolved && names.length > 0 && !isSameJson(names, active.accepted))
        return set({ unresolved: { id, names, debugged } });
      changeItem(parts, id, (item) => ({ ...item, accepted: names }) as OpenItem);
      const file = isUntitled(id) ? null : id;
      const unsavedOfFolders = await unsavedEdits(parts, foldersDownTo(parentOf(active)));
      let current = '';
      // Saving an untitled request while it is sent changes its id, so the response is assigned to the tab of this run.
      const ofRun = (make: (item: OpenRequest) => OpenRequest) =>
        set(({ open }) => ({
          open: open.map((item) => (item.kind === 'request' && item.run === current ? make(item) : item)),
        }));
      const result = await runs.getState().follow(
        `request ${id}`,
        (runId, signal) => {
          current = runId;
          changeItem(parts, id, (item) => ({ ...item, run: runId }) as OpenItem);
          set({ shownExample: undefined });
          return client.call(
            'collection.send',
            { runId, id: file, ...draftParent(active), request: edited, environment, unsaved: unsavedOfFolders },
            signal,
          );
        },
        { debugged },
      );
      if (!result) return;
      ofRun((item) => {
        const { response: _before, ...rest } = item;
        return result.response ? { ...rest, response: result.response } : rest;
      });
      await get().loadVariables();
    },
  };
}
