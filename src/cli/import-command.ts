import path from 'node:path';
import { importText, readImport, writeImported } from '../core/interchange/import.ts';
import { requireFolder } from '../core/session/workspace-files.ts';
import { terminalText } from './terminal-text.ts';

export interface ImportOptions {
  to?: string;
}

export async function importCommand(source: string, options: ImportOptions): Promise<void> {
  const root = await requireFolder(path.resolve(options.to ?? '.'));
  const { text, name, folder } = await readImport(source);
  const imported = await importText(text, name, folder);
  const { requests, environments } = await writeImported(root, imported);
  process.stdout.write(
    terminalText(
      `${imported.kind} "${imported.name}": ${requests} requests and ${environments} environments were written to ${root}.\n`,
    ),
  );
  for (const { where, what } of imported.lost)
    process.stdout.write(terminalText(`  not carried over: ${where}: ${what}\n`));
}
