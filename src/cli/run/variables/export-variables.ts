/** Writes the variables with which a run has ended, in the format of Postman, for another run to begin with. */
import { codedError } from '../../../contract/errors.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import { requireWritable, writeOutput } from '../../output-file.ts';
import type { RunTarget } from '../run-target.ts';
import type { SwitchedOff } from './run-variables.ts';

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
  { environment, globals }: ScopeStates,
  switchedOff: SwitchedOff,
): Promise<void> {
  if (exportEnvironment !== undefined) {
    const rows = rowsOf(environment.values, switchedOff.environment);
    await writeVariables(exportEnvironment, environment.name ?? 'Environment', 'environment', rows);
  }
  if (exportGlobals !== undefined) {
    await writeVariables(exportGlobals, 'Globals', 'globals', rowsOf(globals.values, switchedOff.globals));
  }
}

interface VariableRow {
  key: string;
  value: unknown;
  type: 'any';
  enabled: boolean;
}

/** What a script has set replaces what was switched off. */
const rowsOf = (values: Record<string, unknown>, switchedOff: Record<string, unknown>): VariableRow[] => [
  ...Object.entries(values).map(([key, value]) => ({ key, value, type: 'any' as const, enabled: true })),
  ...Object.entries(switchedOff)
    .filter(([key]) => !Object.hasOwn(values, key))
    .map(([key, value]) => ({ key, value, type: 'any' as const, enabled: false })),
];

/** In the format of an environment of Postman, which has globals in the same form. */
async function writeVariables(
  file: string,
  name: string,
  scope: 'environment' | 'globals',
  values: VariableRow[],
): Promise<void> {
  const exported = { name, values, _postman_variable_scope: scope };
  await writeOutput('file of variables', file, `${JSON.stringify(exported, null, 2)}\n`, 0o600);
}
