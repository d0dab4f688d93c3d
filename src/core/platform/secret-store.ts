/**
 * Secrets by workspace, outside of every workspace: in a file that only this user can read, encrypted where the host
 * has a key for it (architecture, "Data").
 */
import * as z from 'zod';
import { codedError } from '../../contract/errors.ts';
import { openJsonFile } from './json-file.ts';

/** The system's own encryption, where the host has one. */
export interface Cipher {
  encrypt(text: string): Promise<string>;
  decrypt(text: string): Promise<string>;
}
export interface SecretStore {
  get(workspace: string, name: string): Promise<string | undefined>;
  set(workspace: string, name: string, value: string): Promise<void>;
  unset(workspace: string, name: string): Promise<void>;
  names(workspace: string): string[];
  /** Every value that can be read here, of the owners whose names hold the text. */
  valuesOf(owner: string): Promise<string[]>;
  /** Grows with each change. */
  version(): number;
  /** Whether scripts of the workspace may use its secrets: asked once. */
  scriptsAllowed(workspace: string): boolean;
  allowScripts(workspace: string): Promise<void>;
}

const schema = z.object({
  workspaces: z.record(z.string(), z.object({ scripts: z.boolean(), secrets: z.record(z.string(), z.string()) })),
});
const SEALED = 'sealed:';
const PLAIN = 'plain:';

export async function openSecretStore(
  file: string,
  onNotice: (text: string) => void,
  cipher?: Cipher,
): Promise<SecretStore> {
  const stored = await openJsonFile({ file, schema, initial: { workspaces: {} }, onNotice });
  const of = (workspace: string) => stored.get().workspaces[workspace] ?? { scripts: false, secrets: {} };
  // One after the other: two changes at once must not lose one.
  let turn: Promise<unknown> = Promise.resolve();
  let version = 0;
  type Entry = ReturnType<typeof of>;
  const change = (workspace: string, make: (entry: Entry) => Entry): Promise<void> => {
    const done = turn.then(() => {
      version += 1;
      return stored.set({ workspaces: { ...stored.get().workspaces, [workspace]: make(of(workspace)) } });
    });
    turn = done.catch(() => undefined);
    return done;
  };
  async function get(workspace: string, name: string): Promise<string | undefined> {
    const { secrets } = of(workspace);
    const text = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (text === undefined) return undefined;
    if (text.startsWith(PLAIN)) return text.slice(PLAIN.length);
    if (!cipher) {
      const message = `The secret ${name} was encrypted by the desktop application and cannot be read here.`;
      throw codedError('SecretUnreadable', message);
    }
    return cipher.decrypt(text.slice(SEALED.length));
  }
  return {
    get,
    async valuesOf(owner) {
      const places = Object.entries(stored.get().workspaces)
        .filter(([name]) => name.includes(owner))
        .flatMap(([name, { secrets }]) => Object.keys(secrets).map((secret) => [name, secret] as const));
      // What cannot be read here cannot have been used here.
      const values = await Promise.all(places.map(([name, secret]) => get(name, secret).catch(() => undefined)));
      return values.filter((value) => value !== undefined);
    },
    version: () => version,
    async set(workspace, name, value) {
      const text = cipher ? SEALED + (await cipher.encrypt(value)) : PLAIN + value;
      await change(workspace, ({ scripts, secrets }) => ({ scripts, secrets: { ...secrets, [name]: text } }));
    },
    unset: (workspace, name) =>
      change(workspace, ({ scripts, secrets: { [name]: _gone, ...secrets } }) => ({ scripts, secrets })),
    names: (workspace) => Object.keys(of(workspace).secrets).sort(),
    scriptsAllowed: (workspace) => of(workspace).scripts,
    allowScripts: (workspace) => change(workspace, ({ secrets }) => ({ scripts: true, secrets })),
  };
}
