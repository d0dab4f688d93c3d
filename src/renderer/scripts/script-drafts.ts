/** Unsaved edits of scripts, by workspace and path. The host stores them, too. */
import { draftNames, pathAfter } from '../host/draft-names.ts';
import type { Drafts } from '../host/drafts.ts';

interface ScriptDraft {
  content: string;
  /** The version of the file that the edits are based on. */
  version: string;
}
interface EditedScript extends ScriptDraft {
  path: string;
  saved: string;
}

export interface ScriptDrafts {
  read(path: string): ScriptDraft | undefined;
  /** Stores edits; a text that equals the file has no draft. */
  store(script: EditedScript): void;
  remove(path: string): void;
  /** @returns the paths of all scripts with a draft, and their texts */
  list(): { path: string; content: string }[];
  /** @returns the stored text, for `restore` */
  raw(path: string): string | null;
  restore(path: string, text: string): ScriptDraft | undefined;
  parse(text: string): ScriptDraft | undefined;
  /** The path of a script by the name of its draft; undefined for drafts of others. */
  pathOf(name: string): string | undefined;
}

/** @param root the folder of the workspace that is shown now */
export function createScriptDrafts(drafts: Drafts, root: () => string): ScriptDrafts {
  const pathOf = (name: string) => pathAfter(keyOf(''), name);
  const keyOf = (path: string) => draftNames.script(root()) + path;
  const remove = (path: string) => drafts.removeItem(keyOf(path));
  return {
    read: (path) => parseDraft(drafts.getItem(keyOf(path))),
    store({ path, content, saved, version }) {
      if (content === saved) return remove(path);
      drafts.setItem(keyOf(path), JSON.stringify({ content, version } satisfies ScriptDraft));
    },
    remove,
    list() {
      return drafts.names().flatMap((name) => {
        const path = pathOf(name);
        const draft = path === undefined ? undefined : parseDraft(drafts.getItem(name));
        return path !== undefined && draft ? [{ path, content: draft.content }] : [];
      });
    },
    raw: (path) => drafts.getItem(keyOf(path)),
    restore(path, text) {
      drafts.setItem(keyOf(path), text);
      return parseDraft(text);
    },
    parse: parseDraft,
    pathOf,
  };
}

function parseDraft(text: string | null): ScriptDraft | undefined {
  try {
    const { content, version } = JSON.parse(text ?? '') as Partial<ScriptDraft>;
    return typeof content === 'string' && typeof version === 'string' ? { content, version } : undefined;
  } catch {
    return undefined;
  }
}
