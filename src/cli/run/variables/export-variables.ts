/** Writes the variables with which a run has ended, in the format of Postman, for another run to begin with. */
import { codedError } from '../../../contract/errors.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import { requireWritable, writeOutput } from '../../output-file.ts';
import type { RunTarget } from '../run-target.ts';

export interface ExportChoices {
  /** The file for the variables of the environment. */
  exportEnvironment?: string;
  /** The file for the globals. */
  exportGlobals?: string;
}

/** Before anything runs. @throws InvalidParams for a script without a request; WriteFailed */
export function requireExportable(options: ExportChoices, kind: RunTarget['kind']): void {
  const files = [options.exportEnvironment, options.exportGlobals].filter((file) => file !== undefined);
  if (files.length === 0) return;
  if (kind === 'script') {
    const message = 'The variables of a script that runs alone cannot be exported.';
    throw codedError('InvalidParams', message, 'Make it a script of a request.');
  }
  for (const file of files) requireWritable(file, 'file of variables');
}

/** @param scopes as the run has left them; the files contain secrets that scripts have set. @throws WriteFailed */
export async function exportVariables(
  { exportEnvironment, exportGlobals }: ExportChoices,
  scopes: ScopeStates,
): Promise<void> {
  const { environment, globals } = scopes;
  if (exportEnvironment !== undefined) {
    await writeVariables(exportEnvironment, environment.name ?? 'Environment', 'environment', environment.values);
  }
  if (exportGlobals !== undefined) await writeVariables(exportGlobals, 'Globals', 'globals', globals.values);
}

/** In the format of an environment of Postman, which has globals in the same form. */
async function writeVariables(
  file: string,
  name: string,
  scope: 'environment' | 'globals',
  values: Record<string, unknown>,
): Promise<void> {
  const variables = Object.entries(values).map(([key, value]) => ({ key, value, type: 'any', enabled: true }));
  const exported = { name, values: variables, _postman_variable_scope: scope };
  await writeOutput('file of variables', file, `${JSON.stringify(exported, null, 2)}\n`, 0o600);
}
