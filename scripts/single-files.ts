/**
 * Bundles into one file each what runs beside the application: the sandbox process, because it may not read a second
 * file; the libraries that the host passes to it; and the threads of the host, which an installed application starts
 * from outside of its archive. Used as a Vite plugin of the application's build, and by the tests, which start real
 * sandboxes.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ProvidedContext } from 'vitest';
import { writeAtomically } from '../src/core/platform/files/write-atomically.ts';
import { SANDBOX_LIBRARIES } from '../src/core/sandbox-process/sandbox-libraries.ts';
import { bundleLibraries, guestBundles } from './guest-bundles.ts';
import { shortSources } from './short-source.ts';

const SANDBOX = 'sandbox.mjs';
const STORE_THREAD = 'store-thread.mjs';
/** The threads of the host and their source files. */
const THREADS = {
  [STORE_THREAD]: 'src/core/notifications/store/thread/store-thread-main.ts',
  'body-thread.mjs': 'src/core/runs/responses/body-thread-main.ts',
};

/** Programs that tests start as separate processes; each has its name in the folder of the test programs. */
const TEST_PROGRAMS = [
  'src/core/notifications/testing/listening-process.ts',
  'src/core/forwarding/testing/forwarding-process.ts',
  'src/core/platform/json/testing/json-store-writer.ts',
];

async function bundle(root: string, entryFile: string): Promise<string> {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [guestBundles(root), shortSources],
    ssr: { noExternal: true },
    build: {
      ssr: entryFile,
      write: false,
      minify: false,
      target: 'node24',
      // What the application loads late is a part of the file.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const [entry, ...more] = result.output;
  if (more.length > 0) throw new Error(`${entryFile} must give a single file.`);
  return entry.code;
}

const bundleSandboxProcess = (root: string) => bundle(root, 'src/core/sandbox-process/process/main.ts');

export function singleFiles(root: string): Plugin {
  return {
    name: 'outrigger-single-files',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: SANDBOX, source: await bundleSandboxProcess(root) });
      for (const [fileName, entry] of Object.entries(THREADS)) {
        this.emitFile({ type: 'asset', fileName, source: await bundle(root, entry) });
      }
      this.emitFile({
        type: 'asset',
        fileName: SANDBOX_LIBRARIES,
        source: JSON.stringify(await bundleLibraries(root)),
      });
    },
  };
}

/** Writes the files that tests start; returns their folder. */
async function writeTestFiles(root: string): Promise<string> {
  const folder = path.join(root, 'out/test');
  await mkdir(folder, { recursive: true });
  // Written atomically, because another test run may start sandboxes from the same files.
  const write = (name: string, text: string) => writeAtomically(path.join(folder, name), text);
  await write(SANDBOX, await bundleSandboxProcess(root));
  await write(SANDBOX_LIBRARIES, JSON.stringify(await bundleLibraries(root)));
  await write(STORE_THREAD, await bundle(root, THREADS[STORE_THREAD]));
  return folder;
}

/**
 * Bundles the programs that tests start as separate processes: as one file each, they start in a third of the processor
 * time of their sources, which are hundreds of files. Returns their folder.
 */
async function writeTestPrograms(root: string): Promise<string> {
  const folder = path.join(root, 'out/test/programs');
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: TEST_PROGRAMS,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })) as Rolldown.RolldownOutput;
  await mkdir(folder, { recursive: true });
  for (const file of output) {
    if (file.type === 'chunk') await writeAtomically(path.join(folder, file.fileName), file.code);
  }
  return folder;
}

type TestFile = keyof ProvidedContext;

/**
 * Global set-up of Vitest: tests get the files as `inject('sandboxEntry')` and `inject('storeThread')`, and the folder of
 * the test programs as `inject('testPrograms')`. `npm test` sets OUTRIGGER_IS_BUILT, because it builds the application
 * first, which contains the first two.
 */
export async function setup(project: { provide(key: TestFile, value: string): void }): Promise<void> {
  // Several projects of Vitest have this set-up: the first one writes the files, for all of them.
  const shared = globalThis as { outriggerTestFiles?: Promise<Record<TestFile, string>> };
  const files = await (shared.outriggerTestFiles ??= prepareTestFiles(path.join(import.meta.dirname, '..')));
  for (const key of ['sandboxEntry', 'storeThread', 'testPrograms'] as const) project.provide(key, files[key]);
}

async function prepareTestFiles(root: string): Promise<Record<TestFile, string>> {
  const isBuilt = Boolean(process.env['OUTRIGGER_IS_BUILT']);
  const folder = isBuilt ? path.join(root, 'out/main') : await writeTestFiles(root);
  return {
    sandboxEntry: path.join(folder, SANDBOX),
    storeThread: path.join(folder, STORE_THREAD),
    testPrograms: await writeTestPrograms(root),
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built program of a sandbox process. */
    sandboxEntry: string;
    /** The built thread of the store of notifications. */
    storeThread: string;
    /** The folder of the bundled programs that tests start. */
    testPrograms: string;
  }
}
