import type { ScriptRef } from '../collection/script-ref.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';
import type { ProgramNames } from './program-completion.ts';

type Loaded = typeof import('./monaco.ts');
let loading: Promise<Loaded> | undefined;
let completing = false;

/** Completion is registered once for the whole window. */
export async function completeProgramNames(names: ProgramNames): Promise<void> {
  if (completing) return;
  completing = true;
  (await loadMonaco()).registerProgramCompletion(names);
}

/** Registered once for the whole window, for every language. */
export async function completeVariableNames(variables: () => readonly VisibleVariable[]): Promise<void> {
  (await loadMonaco()).registerVariableCompletion(variables);
}

/** Registered once for the whole window, for scripts. */
export async function showValuesOnHover(
  describe: (script: ScriptRef, expression: string) => Promise<string | undefined>,
): Promise<void> {
  (await loadMonaco()).registerValueHover(describe);
}

/** The editor's code, loaded once; begun with the first call, so that it can be begun early. */
export function loadMonaco(): Promise<Loaded> {
  return (loading ??= import('./monaco.ts'));
}
