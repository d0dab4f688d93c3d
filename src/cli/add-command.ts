/** `outrigger add`: adds npm packages for the scripts of a workspace. */
import path from 'node:path';
import { addPackage } from '../core/packages/add-package.ts';
import { findSandboxRuntime } from '../core/processes/find-runtime.ts';
import { userEnvironment } from '../core/processes/user-environment.ts';
import { readText, requireFolder } from '../core/session/files/workspace-files.ts';
import { stopOnSignals } from './console/end-signals.ts';
import { terminalText } from './console/terminal-text.ts';

export interface AddOptions {
  to?: string;
  registry?: string;
}

/** Adds the packages one after the other; those that were added before an error are kept. */
export async function addCommand(packages: readonly string[], options: AddOptions): Promise<void> {
  const root = await requireFolder(path.resolve(options.to ?? '.'));
  const { signal, release } = stopOnSignals();
  const readFile = async (file: string) => (await readText(file)).content;
  try {
    for (const packageName of packages) {
      const { key, file, bytes, from } = await addPackage({ root, readFile }, packageName, {
        env: userEnvironment(),
        runtime: findSandboxRuntime(),
        signal,
        registry: options.registry,
        onOutput: (text) => void process.stderr.write(terminalText(text)),
      });
      const others = from.length > 1 ? ` with ${from.length - 1} ${from.length === 2 ? 'other' : 'others'}` : '';
      process.stdout.write(
        terminalText(
          `${key}${others} is now ${path.join(root, file)} (${Math.ceil(bytes / 1024)} KB).\n` +
            `Use it in scripts: pm.require('npm:${key}')\n`,
        ),
      );
    }
  } finally {
    release();
  }
}
