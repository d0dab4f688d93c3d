/** The webhook providers of a workspace, with the secrets by which they sign. */
import { codedError } from '../../../contract/errors.ts';
import type { ReplaySignature, SignatureSource } from '../../../contract/webhooks/forwarding-calls.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { ProviderList } from '../../../contract/webhooks/webhook-provider-calls.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { Events } from '../../platform/events.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';
import type { WorkspaceProviders as ProviderFiles } from '../../providers/definition/provider-files.ts';
import { describeProviders, type ProviderDescription } from '../../providers/provider-descriptions.ts';
import type { ReaderConfiguration } from '../../providers/webhook-reader.ts';

export interface WorkspaceProviders {
  api: Pick<HostApi, Extract<keyof HostApi, `webhookProviders.${string}`>>;
  /** The providers and secrets in the form in which the store of notifications needs them. */
  readerConfiguration(): Promise<ReaderConfiguration>;
  /**
   * The scheme and the secret for signing anew; for a provider, the first of its stored secrets. @throws InvalidParams
   * without one
   */
  signatureOf(source: SignatureSource): Promise<ReplaySignature>;
  /** Reads the files again. If they have changed, announces that and recognises the latest notifications again. */
  reload(): Promise<void>;
}

export function createWorkspaceProviders(options: {
  /** Real path of the workspace. */
  root: string;
  secrets: Pick<SecretStore, 'of'>;
  events: Pick<Events, 'emit'>;
  notifications: () => Pick<Notifications, 'refreshReader' | 'checkSignatures' | 'recognizeAgain'>;
}): WorkspaceProviders {
  const { root, events, notifications } = options;
  const signingSecrets = createSigningSecrets(options.secrets, root);
  const files = createProviderFiles(root);

  async function list(): Promise<ProviderList> {
    const { providers: workspaceProviders, problems } = await files.current();
    const workspaceIds = new Set(workspaceProviders.map(({ id }) => id));
    const providers = (await files.known()).map(async (provider) =>
      describeProvider(provider, {
        isOwn: workspaceIds.has(provider.id),
        hasSecret: (await signingSecrets.of(provider.id)).length > 0,
      }),
    );
    return { providers: await Promise.all(providers), problems };
  }

  return {
    api: {
      'webhookProviders.list': list,
      async 'webhookProviders.setSecrets'({ id, secrets }) {
        const provider = (await files.known()).find((item) => item.id === id);
        if (!provider?.signature) throw codedError('InvalidParams', `There is no provider "${id}" that signs.`);
        const { requireUsable } = await import('../../providers/signatures/signatures.ts');
        requireUsable(provider.signature, secrets);
        await signingSecrets.set(id, secrets);
        await notifications().refreshReader();
        await notifications().checkSignatures(id);
        return list();
      },
    },
    async readerConfiguration() {
      const signing = (await files.known()).filter(({ signature }) => signature !== null);
      const entries = signing.map(async ({ id }) => [id, await signingSecrets.of(id)] as const);
      return { providers: (await files.current()).providers, secrets: Object.fromEntries(await Promise.all(entries)) };
    },
    async signatureOf(source) {
      if (!('provider' in source)) return source;
      const provider = (await files.known()).find(({ id }) => id === source.provider);
      const [secret] = provider ? await signingSecrets.of(provider.id) : [];
      return replaySignature(provider, secret, source.provider);
    },
    async reload() {
      if (!(await files.reload())) return;
      await notifications().refreshReader();
      events.emit('webhookProviders.changed', await list());
      await notifications().recognizeAgain();
    },
  };
}

interface WorkspaceProviderFiles {
  current(): Promise<ProviderFiles>;
  /** The providers of the application and those of the workspace. */
  known(): Promise<readonly ProviderDescription[]>;
  /** Reads the files again. @returns whether they have changed */
  reload(): Promise<boolean>;
}

/** Lazy, because most runs of the command line receive nothing. @param root real path of the workspace */
function createProviderFiles(root: string): WorkspaceProviderFiles {
  let files: Promise<ProviderFiles> | undefined;
  async function read(): Promise<ProviderFiles> {
    const { readWorkspaceProviders } = await import('../../providers/definition/provider-files.ts');
    return readWorkspaceProviders(root);
  }
  const current = () => (files ??= read());
  return {
    current,
    known: async () => describeProviders((await current()).providers),
    async reload() {
      const previousProviders = await current();
      files = read();
      return JSON.stringify(await files) !== JSON.stringify(previousProviders);
    },
  };
}

const describeProvider = (
  { id, name, documentation, signature }: ProviderDescription,
  state: Pick<ProviderList['providers'][number], 'hasSecret' | 'isOwn'>,
): ProviderList['providers'][number] => ({
  id,
  name,
  documentation,
  scheme: signature?.scheme ?? null,
  ...state,
});

interface SigningSecrets {
  /** The secrets of one provider; none if another host has encrypted them, so that they have to be entered again. */
  of(provider: string): Promise<string[]>;
  set(provider: string, secrets: readonly string[]): Promise<void>;
}

/** @param root real path of the workspace */
function createSigningSecrets(secrets: Pick<SecretStore, 'of'>, root: string): SigningSecrets {
  const stored = secrets.of({ workspace: root, purpose: 'signatures' });
  return {
    async of(provider) {
      const text = await stored.get(provider).catch(() => undefined);
      return text === undefined ? [] : text.split('\n');
    },
    async set(provider, values) {
      if (values.length === 0) await stored.unset(provider);
      else await stored.set(provider, values.join('\n'));
    },
  };
}

/** @throws InvalidParams where the provider does not sign, or has no secret */
function replaySignature(
  provider: ProviderDescription | undefined,
  secret: string | undefined,
  id: string,
): ReplaySignature {
  if (provider?.signature && secret !== undefined) return { scheme: provider.signature, secret };
  throw codedError(
    'InvalidParams',
    `No secret is stored for ${provider?.name ?? `the provider "${id}"`}.`,
    'Enter it under Signatures in the Webhooks view, or give another one.',
  );
}
