/**
 * Secrets, each with its owner: an environment of a workspace, or another purpose of it. They are stored outside of
 * every workspace, in a file that only this user can read, encrypted where the host has a key.
 */
import * as z from 'zod';
import { codedError } from '../../../contract/errors.ts';
import { entriesOf, environmentEntries, removeEntries } from './environment-entries.ts';
import { renameEntries, restoreEntries, withEntries } from './environment-entries.ts';
import { openJsonStore } from '../json/json-store.ts';
import { ownValue } from '../json/own-value.ts';
import { secretTexts } from './secret-texts.ts';

/** The system's own encryption, where the host provides it. */
export interface Cipher {
  encrypt(text: string): Promise<string>;
  decrypt(text: string): Promise<string>;
}

/** `vault` contains the secrets that scripts store with `pm.vault`. */
type Purpose = 'vault' | 'account' | 'listener' | 'signatures' | 'tokens' | 'connection' | 'queue';
/** `workspace` is the real path of its folder. */
export type SecretOwner = { workspace: string } & ({ environment: string } | { purpose: Purpose });

export interface OwnedSecrets {
  /** @throws SecretUnreadable when another host has encrypted it */
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  unset(name: string): Promise<void>;
  clear(): Promise<void>;
}

export interface SecretStore {
  of(owner: SecretOwner): OwnedSecrets;
  renameEnvironment(workspace: string, from: string, to: string): Promise<void>;
  /** @param token the trash's token of the environment's file; the secrets are stored as long as that file */
  removeEnvironment(workspace: string, environment: string, token: string): Promise<void>;
  /** Undoes a removal; a token of another deletion has no effect. */
  restoreEnvironment(workspace: string, token: string): Promise<void>;
  /** The form of a value for another file of the user's folder: encrypted where the host can encrypt. */
  seal(value: string): Promise<string>;
  /** Undefined when another host has encrypted it. */
  unseal(text: string): Promise<string | undefined>;
  /** Values that must not be stored or printed; the same array until a secret changes. */
  valuesToMask(workspace: string): Promise<string[]>;
  /** Whether scripts of the workspace may use its vault; the person is asked once. */
  scriptsAllowed(workspace: string): Promise<boolean>;
  allowScripts(workspace: string): Promise<void>;
  /** Takes the permission back; the secrets are kept. */
  forbidScripts(workspace: string): Promise<void>;
}

const secretsByName = z.record(z.string(), z.string()).default({});
const workspaceSecrets = z.object({
  scriptsAllowed: z.boolean().default(false),
  ...environmentEntries(z.string()),
  vault: secretsByName,
  account: secretsByName,
  listener: secretsByName,
  /** The signing secrets by provider; several of one provider are on separate lines. */
  signatures: secretsByName,
  tokens: secretsByName,
  connection: secretsByName,
  queue: secretsByName,
});
type WorkspaceSecrets = z.output<typeof workspaceSecrets>;
const schema = z.object({ workspaces: z.record(z.string(), workspaceSecrets).default({}) });

const SEALED = 'sealed:';
const PLAIN = 'plain:';

