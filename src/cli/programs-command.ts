/** `outrigger programs`: writes a lock file with the programs that a collection calls, and approves such a file. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import { filesBelow, readText } from '../core/session/files/workspace-files.ts';
import type { AppFiles } from '../core/platform/files/app-files.ts';
import { configFolder } from '../core/platform/files/user-folders.ts';
import { formatLock, MAX_LOCK_BYTES, parseLock, type Lock, type LockEntry } from '../core/programs/lock/lock-file.ts';
import { lockScripts, type ScriptText } from '../core/programs/lock/lock-scripts.ts';
import { openTrustStore } from '../core/programs/trust/trust-store.ts';
import { userEnvironment } from '../core/processes/user-environment.ts';
import { askForKey } from './console/ask-on-terminal.ts';
import { stopOnSignals } from './console/end-signals.ts';
import { requireWritable, writeOutput } from './output-file.ts';
import { loadTarget, programsDirectoryOf } from './run/run-target.ts';
import { readInputFile } from './read-input-file.ts';
import { notify, terminalText, withoutCiCommands } from './console/terminal-text.ts';
import { visibleText } from '../contract/visible-text.ts';
import { countText } from '../contract/count-text.ts';

export interface LockOptions {
  out?: string;
  externalProgramPath?: string;
}

export async function lockCommand(target: string, options: LockOptions, files: AppFiles): Promise<void> {
  const { root, scripts } = await scriptsOf(target);
  if (options.out !== undefined) requireWritable(options.out, 'lock file');
  const directory = await programsDirectoryOf({ kind: 'collection', root }, options.externalProgramPath);
  const place = { directory, jarExecuter: files.jarExecuter, env: userEnvironment() };
  const { programs, notLocked } = await lockScripts(scripts, place);
  const text = formatLock(programs);
  if (options.out === undefined) process.stdout.write(text);
  else {
    await writeOutput('lock file', options.out, text);
    notify(`${options.out} lists ${countText(programs.length, 'program')}.`);
  }
  for (const line of notLocked) notify(line);
  if (notLocked.length > 0) {
    notify('Write names and options into these calls, or add what a run calls with outrigger run --write-lock <file>.');
  }
}

/** Scripts of the requests, of the folders above them, and of the folder `scripts`. @throws FileNotFound */
async function scriptsOf(target: string): Promise<{ root: string; scripts: ScriptText[] }> {
  const absolute = path.resolve(target);
  if (!existsSync(absolute)) throw codedError('FileNotFound', `${absolute} does not exist.`);
  const isPlain = !(await hasCollection(absolute));
  const collection = isPlain ? undefined : await loadTarget(target);
  const root = collection?.root ?? absolute;
  for (const problem of collection?.problems ?? []) notify(problem);
  const inRequests = (collection?.requests ?? []).flatMap(({ id, path: names, request, defaults }) => [
    ...defaults.flatMap(({ scripts }, level) =>
      (scripts ?? []).map(({ code }) => ({ name: names.slice(0, level + 1).join('/'), source: code ?? '' })),
    ),
    ...(request.runtime?.scripts ?? []).map(({ code }) => ({ name: id, source: code ?? '' })),
  ]);
  const folder = path.join(root, 'scripts');
  const names = (await filesBelow(folder)).filter((name) => name.endsWith('.js'));
  const inFiles = await Promise.all(
    names.map(async (name) => ({ name: `scripts/${name}`, source: (await readText(path.join(folder, name))).content })),
  );
  const all = [...inRequests, ...inFiles];
  return { root, scripts: [...new Map(all.map((script) => [JSON.stringify(script), script])).values()] };
}

/** Whether the folder has a collection besides scripts. */
async function hasCollection(target: string): Promise<boolean> {
  const isFile = /\.(json|ya?ml)$/i.test(target);
  return (
    isFile ||
    stat(path.join(target, 'opencollection.yml')).then(
      () => true,
      () => false,
    )
  );
}

/** @throws FileNotFound, FileTooLarge, CollectionDamaged */
export async function readLock(file: string): Promise<Lock> {
  const text = await readInputFile(file, 'lock file', MAX_LOCK_BYTES);
  return parseLock(text, path.basename(file));
}

export async function approveCommand(file: string): Promise<void> {
  const lock = await readLock(file);
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw codedError(
      'NotAllowed',
      `${file} is not approved: nobody can be asked here.`,
      `Approve it on a terminal, or name its content: outrigger run --allow-lock ${file}@${lock.sha256}`,
    );
  }
  const { signal, release } = stopOnSignals();
  const key = await askForKey(approvalQuestion(file, lock), ['y', 'n'], signal)
    .catch((error: unknown) => (signal.aborted ? undefined : Promise.reject(error as Error)))
    .finally(release);
  if (key !== 'y') {
    throw codedError(signal.aborted ? 'Cancelled' : 'NotAllowed', `${file} was not approved.`);
  }
  const trust = await openTrustStore(path.join(configFolder(), 'trusted-programs.json'), notify);
  await trust.add({ scope: 'lock', file: path.resolve(file), sha256: lock.sha256, variant: '' });
  process.stdout.write(terminalText(`Approved: outrigger run --allow-lock ${file}\n`));
}

export function approvalQuestion(file: string, { programs, sha256 }: Lock): string {
  const lines = [
    `${countText(programs.length, 'program')} may run without a question, as ${file} lists them:`,
    ...programs.map(describe),
    `SHA-256 of the list: ${sha256}`,
    'Approve, (y)es or (n)o?',
  ];
  // A line end in the list must not look like a line of the question.
  return lines.map((line) => withoutCiCommands(visibleText(line))).join('\n');
}

function describe({ file, sha256, command, cwd, environment = {}, method, sources = {} }: LockEntry): string {
  const variables = Object.entries(environment).map(([name, value]) =>
    value === 'any' ? `${name} with any value` : value === 'removed' ? `without ${name}` : name,
  );
  const count = Object.keys(sources).length;
  const parts = [
    ...(command === undefined ? [] : [`command ${command}`]),
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...variables.map((text) => `variable ${text}`),
    ...(method === undefined ? [] : [method]),
    ...(count === 0 ? [] : [`with ${countText(count, 'other file')}`]),
    `SHA-256 ${sha256.slice(0, 12)}…`,
  ];
  return `  ${file}: ${parts.join(', ')}`;
}
