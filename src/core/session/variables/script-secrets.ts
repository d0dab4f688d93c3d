/**
 * Values that scripts set to secret variables of an environment. They stand among the other values that scripts have
 * set, in the form in which secrets are stored.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '@opencollection/types/config/environments';
import { textOf } from '../../collection/variables/variable-value.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

type Values = Record<string, unknown>;

/** The member of an object that stands for a value in the file. */
const SEALED = 'sealedSecret';

export interface ScriptSecrets {
  /** The stored values with those of secret variables readable; what cannot be read here is left out. */
  open(stored: Values, environment: Environment): Promise<Values>;
  /**
   * The values of a run before and after it, to be stored as its change: without secrets that the run has not changed.
   * @param inFile the values of the environment's file and its own secrets, to which a script may go back
   */
  seal(
    run: { before: Values; after: Values; inFile: Values },
    environment: Environment,
  ): Promise<{ before: Values; after: Values }>;
}

/** @param onSecret receives each readable value, with a name for its variable */
export function createScriptSecrets(
  secrets: Pick<SecretStore, 'seal' | 'unseal'>,
  onSecret: (name: string, value: string) => void,
): ScriptSecrets {
  const announce = (environment: Environment, name: string, value: unknown) =>
    onSecret(`${environment.name} ${name}`, textOf(value));

  async function unsealed(text: string): Promise<unknown> {
    try {
      return JSON.parse((await secrets.unseal(text)) ?? '');
    } catch {
      return undefined;
    }
  }
  return {
    async open(stored, environment) {
      const names = new Set(secretNames(environment));
      const readable: Values = {};
      for (const [name, value] of Object.entries(stored)) {
        const text = sealedText(value);
        const openedValue = text === undefined ? value : names.has(name) ? await unsealed(text) : undefined;
        if (openedValue === undefined) continue;
        readable[name] = openedValue;
        if (names.has(name)) announce(environment, name, openedValue);
      }
      return readable;
    },
    async seal({ before, after, inFile }, environment) {
      const [was, is] = [{ ...before }, { ...after }];
      for (const name of secretNames(environment)) {
        if (!Object.hasOwn(is, name)) continue;
        const { [name]: value } = is;
        Reflect.deleteProperty(is, name);
        if (isDeepStrictEqual(value, was[name])) Reflect.deleteProperty(was, name);
        else if (!isDeepStrictEqual(value, inFile[name])) {
          announce(environment, name, value);
          is[name] = { [SEALED]: await secrets.seal(JSON.stringify(value)) };
        }
      }
      return { before: was, after: is };
    },
  };
}

function sealedText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, SEALED)) return undefined;
  const text = (value as Values)[SEALED];
  return typeof text === 'string' && Object.keys(value).length === 1 ? text : undefined;
}

export const secretNames = ({ variables }: Environment): string[] =>
  (variables ?? []).flatMap((one) => ('secret' in one && one.name ? [one.name] : []));
