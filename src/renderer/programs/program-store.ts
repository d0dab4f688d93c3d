import { createStore } from 'zustand';
import type { HostClient, Interpreter, JarMethod, TrustedProgram } from '../../contract/host-contract.ts';

export interface ProgramStore {
  interpreters: Interpreter[] | undefined;
  trusted: TrustedProgram[];
  /** Of the jars that were looked into, by path. */
  jarMethods: Record<string, JarMethod[]>;
  /** The program in the form, relative to the directory. */
  selected: string | undefined;
  load(): Promise<void>;
  checkAgain(): Promise<void>;
  untrust(id: string): Promise<void>;
  select(path: string | undefined): Promise<void>;
  setDirectory(path: string | null): Promise<void>;
}

export function createProgramStore(client: HostClient) {
  return createStore<ProgramStore>()((set, get) => ({
    interpreters: undefined,
    trusted: [],
    jarMethods: {},
    selected: undefined,
    async load() {
      set({ trusted: await client.call('programs.trusted', {}) });
      set({ interpreters: await client.call('programs.interpreters', { again: false }) });
    },
    async checkAgain() {
      set({ interpreters: undefined });
      set({ interpreters: await client.call('programs.interpreters', { again: true }) });
    },
    untrust: async (id) => set({ trusted: await client.call('programs.untrust', { id }) }),
    async select(path) {
      set({ selected: path });
      if (!path?.toLowerCase().endsWith('.jar') || get().jarMethods[path]) return;
      const methods = await client.call('programs.jarMethods', { path });
      set((state) => ({ jarMethods: { ...state.jarMethods, [path]: methods } }));
    },
    async setDirectory(path) {
      await client.call('programs.setDirectory', { path });
      set({ selected: undefined, jarMethods: {} });
    },
  }));
}
