/** Open scripts and what is typed into them. What is not saved yet is kept by the host too. */
import { createStore } from 'zustand';
import type { HostClient, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import { isErrorCode } from '../../contract/errors.ts';

export interface OpenScript {
  path: string;
  content: string;
  /** What is on disk as far as we know, and its version. */
  saved: string;
  version: string;
}

export interface ScriptStore {
  root: string;
  open: OpenScript[];
  activePath: string | undefined;
  /** A save that was refused because the file has changed on disk. */
  conflict: string | undefined;
  /** Where the editor goes next. */
  place: { path: string; line: number } | undefined;
  active(): OpenScript | undefined;
  /** What is typed into scripts and not saved, open or not. */
  unsaved(): { path: string; content: string }[];
  /** @param line the editor goes there */
  openScript(path: string, line?: number): Promise<void>;
  /** Creates a script and opens it. @throws when the name is taken, or is no file name */
  create(name: string): Promise<void>;
  close(path: string): void;
  /** Puts a tab before another, or last. */
  moveTab(path: string, before: string | null): void;
  /** Goes back to the files. @returns brings back what was typed */
  discard(...paths: string[]): () => Promise<void>;
  edit(path: string, content: string): void;
  /** @param overwrite also when the file was changed by another program */
  save(overwrite?: boolean): Promise<void>;
  /** Takes what is on disk, and lets go of what was typed. */
  reload(): Promise<void>;
  cancelConflict(): void;
  openWorkspace(folder: string): Promise<void>;
  /** Opens the sample workspace. */
  openExample(): Promise<void>;
  /** Asks for a folder in the system's dialog and opens it; nothing changes when it is cancelled. */
  chooseWorkspace(): Promise<void>;
}

/** The source of a program: it is edited like a script, and is called by one rather than run itself. */
export const isProgramSource = ({ path }: OpenScript) => !path.startsWith('scripts/');

export const isChanged = (script: OpenScript) => script.content !== script.saved;

interface Draft {
  content: string;
  version: string;
}
const draftKey = (root: string, path: string) => `outrigger.draft ${root} ${path}`;

export function createScriptStore(client: HostClient, workspace: WorkspaceInfo, drafts: Drafts) {
  const store = createStore<ScriptStore>()((set, get) => {
    const change = (path: string, changes: Partial<OpenScript>) =>
      set((state) => ({
        open: state.open.map((script) => (script.path === path ? { ...script, ...changes } : script)),
      }));
    const forget = (path: string) => drafts.removeItem(draftKey(get().root, path));
    const storeDraft = (script: OpenScript) => {
      const { path, content, version } = script;
      if (!isChanged(script)) return forget(path);
      drafts.setItem(draftKey(get().root, path), JSON.stringify({ content, version } satisfies Draft));
    };

    return {
      root: workspace.root,
      open: [],
      activePath: undefined,
      conflict: undefined,
      place: undefined,
      active: () => get().open.find(({ path }) => path === get().activePath),
      unsaved() {
        const start = draftKey(get().root, '');
        return drafts.names().flatMap((name) => {
          const draft = name.startsWith(start) ? readDraft(drafts.getItem(name)) : undefined;
          return draft ? [{ path: name.slice(start.length), content: draft.content }] : [];
        });
      },
      async openScript(path, line) {
        if (!get().open.some((script) => script.path === path)) {
          const { content, version } = await client.call('workspace.readScript', { path });
          const draft = readDraft(drafts.getItem(draftKey(get().root, path)));
          const isNew = draft !== undefined && draft.content !== content;
          // The draft keeps the version it was made from: saving over a newer file then asks.
          const script = { path, saved: content, ...(isNew ? draft : { content, version }) };
          set((state) => (state.open.some((one) => one.path === path) ? {} : { open: [...state.open, script] }));
        }
        set({ activePath: path, ...(line === undefined ? {} : { place: { path, line } }) });
      },
      async create(name) {
        const { path } = await client.call('workspace.createScript', { name });
        await get().openScript(path);
      },
      close(path) {
        // An unsaved text stays as a draft: opening the script again brings it back.
        const { open, activePath } = get();
        const index = open.findIndex((script) => script.path === path);
        const rest = open.filter((script) => script.path !== path);
        const next = rest[Math.min(index, rest.length - 1)]?.path;
        set({ open: rest, activePath: activePath === path ? next : activePath });
      },
      moveTab(path, before) {
        const { open } = get();
        const moved = open.filter((script) => script.path === path);
        const others = open.filter((script) => script.path !== path);
        const at = others.findIndex((script) => script.path === before);
        const index = at < 0 ? others.length : at;
        if (path !== before) set({ open: [...others.slice(0, index), ...moved, ...others.slice(index)] });
      },
      discard(...paths) {
        const stored = paths.flatMap((path) => {
          const key = draftKey(get().root, path);
          const text = drafts.getItem(key);
          return text === null ? [] : [{ path, key, text }];
        });
        for (const { path } of stored) {
          const script = get().open.find((one) => one.path === path);
          if (script) change(path, { content: script.saved });
          forget(path);
        }
        return async () => {
          for (const { path, key, text } of stored) {
            drafts.setItem(key, text);
            if (get().open.some((one) => one.path === path)) change(path, { ...readDraft(text) });
            else await get().openScript(path);
          }
        };
      },
      edit(path, content) {
        const script = get().open.find((one) => one.path === path);
        if (!script || script.content === content) return;
        change(path, { content });
        storeDraft({ ...script, content });
      },
      async save(overwrite = false) {
        const script = get().active();
        if (!script) return;
        const { path, content, version } = script;
        try {
          const expected = overwrite ? {} : { version };
          const written = await client.call('workspace.writeScript', { path, content, ...expected });
          change(path, { saved: content, version: written.version });
          set({ conflict: undefined });
          const script = get().open.find((one) => one.path === path);
          // What was typed while the file was written is a draft of the new version.
          if (script) storeDraft(script);
        } catch (error) {
          if (!hasCode(error, 'FileChangedOnDisk')) throw error;
          set({ conflict: path });
        }
      },
      async reload() {
        const path = get().conflict;
        if (path === undefined) return;
        const { content, version } = await client.call('workspace.readScript', { path });
        change(path, { content, saved: content, version });
        forget(path);
        set({ conflict: undefined });
      },
      cancelConflict: () => set({ conflict: undefined }),
      openWorkspace: (folder) => show(() => client.call('workspace.open', { path: folder })),
      openExample: () => show(() => client.call('workspace.openExample', {})),
      async chooseWorkspace() {
        const { path } = await client.call('workspace.chooseFolder', {});
        if (path !== null) await get().openWorkspace(path);
      },
    };

    /** Shows another workspace, with the drafts that were made in it. */
    async function show(open: () => Promise<WorkspaceInfo>): Promise<void> {
      await drafts.flush();
      const opened = await open();
      await drafts.reload();
      set({ root: opened.root, open: [], activePath: undefined, conflict: undefined });
      const first = opened.scripts[0];
      if (first) await get().openScript(first.path);
    }
  });
  // What another program has written is taken over where nothing was typed; else saving asks.
  client.on('workspace.changed', ({ root }) => {
    if (root !== store.getState().root) return;
    for (const { path } of store.getState().open) {
      client
        .call('workspace.readScript', { path })
        .then(({ content, version }) =>
          store.setState((state) => ({
            open: state.open.map((script) =>
              script.path !== path || isChanged(script) || script.version === version
                ? script
                : { path, content, saved: content, version },
            ),
          })),
        )
        .catch(() => undefined);
    }
  });
  return store;
}

function hasCode(error: unknown, code: string): boolean {
  const errorCode = (error as { code?: unknown }).code;
  return isErrorCode(errorCode) && errorCode === code;
}

function readDraft(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? '') as Partial<Draft>;
    const { content, version } = draft;
    return typeof content === 'string' && typeof version === 'string' ? { content, version } : undefined;
  } catch {
    return undefined;
  }
}
