import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { importText, readImport } from '../core/interchange/import.ts';
import { writeImported } from '../core/interchange/imported/write-imported.ts';
import { openCurrentValues } from '../core/collection/variables/current-values.ts';
import { workspaceStateFolder } from '../core/platform/files/private-files.ts';
import { secretVariable } from '../core/platform/secrets/environment-secrets.ts';
import { openSecretStore } from '../core/platform/secrets/secret-store.ts';
import { configFolder } from '../core/platform/files/user-folders.ts';
import { storeImportedGlobals } from '../core/session/variables/imported-globals.ts';
import { storeImportedSecrets } from '../core/session/variables/imported-secrets.ts';
import { requireFolder } from '../core/session/files/workspace-files.ts';
import { stopOnSignals } from './console/end-signals.ts';
import { notify, withoutCiCommands } from './console/terminal-text.ts';
import { codedError } from '../contract/errors.ts';
import { countText } from '../contract/count-text.ts';
import { visibleText } from '../contract/visible-text.ts';

export interface ImportOptions {
  to?: string;
}

/** The real path of the folder to import into, which is created if it does not exist. @throws NotAFolder, WriteFailed */
async function prepareFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw codedError('WriteFailed', `The folder ${folder} could not be created: ${message}`);
  });
  return requireFolder(folder);
}

/** @returns the names of those that had other values before */
async function storeGlobals(root: string, globals: Record<string, unknown>): Promise<string[]> {
  if (Object.keys(globals).length === 0) return [];
  const values = await openCurrentValues(path.join(workspaceStateFolder(root), 'variables.json'), notify);
  return storeImportedGlobals(values, root, globals);
}

export async function importCommand(source: string, options: ImportOptions): Promise<void> {
  const { text, name, folder } = await readImport(source);
  const imported = await importText(text, name, { folder });
  const root = await prepareFolder(path.resolve(options.to ?? '.'));
  const { signal, release } = stopOnSignals();
  const { requests, environments, renamed, secrets } = await writeImported(root, imported, { signal }).finally(release);
  if (secrets.length > 0) {
    const store = await openSecretStore(path.join(configFolder(), 'secrets.json'), notify);
    await storeImportedSecrets(store, root, secrets);
  }
  const { globals = {} } = imported;
  const replaced = await storeGlobals(root, globals);
  // Names of the imported file may have line ends, which must not look like further lines of this list.
  const print = (line: string) => void process.stdout.write(`${withoutCiCommands(visibleText(line))}\n`);
  print(
    `${imported.kind} "${imported.name}": ${countText(requests, 'request')} and ${countText(environments.length, 'environment')} written to ${root}.`,
  );
  const globalCount = Object.keys(globals).length;
  if (globalCount > 0) {
    const count = countText(globalCount, 'global variable');
    print(`  ${count} kept with your data, not in the files; outrigger run reads a file of them with --globals`);
  }
  for (const name of replaced) print(`  replaced: the value of the global variable ${name}`);
  for (const { where, what } of imported.warnings) print(`  not carried over: ${where}: ${what}`);
  for (const { where, what } of renamed) print(`  renamed: ${where}: ${what}`);
  for (const { environment, name } of secrets) {
    print(
      `  secret: ${name} of "${environment ?? ''}" is kept with your secrets, not in the files; outrigger run reads it from ${secretVariable(name)}`,
    );
  }
}