export async function openSecretStore(
  file: string,
  onNotice: (text: string) => void,
  cipher?: Cipher,
): Promise<SecretStore> {
  const store = await openJsonStore({ file, schema: () => schema, initial: { workspaces: {} }, onNotice });
  const ofWorkspace = ({ workspaces }: z.output<typeof schema>, workspace: string): WorkspaceSecrets =>
    ownValue(workspaces, workspace) ?? workspaceSecrets.parse({});
  const read = async (workspace: string) => ofWorkspace(await store.refresh(), workspace);
  const update = (workspace: string, change: (secrets: WorkspaceSecrets) => WorkspaceSecrets) =>
    store.update((all) => ({
      workspaces: { ...all.workspaces, [workspace]: change(ofWorkspace(all, workspace)) },
    }));
  const sealer = createSealer(cipher);
  /** Decrypted values, cached because a keyring is slow. */
  const valuesCache = new WeakMap<WorkspaceSecrets, Promise<string[]>>();

  return {
    of(owner) {
      const { workspace } = owner;
      const change = (changeSecrets: (secrets: Record<string, string>) => Record<string, string>) =>
        update(workspace, (all) => withSecrets(all, owner, changeSecrets(secretsOf(all, owner))));
      return {
        async get(name) {
          const text = ownValue(secretsOf(await read(workspace), owner), name);
          return text === undefined ? undefined : sealer.open(name, text);
        },
        async set(name, value) {
          const text = await sealer.seal(value);
          await change((secrets) => ({ ...secrets, [name]: text }));
        },
        unset: (name) => change(({ [name]: _removed, ...secrets }) => secrets),
        clear: () => change(() => ({})),
      };
    },
    renameEnvironment: (workspace, from, to) => update(workspace, (all) => renameEntries(all, from, to)),
    removeEnvironment: (workspace, environment, token) =>
      update(workspace, (all) => removeEntries(all, environment, token)),
    restoreEnvironment: (workspace, token) => update(workspace, (all) => restoreEntries(all, token)),
    seal: sealer.seal,
    unseal: (text) => sealer.open('of a script', text).catch(() => undefined),
    async valuesToMask(workspace) {
      const all = await read(workspace);
      const values = valuesCache.get(all) ?? sensitiveValues(all, sealer);
      valuesCache.set(all, values);
      return values;
    },
    scriptsAllowed: async (workspace) => (await read(workspace)).scriptsAllowed,
    allowScripts: (workspace) => update(workspace, (all) => ({ ...all, scriptsAllowed: true })),
    forbidScripts: (workspace) => update(workspace, (all) => ({ ...all, scriptsAllowed: false })),
  };
}

interface SecretSealer {
  /** The form of a secret in the file: encrypted where the host can encrypt. */
  seal(value: string): Promise<string>;
  /** @throws SecretUnreadable when another host has encrypted it */
  open(name: string, text: string): Promise<string>;
}

function createSealer(cipher: Cipher | undefined): SecretSealer {
  return {
    seal: async (value) => (cipher ? SEALED + (await cipher.encrypt(value)) : PLAIN + value),
    async open(name, text) {
      if (text.startsWith(PLAIN)) return text.slice(PLAIN.length);
      if (!cipher) {
        const message = `The secret ${name} was encrypted by the desktop application and cannot be read here.`;
        throw codedError('SecretUnreadable', message);
      }
      return cipher.decrypt(text.slice(SEALED.length));
    },
  };
}

/**
 * The readable secrets, and secret values inside of them. A secret that cannot be read here cannot be sent from here
 * either.
 */
async function sensitiveValues(all: WorkspaceSecrets, { open }: SecretSealer): Promise<string[]> {
  const { environments, vault, account, listener, signatures, tokens, connection, queue } = all;
  const openAll = async (groups: Record<string, string>[]) => {
    const entries = groups.flatMap(Object.entries<string>);
    const results = await Promise.allSettled(entries.map(([name, text]) => open(name, text)));
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  };
  const plainValues = await openAll([...Object.values(environments), vault, account, listener, queue]);
  const signing = (await openAll([signatures])).flatMap((text) => text.split('\n'));
  const json = await openAll([tokens, connection]);
  return [...plainValues, ...signing, ...json.flatMap(secretTexts)];
}

function secretsOf(all: WorkspaceSecrets, owner: SecretOwner): Record<string, string> {
  return 'purpose' in owner ? all[owner.purpose] : (entriesOf(all, owner.environment) ?? {});
}
function withSecrets(all: WorkspaceSecrets, owner: SecretOwner, secrets: Record<string, string>): WorkspaceSecrets {
  return 'purpose' in owner ? { ...all, [owner.purpose]: secrets } : withEntries(all, owner.environment, secrets);
}
