/** The secrets with which `outrigger listen` checks signatures. They are never arguments of the command. */
import { Option, type Command } from 'commander';
import { codedError, toFailure } from '../../contract/errors.ts';
import { MAX_SECRETS } from '../../contract/webhooks/signature-schemes.ts';
import { nearestName } from '../../core/platform/nearest-name.ts';
import type { Provider } from '../../core/providers/provider.ts';
import { collect } from '../parse-values.ts';
import { readSecretLines } from '../secret-options.ts';

export interface SignatureSecretOptions {
  /** Each is `NAME` or `PROVIDER=NAME`. */
  signatureSecretEnv?: string[];
  /** Each is `FILE` or `PROVIDER=FILE`. */
  signatureSecretFile?: string[];
}

export const signatureSecretOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--signature-secret-env <name>',
        'check signatures with the secret in this environment variable; github=NAME: for this provider only; repeatable (default: OUTRIGGER_WEBHOOK_SECRET)',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--signature-secret-file <file>',
        'check signatures with the secrets in the lines of this file; github=FILE: for this provider only; repeatable',
      ).argParser(collect),
    );

/**
 * The secrets of each signing provider, by its id. A secret without a provider applies to all of them.
 * @throws InvalidParams for a missing variable, a provider that does not sign or a secret that it cannot use; FileNotFound
 */
export async function signatureSecretsOf(
  { signatureSecretEnv = [], signatureSecretFile = [] }: SignatureSecretOptions,
  env: NodeJS.ProcessEnv,
  providers: readonly Pick<Provider, 'id' | 'signature'>[],
): Promise<Record<string, string[]>> {
  const schemes = new Map(providers.flatMap(({ id, signature }) => (signature ? [[id, signature]] : [])));
  const ids = [...schemes.keys()];
  const secrets = new Map<string, string[]>();
  const { requireUsable } = await import('../../core/providers/signatures/signatures.ts');
  const add = ({ provider, source }: Source, values: readonly string[]) => {
    for (const id of provider === undefined ? ids : [requireKnown(provider, ids)]) {
      const ofProvider = [...(secrets.get(id) ?? []), ...values];
      secrets.set(id, ofProvider);
      if (ofProvider.length > MAX_SECRETS) {
        throw codedError(
          'InvalidParams',
          `There are more than ${MAX_SECRETS} secrets of ${id}.`,
          'Leave out old ones.',
        );
      }
    }
    // A secret for all providers only has to fit one of them.
    const scheme = provider === undefined ? undefined : schemes.get(provider);
    try {
      if (scheme) requireUsable(scheme, values);
    } catch (error) {
      const { code, message, remedy } = toFailure(error);
      throw codedError(code, `${provider}=${source}: ${message}`, remedy);
    }
  };
  for (const secret of signatureSecretEnv.map(parseSource)) {
    const { source } = secret;
    const value = env[source];
    if (!value) {
      const message = `The environment variable ${source}, named with --signature-secret-env, is not set.`;
      throw codedError('InvalidParams', message, 'Set it to the secret.');
    }
    add(secret, [value]);
  }
  for (const secret of signatureSecretFile.map(parseSource)) add(secret, await readSecretLines(secret.source));
  const isNamed = signatureSecretEnv.length > 0 || signatureSecretFile.length > 0;
  const sharedSecret = env['OUTRIGGER_WEBHOOK_SECRET'];
  if (!isNamed && sharedSecret) add({ provider: undefined, source: '' }, [sharedSecret]);
  return Object.fromEntries(secrets);
}

interface Source {
  provider: string | undefined;
  /** The name of a variable or a file. */
  source: string;
}
function parseSource(text: string): Source {
  const [, provider, source = text] = /^([a-z\d][a-z\d-]*)=(.+)$/s.exec(text) ?? [];
  return { provider, source };
}

function requireKnown(provider: string, ids: readonly string[]): string {
  if (ids.includes(provider)) return provider;
  const suggestion = nearestName(provider, ids);
  const remedy = suggestion === undefined ? `Providers that sign: ${ids.join(', ')}.` : `Did you mean "${suggestion}"?`;
  throw codedError('InvalidParams', `There is no provider "${provider}" that signs.`, remedy);
}
