/** Fetches a package with the user's own npm, so that their registry, proxy and credentials are used. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { describeProblems } from '../../contract/describe-problems.ts';
import { codedError } from '../../contract/errors.ts';
import { jsonText } from '../platform/json/json-text.ts';
import { findExecutable } from '../processes/find-executable.ts';
import { killTree } from '../processes/ending/kill-tree.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import { startDirectly } from '../processes/start-program.ts';
import { folderSize } from './folder-size.ts';
import { npmFailure } from './npm-failure.ts';
import { packageKey, type PackageName } from './package-name.ts';

const MAX_FETCH_MS = 5 * 60_000;
const MAX_FOLDER_BYTES = 200 * 1024 * 1024;
const SIZE_POLL_MS = 500;
/** Characters at the end of npm's output that an error shows. */
const MAX_OUTPUT_LENGTH = 4_000;

export interface FetchOptions {
  /** The complete environment of npm: PATH, and its settings. */
  env: NodeJS.ProcessEnv;
  /** Runs the bundler. */
  runtime: SandboxRuntime;
  /** Ends npm and every process that it has started. */
  signal: AbortSignal;
  /** Receives npm's output as it comes. */
  onOutput: (text: string) => void;
  /** Address of a registry instead of the one that npm is configured with. */
  registry?: string | undefined;
}
export interface InstalledPackage {
  /** Its absolute folder. */
  folder: string;
  /** Name and version, such as `ms@2.1.3`. */
  key: string;
  /** The hash of its archive, which npm has verified. */
  integrity: string;
}
export interface FetchedPackage {
  version: string;
  /** The package and all of its dependencies. */
  installed: InstalledPackage[];
}

const npmLock = jsonText(
  z.object({
    packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
  }),
);

/**
 * Installs the package and its dependencies below `folder`, which must be empty. No code of a package is executed.
 * @throws PackageNotFetched, InterpreterNotFound without npm, Cancelled
 */
export async function fetchPackage(
  folder: string,
  packageName: PackageName,
  options: FetchOptions,
): Promise<FetchedPackage> {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await runNpm(folder, packageName, options);
  const packages = await readNpmLock(path.join(folder, 'package-lock.json'));
  const version = packages[`node_modules/${packageName.name}`]?.version;
  if (version === undefined) {
    throw codedError('PackageNotFetched', `npm has not installed ${packageKey(packageName)}.`);
  }
  const modules = 'node_modules/';
  const installed = Object.entries(packages)
    .filter(([place]) => place.startsWith(modules))
    .map(([place, entry]) => ({
      folder: path.join(folder, place),
      key: `${place.slice(place.lastIndexOf(modules) + modules.length)}@${entry.version ?? ''}`,
      integrity: entry.integrity ?? '',
    }));
  return { version, installed };
}

/** @throws PackageNotFetched when npm has written no lock file, or one of another form */
async function readNpmLock(file: string): Promise<z.output<typeof npmLock>['packages']> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const read = text === undefined ? undefined : npmLock.safeParse(text);
  if (read?.success) return read.data.packages;
  const problem = read ? describeProblems(read.error) : 'the file is missing';
  throw codedError(
    'PackageNotFetched',
    `npm has written a package-lock.json that cannot be read: ${problem}.`,
    'Update npm, and add the package again.',
  );
}

/** No code of a package is executed, and the settings of the person change nothing about where it is installed. */
const npmOptions = [
  '--ignore-scripts',
  '--allow-git=none',
  '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--package-lock',
  '--save',
  '--no-global',
  '--no-progress',
  '--loglevel=http',
];

async function runNpm(folder: string, packageName: PackageName, options: FetchOptions): Promise<void> {
  const { env, onOutput, registry } = options;
  const executable = await findExecutable('npm', env);
  if (executable === undefined) {
    throw codedError('InterpreterNotFound', 'npm is not on the PATH.', 'Install Node.js, which brings npm.');
  }
  const tooLong = AbortSignal.timeout(MAX_FETCH_MS);
  const tooLarge = new AbortController();
  const signal = AbortSignal.any([options.signal, tooLong, tooLarge.signal]);
  signal.throwIfAborted();
  const npm = await startDirectly({
    argv: [
      executable,
      'install',
      packageKey(packageName),
      ...npmOptions,
      ...(registry === undefined ? [] : ['--registry', registry]),
    ],
    cwd: folder,
    env,
    hasInput: false,
  });
  let printedText = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printedText = (printedText + text).slice(-MAX_OUTPUT_LENGTH);
      onOutput(text);
    });
  }
  let killing: Promise<void> | undefined;
  const end = () => {
    killing ??= killTree(npm.pid);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const ended = new AbortController();
  const watching = watchSize(folder, tooLarge, ended.signal);
  const { exitCode } = await npm.exited.finally(() => ended.abort());
  await watching;
  signal.removeEventListener('abort', end);
  await killing;
  const name = packageKey(packageName);
  if (options.signal.aborted) throw codedError('Cancelled', `Adding ${name} was stopped.`);
  if (tooLong.aborted) throw codedError('PackageNotFetched', `npm took longer than ${MAX_FETCH_MS / 60_000} minutes.`);
  if (tooLarge.signal.aborted || (await folderSize(folder, MAX_FOLDER_BYTES)) > MAX_FOLDER_BYTES) {
    const megabytes = MAX_FOLDER_BYTES / 1024 / 1024;
    throw codedError('PackageNotFetched', `${name} and what it needs are larger than ${megabytes} MB.`);
  }
  if (exitCode !== 0) throw npmFailure(packageName, printedText);
}

/** Looks again some time after each look, because a look at very many files may take longer than that. */
async function watchSize(folder: string, tooLarge: AbortController, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await wait(SIZE_POLL_MS, undefined, { signal: ended }).catch(() => undefined);
    if ((await folderSize(folder, MAX_FOLDER_BYTES)) > MAX_FOLDER_BYTES) return tooLarge.abort();
  }
}
