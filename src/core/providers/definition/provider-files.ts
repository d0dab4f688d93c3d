/** Reads the providers that a workspace defines: webhook-providers/*.yml. */
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import { providerDefinition, type ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { describeProblem } from '../../collection/files/collection-reader.ts';
import { openGuardedFolder } from '../../collection/files/guarded-folder.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';

const PROVIDERS_FOLDER = 'webhook-providers';
const MAX_FILES = 100;
const MAX_FILE_BYTES = 256 * 1024;

export interface NamedDefinition {
  /** The name of the file without its extension. */
  id: string;
  definition: ProviderDefinition;
}
export interface WorkspaceProviders {
  /** The valid definitions, in the order of their files. */
  providers: NamedDefinition[];
  /** A sentence for each unusable file, beginning with its name. */
  problems: string[];
}

/** @param root real path of the workspace */
export async function readWorkspaceProviders(root: string): Promise<WorkspaceProviders> {
  const folder = openGuardedFolder(root);
  const providers: NamedDefinition[] = [];
  const problems: string[] = [];
  const readOne = async (file: string): Promise<void> => {
    const name = `${PROVIDERS_FOLDER}/${file}`;
    try {
      const text = await folder.readText(name, MAX_FILE_BYTES);
      providers.push(await toDefinition(parseYaml(text, name, MAX_FILE_BYTES), file));
    } catch (error) {
      problems.push(describeProblem(error, name));
    }
  };
  try {
    const names = (await folder.namesIn(PROVIDERS_FOLDER)).filter((name) => /\.ya?ml$/.test(name));
    for (const file of names.slice(0, MAX_FILES)) await readOne(file);
    if (names.length > MAX_FILES)
      problems.push(`${PROVIDERS_FOLDER} has more than ${MAX_FILES} files; the rest is not read.`);
  } catch (error) {
    problems.push(describeProblem(error, PROVIDERS_FOLDER));
  }
  return { providers, problems };
}

/** @throws InvalidParams with the mistake and its place */
async function toDefinition(json: unknown, file: string): Promise<NamedDefinition> {
  const id = file.replace(/\.ya?ml$/, '');
  if (!/^[a-z\d][a-z\d-]{0,59}$/.test(id)) {
    throw codedError('InvalidParams', 'The name of the file is the identifier: small letters, digits and "-".');
  }
  const result = providerDefinition.safeParse(json);
  if (!result.success) {
    throw codedError('InvalidParams', `${describeProblems(result.error)}.`);
  }
  // Validates the templates, whose syntax the schema does not check. Loaded late, because most workspaces have no such file.
  const { defineProvider } = await import('./define-provider.ts');
  defineProvider(id, result.data);
  return { id, definition: result.data };
}
