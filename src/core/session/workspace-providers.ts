/** The providers of webhooks that a workspace knows, and the secrets by which they sign. */
import { codedError } from '../../contract/errors.ts';
import type { ReplaySignature, SignatureSource } from '../../contract/forwarding-calls.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { ProviderList } from '../../contract/webhook-provider-calls.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Events } from '../platform/events.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import type { WorkspaceProviders as ProviderFiles } from '../providers/provider-files.ts';
import type { Provider } from '../providers/provider.ts';
import type { ReaderSettings } from '../providers/webhook-reader.ts';

export interface WorkspaceProviders {
  api: Pick<HostApi, Extract<keyof HostApi, `webhookProviders.${string}`>>;
  /** What the store of the notifications has to know. */
  readerSettings(): Promise<ReaderSettings>;
  /** The scheme and the secret that sign anew; of a provider, the first of its stored secrets. @throws InvalidParams without one */
  signatureOf(source: SignatureSource): Promise<ReplaySignature>;
  /** Reads the files again. When they have changed, tells so and recognises the latest notifications again. */
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
  const stored = options.secrets.of({ workspace: root, purpose: 'signatures' });
  let files: Promise<ProviderFiles> | undefined;
  // Lazy: most runs of the command line receive nothing.
  async function readFiles(): Promise<ProviderFiles> {
    const { readWorkspaceProviders } = await import('../providers/provider-files.ts');
    return readWorkspaceProviders(root);
  }
  const current = () => (files ??= readFiles());
  async function known(): Promise<readonly Provider[]> {
    const { createRecognizer } = await import('../providers/recognize.ts');
    return createRecognizer((await current()).providers).providers;
  }

  /** A secret that another host has encrypted cannot be used here, and is entered anew. */
  async function secretsOf(id: string): Promise<string[]> {
    const text = await stored.get(id).catch(() => undefined);
    return text === undefined ? [] : text.split('\n');
  }
  async function list(): Promise<ProviderList> {
    const { providers: ownProviders, problems } = await current();
    const ownIds = new Set(ownProviders.map(({ id }) => id));
    const providers = (await known()).map(async ({ id, name, documentation, signature }) => ({
      ...{ id, name, documentation },
      scheme: signature?.scheme ?? null,
      hasSecret: (await secretsOf(id)).length > 0,
      isOwn: ownIds.has(id),
    }));
    return { providers: await Promise.all(providers), problems };
  }

  return {
    api: {
      'webhookProviders.list': list,
      async 'webhookProviders.setSecrets'({ id, secrets }) {
        const provider = (await known()).find((one) => one.id === id);
        if (!provider?.signature) throw codedError('InvalidParams', `There is no provider "${id}" that signs.`);
        if (secrets.length === 0) await stored.unset(id);
        else await stored.set(id, secrets.join('\n'));
        await notifications().refreshReader();
        if (secrets.length > 0) await notifications().checkSignatures(id);
        return list();
      },
    },
    async readerSettings() {
      const signing = (await known()).filter(({ signature }) => signature !== null);
      const entries = signing.map(async ({ id }) => [id, await secretsOf(id)] as const);
      return { providers: (await current()).providers, secrets: Object.fromEntries(await Promise.all(entries)) };
    },
    async signatureOf(source) {
      if (!('provider' in source)) return source;
      const provider = (await known()).find(({ id }) => id === source.provider);
      const [secret] = provider ? await secretsOf(provider.id) : [];
      if (provider?.signature && secret !== undefined) return { scheme: provider.signature, secret };
      const message = `No secret is stored for ${provider?.name ?? `the provider "${source.provider}"`}.`;
      throw codedError(
        'InvalidParams',
        message,
        'Enter it under Signatures in the Webhooks view, or give another one.',
      );
    },
    async reload() {
      const former = await current();
      files = readFiles();
      if (JSON.stringify(await files) === JSON.stringify(former)) return;
      await notifications().refreshReader();
      events.emit('webhookProviders.changed', await list());
      await notifications().recognizeAgain();
    },
  };
}
