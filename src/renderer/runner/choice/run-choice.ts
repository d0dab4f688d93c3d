/** The selection and the order of the runner's requests, stored for the workspace. */
import type { TreeItem } from '../../../contract/collection/collection.ts';
import type { Drafts } from '../../host/drafts.ts';
import { textsIn } from '../../host/stored-fields.ts';
import { movedId } from '../../collection/item-path.ts';
import { withTags } from './run-tags.ts';
import { inRunOrder, movedBefore, movedBy, requestsOf } from './run-order.ts';
import type { RunnerAccess, RunnerStore } from '../runner-state.ts';

type RunChoice = Pick<RunnerStore, 'selected' | 'selectsAll' | 'order'>;
type ChoiceActions = Pick<RunnerStore, 'check' | 'choose' | 'moveBy' | 'moveBefore' | 'followMoved' | 'toRun'>;
type Items = () => readonly TreeItem[];

interface StoredChoice {
  read(): RunChoice;
  write(choice: RunChoice): void;
}

/** @param root the folder of the workspace that is open now */
export function createStoredChoice(drafts: Drafts, root: () => string): StoredChoice {
  const draftName = () => `runner ${root()}`;
  return {
    read: () => parseRunChoice(drafts.getItem(draftName())),
    write({ selected, selectsAll, order }) {
      drafts.setItem(draftName(), JSON.stringify({ ...(selectsAll ? {} : { selected: [...selected] }), order }));
    },
  };
}

/**
 * @param items of the collection, folders before what is in them
 * @param taggedItems the same with the tags of unsaved changes
 */
export function createRunChoice(
  { set, get }: RunnerAccess,
  { stored, items, taggedItems }: { stored: StoredChoice; items: Items; taggedItems: Items },
): RunChoice & ChoiceActions {
  const change = (changed: Partial<RunChoice>) => {
    set(changed);
    stored.write(get());
  };
  return {
    ...withAllItems(stored.read(), items),
    check(id, checked) {
      const selected = new Set(get().selected);
      for (const request of requestsOf(items(), id)) {
        if (checked) selected.add(request);
        else selected.delete(request);
      }
      const selectsAll = requestsOf(items(), '').every((request) => selected.has(request));
      change({ selected, selectsAll });
    },
    choose: (id) => change({ selected: new Set(requestsOf(items(), id)), selectsAll: false }),
    moveBy: (id, step) => change({ order: movedBy(items(), get().order, id, step) }),
    moveBefore: (id, before) => change({ order: movedBefore(items(), get().order, id, before) }),
    followMoved: (moved) => change(withMovedIds(get(), moved)),
    toRun({ savedFiles = get().plan.savedFiles } = {}) {
      const { order, selected, plan } = get();
      const ids = inRunOrder(items(), order).map(({ id }) => id);
      return withTags(savedFiles ? items() : taggedItems(), ids, plan).filter((id) => selected.has(id));
    },
  };
}

/** The choice after a request or folder was renamed or moved: it stays checked, and in its place. */
function withMovedIds(choice: RunChoice, moved: { from: string; to: string }): RunChoice {
  const here = (id: string) => movedId(id, moved);
  return {
    ...choice,
    selected: new Set([...choice.selected].map(here)),
    order: Object.fromEntries(Object.entries(choice.order).map(([folder, ids]) => [here(folder), ids.map(here)])),
  };
}

/** Checks requests that were added to the collection, if all requests are to be checked. */
export function withAllItems<T extends Pick<RunChoice, 'selected' | 'selectsAll'>>(choice: T, items: Items): T {
  return choice.selectsAll ? { ...choice, selected: new Set(requestsOf(items(), '')) } : choice;
}

/** An older version of Outrigger may have written it. */
function parseRunChoice(text: string | null): RunChoice {
  try {
    const { selected, order } = JSON.parse(text ?? '{}') as { selected?: unknown; order?: unknown };
    const orders = Object.entries(typeof order === 'object' && order !== null ? order : {});
    return {
      selected: new Set(textsIn(selected)),
      selectsAll: selected === undefined,
      order: Object.fromEntries(orders.map(([folder, ids]) => [folder, textsIn(ids)])),
    };
  } catch {
    return { selected: new Set(), selectsAll: true, order: {} };
  }
}
