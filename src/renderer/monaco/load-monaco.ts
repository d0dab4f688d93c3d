/**
 * Loads the code editor lazily: evaluating its code takes as long as rendering the first screen, which usually needs
 * none.
 */
type MonacoModule = typeof import('./monaco.ts');

let loading: Promise<MonacoModule> | undefined;
const registrations: ((loaded: MonacoModule) => void)[] = [];

/** Loads the code editor with the first call. */
export function loadMonaco(): Promise<MonacoModule> {
  return (loading ??= importMonaco());
}

async function importMonaco(): Promise<MonacoModule> {
  const loaded = await import('./monaco.ts');
  for (const register of registrations.splice(0)) register(loaded);
  return loaded;
}

/**
 * Calls `register` before the first editor is created, or at once if it is already loaded. Does not load the code
 * editor.
 */
export function whenMonacoLoads(register: (loaded: MonacoModule) => void): void {
  if (loading) loading.then(register, () => undefined);
  else registrations.push(register);
}

/** Settles when all visible editors are ready; at once when there are none. */
export async function editorsOnScreen(): Promise<void> {
  await loading?.catch(() => undefined);
}
