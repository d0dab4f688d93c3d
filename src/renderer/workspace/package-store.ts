/** Adding npm packages to the workspace. */
import { createStore } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';

/** The limit of npm's output in characters: the last ones are shown. */
const MAX_OUTPUT_LENGTH = 20_000;

export interface PackageStore {
  /** The output of npm for the current or last package. */
  output: string;
  adding: boolean;
  /** @returns its name and version. @throws the host's error; Cancelled after `stop` */
  add(name: string): Promise<string>;
  stop(): void;
}

export function createPackageStore(client: HostClient) {
  let runningCall: AbortController | undefined;
  const store = createStore<PackageStore>()((set) => ({
    output: '',
    adding: false,
    async add(name) {
      const { signal } = (runningCall = new AbortController());
      set({ output: '', adding: true });
      try {
        return (await client.call('packages.add', { name }, signal)).key;
      } finally {
        set({ adding: false });
      }
    },
    stop: () => runningCall?.abort(),
  }));
  client.on('packages.output', ({ text }) => {
    store.setState(({ adding, output }) => (adding ? { output: (output + text).slice(-MAX_OUTPUT_LENGTH) } : {}));
  });
  return store;
}
