/** What `outrigger run` was asked to run: which requests, with which values. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import { emptyScopes, type ScopeStates } from '../contract/script-context.ts';
import { nearestName } from '../core/platform/nearest-name.ts';
import { parsePostmanEnvironment } from '../core/interchange/postman.ts';
import { valueOf } from '../core/collection/variable-value.ts';
import { environmentVault } from '../core/guest/vault.ts';
import { readVariables, secretsIn } from './secret-options.ts';
import type { LoadedCollection, LoadedRequest } from '../core/collection/collection-files.ts';

export interface Values {
  scopes: ScopeStates;
  /** Values that no report may show. */
  secrets: string[];
}

/**
 * The chosen environment with what the command line adds; secrets of it come from the environment of the command.
 * @param options.env a name in the collection, or a file with an environment of Postman
 */
export async function scopesOf(
  collection: LoadedCollection | undefined,
  options: { env?: string | undefined; envVar?: Record<string, string> | undefined; envVarFile?: string[] | undefined },
): Promise<Values> {
  const files = await Promise.all((options.envVarFile ?? []).map(readVariables));
  const envVar = [...files, options.envVar ?? {}].reduce((all, some) => ({ ...all, ...some }), {});
  const scopes = emptyScopes();
  const values: Record<string, unknown> = {};
  const secrets = secretsIn(process.env);
  if (options.env !== undefined) {
    const environments = collection?.environments ?? [];
    const named = environments.find(({ name }) => name === options.env);
    const file = !named && /\.json$/i.test(options.env) ? await readEnvironment(options.env) : undefined;
    const chosen = named ?? file?.environment;
    if (!chosen) {
      const names = environments.map(({ name }) => name);
      const near = nearestName(options.env, names);
      const remedy = names.length > 0 ? `There are: ${names.join(', ')}.` : 'This collection has none.';
      const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
      throw codedError('InvalidParams', `There is no environment "${options.env}".${meant}`, remedy);
    }
    scopes.environment.name = chosen.name;
    const vault = environmentVault(process.env);
    for (const variable of chosen.variables ?? []) {
      if (variable.disabled || !variable.name) continue;
      values[variable.name] = 'secret' in variable ? ((await vault.get(variable.name)) ?? '') : valueOf(variable);
      if ('secret' in variable || file?.secretNames.has(variable.name)) {
        secrets.push(String(envVar[variable.name] ?? values[variable.name]));
      }
    }
  }
  scopes.environment.values = { ...values, ...envVar };
  return { scopes, secrets };
}

async function readEnvironment(file: string) {
  const text = await readFile(path.resolve(file), 'utf8').catch((error: unknown) => {
    throw codedError('FileNotFound', `The environment ${file} cannot be read: ${(error as Error).message}`);
  });
  const environment = parsePostmanEnvironment(text, file);
  const { values = [] } = JSON.parse(text.replace(/^\uFEFF/, '')) as { values?: { key?: unknown; type?: unknown }[] };
  return { environment, secretNames: new Set(values.filter(({ type }) => type === 'secret').map(({ key }) => key)) };
}

/** Those of one folder or request, named by its path or its name. @throws InvalidParams */
export function requestsIn(collection: LoadedCollection, folder: string | undefined): LoadedRequest[] {
  if (folder === undefined) {
    if (collection.requests.length > 0) return collection.requests;
    throw codedError('CollectionDamaged', `There is no request in ${collection.root}.`, 'Name a folder that has some.');
  }
  const wanted = folder.split('/').filter(Boolean).join('/');
  const found = collection.requests.filter(({ path: names, id }) => {
    const inside = names.slice(1);
    return (
      id === wanted ||
      id.startsWith(`${wanted}/`) ||
      inside.join('/') === wanted ||
      inside.join('/').startsWith(`${wanted}/`) ||
      inside.includes(wanted)
    );
  });
  if (found.length > 0) return found;
  const names = [...new Set(collection.requests.flatMap(({ path: all }) => all.slice(1)))];
  const near = nearestName(wanted, names);
  throw codedError(
    'InvalidParams',
    `There is no folder or request "${folder}".`,
    near === undefined ? 'Look at the names in the collection.' : `Did you mean "${near}"?`,
  );
}
