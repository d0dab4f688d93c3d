/** Reads the variables of `outrigger run`: an environment, globals, and the values of the command line. */
import { stat } from 'node:fs/promises';
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../../contract/errors.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import { ENVIRONMENTS } from '../../../core/collection/files/names.ts';
import { parsePostmanEnvironment, type ImportedEnvironment } from '../../../core/interchange/postman/environment.ts';
import { environmentNamed } from '../../../core/collection/variables/extended-environments.ts';
import { valueOf } from '../../../core/collection/variables/variable-value.ts';
import { nearestName } from '../../../core/platform/nearest-name.ts';
import type { Session } from '../../../core/session/session.ts';
import { readInputFile } from '../../read-input-file.ts';
import { readVariables, secretsIn } from '../../secret-options.ts';
import type { RunTarget } from '../run-target.ts';

const MAX_ENVIRONMENT_BYTES = 16 * 1024 * 1024;
/** Unreadable files of environments that one message names. */
const MAX_PROBLEMS = 3;

export interface VariableChoices {
  /** A name in the collection, or a file with an environment of Postman. */
  env?: string | undefined;
  envVar?: Record<string, string> | undefined;
  /** Files with a variable of the environment in each line. */
  envVarFile?: string[] | undefined;
  /** A file with globals of Postman. */
  globals?: string | undefined;
  globalVar?: Record<string, string> | undefined;
}

/** Variables that are switched off in the files: no script sees them, and the exported files have them again. */
export interface SwitchedOff {
  environment: Record<string, unknown>;
  globals: Record<string, unknown>;
}

/**
 * The variables with which a run begins: those of the workspace, the selected environment and the file of globals,
 * with the variables of the command line on top.
 * @returns also the values that no report may show
 * @throws InvalidParams, InvalidData, FileNotFound, FileTooLarge
 */
export async function valuesOf(
  session: Session,
  target: RunTarget,
  options: VariableChoices,
): Promise<{ scopes: ScopeStates; secrets: string[]; switchedOff: SwitchedOff }> {
  const files = await Promise.all((options.envVarFile ?? []).map(readVariables));
  const variables = Object.assign({}, ...files, options.envVar) as Record<string, string>;
  const secrets = secretsIn(process.env);
  if (target.kind === 'collection') secrets.push(...(target.collection.secretValues ?? []));
  const chosenEnvironment =
    options.env === undefined
      ? undefined
      : await chooseEnvironment(
          { ...target, problems: target.kind === 'collection' ? target.collection.problems : [] },
          options.env,
        );
  const environment = chosenEnvironment?.environment;
  // Before an environment of the collection that has its name: it may be a file.
  const environments = environment ? [environment, ...target.environments] : [];
  const source = { root: target.root, environments };
  const scopes = await session.collection.scopesOf(source, environment?.name ?? null);
  const environmentOff = new Map(switchedOffIn(chosenEnvironment));
  for (const { name, value } of chosenEnvironment?.secrets ?? []) {
    secrets.push(value);
    if (!environmentOff.has(name)) scopes.environment.values[name] ||= value;
  }
  for (const variable of environmentNamed(environment?.name, environments)?.variables ?? []) {
    const value = variable.name && variables[variable.name];
    if ('secret' in variable && value) secrets.push(value);
  }
  scopes.environment.values = { ...scopes.environment.values, ...variables };
  const globals = options.globals === undefined ? undefined : await readGlobals(options.globals);
  if (globals) secrets.push(...globals.secrets);
  scopes.globals.values = { ...scopes.globals.values, ...globals?.values, ...options.globalVar };
  const switchedOff = { environment: Object.fromEntries(environmentOff), globals: globals?.switchedOff ?? {} };
  return { scopes, secrets, switchedOff };
}

/** The names and values of what is only switched off in a file. */
function switchedOffIn(source: Pick<ImportedEnvironment, 'environment' | 'secrets'> | undefined): [string, unknown][] {
  const secretValues = new Map(source?.secrets.map(({ name, value }) => [name, value]));
  const variables = source?.environment.variables ?? [];
  const used = new Set(variables.filter(({ disabled }) => !disabled).map(({ name }) => name));
  return variables
    .filter(({ name }) => !used.has(name))
    .map((variable) => {
      const name = variable.name ?? '';
      return [name, 'secret' in variable ? (secretValues.get(name) ?? '') : valueOf(variable)];
    });
}

interface ReadGlobals {
  values: Record<string, unknown>;
  switchedOff: Record<string, unknown>;
  /** The values of secret variables, which no report may show. */
  secrets: string[];
}

async function readGlobals(file: string): Promise<ReadGlobals> {
  const { environment, secrets } = await readPostmanFile(file, 'file of globals');
  const entries = (environment.variables ?? []).flatMap((variable): [string, unknown][] =>
    'secret' in variable || variable.disabled ? [] : [[variable.name ?? '', valueOf(variable)]],
  );
  const switchedOff = new Map(switchedOffIn({ environment, secrets }));
  const used = secrets.filter(({ name }) => !switchedOff.has(name));
  entries.push(...used.map(({ name, value }): [string, unknown] => [name, value]));
  return {
    values: Object.fromEntries(entries),
    switchedOff: Object.fromEntries(switchedOff),
    secrets: secrets.map(({ value }) => value),
  };
}

const readPostmanFile = async (file: string, content: string): Promise<ImportedEnvironment> =>
  parsePostmanEnvironment(await readInputFile(file, content, MAX_ENVIRONMENT_BYTES), file);

/** The secrets of an environment file are in the file; those of other environments are in environment variables. */
async function chooseEnvironment(
  { environments, problems }: { environments: readonly Environment[]; problems: readonly string[] },
  nameOrFile: string,
): Promise<ImportedEnvironment> {
  const inCollection = environments.find(({ name }) => name === nameOrFile);
  if (inCollection) return { environment: inCollection, secrets: [], warnings: [] };
  // Not a folder: the workspace may well have one with a name that is similar to an environment's.
  const isFile = (await stat(nameOrFile).catch(() => undefined))?.isDirectory() === false;
  if (isFile || /\.json$/i.test(nameOrFile)) {
    return readPostmanFile(nameOrFile, 'environment');
  }
  const names = environments.map(({ name }) => name);
  const near = nearestName(nameOrFile, names);
  const remedy = names.length > 0 ? `There are: ${names.join(', ')}.` : 'This collection has none.';
  const suggestion = near === undefined ? '' : ` Did you mean "${near}"?`;
  const unread = problems.filter((problem) => problem.startsWith(`${ENVIRONMENTS}/`)).slice(0, MAX_PROBLEMS);
  const message = [`There is no environment "${nameOrFile}".${suggestion}`, ...unread].join('\n');
  throw codedError('InvalidParams', message, remedy);
}
