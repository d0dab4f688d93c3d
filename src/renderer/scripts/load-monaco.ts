type Loaded = typeof import('./monaco.ts');
let loading: Promise<Loaded> | undefined;

/** The editor's code, loaded once; begun with the first call, so that it can be begun early. */
export function loadMonaco(): Promise<Loaded> {
  return (loading ??= import('./monaco.ts'));
}
