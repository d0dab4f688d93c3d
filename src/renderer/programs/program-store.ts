import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { AppStore } from '../context/app-store.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import type { Interpreter, JarMethod, TrustedProgram } from '../../contract/scripts/programs.ts';

export interface ProgramStore {
  interpreters: Interpreter[] | undefined;
  trusted: TrustedProgram[];
  /** The methods of the jars that were read, by the path of the jar. */
  jarMethods: Record<string, JarMethod[]>;
  /** The program in the form, relative to the directory. */
  selected: string | undefined;
  load(): Promise<void>;
  checkAgain(): Promise<void>;
  untrust(id: string): Promise<void>;
  select(path: string | undefined): Promise<void>;
  /**
   * Creates a program from the template of a language and selects it.
   * @param extension of the language, with its dot
   * @returns its path relative to the workspace; null when the directory is outside of it
   * @throws when the name is taken or invalid
   */
  create(name: string, extension: string): Promise<string | null>;
  /** @param path null: the default, the folder `programs` of the workspace */
  setDirectory(path: string | null): Promise<void>;
  /** Whether the directory is typed into a dialog, because the host has none of its own. */
  isTypingDirectory: boolean;
  /** Asks for the directory, in the system's dialog or in one where it is typed. Has no effect when it is cancelled. */
  changeDirectory(): Promise<void>;
  closeDirectoryDialog(): void;
  /** Shows the directory in the system's file manager. */
  showDirectory(): Promise<void>;
  /** Methods of a jar; empty when it cannot be read. */
  methodsOf(jar: string): Promise<JarMethod[]>;
}

export function createProgramStore(
  client: HostClient,
  app: StoreApi<AppStore>,
  workspace: ShownWorkspace,
): StoreApi<ProgramStore> {
  const trustReads = workspace.latestCall();
  const searches = workspace.latestCall();
  const showTrusted = (reply: Promise<TrustedProgram[]>) =>
    trustReads.show(reply, (trusted) => store.setState({ trusted }));
  const showInterpreters = (again: boolean) =>
    searches.show(client.call('programs.interpreters', { again }), (interpreters) => store.setState({ interpreters }));
  const store = createStore<ProgramStore>()((set, get) => ({
    interpreters: undefined,
    trusted: [],
    jarMethods: {},
    selected: undefined,
    async load() {
      await showTrusted(client.call('programs.trusted', {}));
      await showInterpreters(false);
    },
    async checkAgain() {
      set({ interpreters: undefined });
      await showInterpreters(true);
    },
    untrust: (id) => showTrusted(client.call('programs.untrust', { id })),
    async select(path) {
      set({ selected: path });
      if (!path?.toLowerCase().endsWith('.jar') || get().jarMethods[path]) return;
      const root = workspace.root();
      const methods = await client.call('programs.jarMethods', { path });
      if (workspace.root() !== root) return;
      set((state) => ({ jarMethods: { ...state.jarMethods, [path]: methods } }));
    },
    async create(name, extension) {
      const { path, source } = await client.call('programs.create', { name, extension });
      await get().select(path);
      return source;
    },
    ...createDirectory(client, app, { set, get }),
    methodsOf: (path) => client.call('programs.jarMethods', { path }).catch(() => []),
  }));
  workspace.empty(store);
  return store;
}

type DirectoryActions =
  | 'isTypingDirectory'
  | 'setDirectory'
  | 'changeDirectory'
  | 'closeDirectoryDialog'
  | 'showDirectory';

/** The directory of the programs. */
function createDirectory(
  client: HostClient,
  app: StoreApi<AppStore>,
  { set, get }: { set: StoreApi<ProgramStore>['setState']; get: StoreApi<ProgramStore>['getState'] },
): Pick<ProgramStore, DirectoryActions> {
  return {
    isTypingDirectory: false,
    async setDirectory(path) {
      await client.call('programs.setDirectory', { path });
      set({ selected: undefined, jarMethods: {} });
    },
    async changeDirectory() {
      if (!app.getState().capabilities.folderDialog) return set({ isTypingDirectory: true });
      const { path } = await client.call('workspace.chooseFolder', {});
      if (path !== null) await get().setDirectory(path);
    },
    closeDirectoryDialog: () => set({ isTypingDirectory: false }),
    async showDirectory() {
      await client.call('programs.showDirectory', {});
    },
  };
}
