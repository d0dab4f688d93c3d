/**
 * Bundles into one file each what runs beside the application: the sandbox process, because it may not read a second
 * file; the libraries that the host passes to it; and the threads of the host, which an installed application starts
 * from outside of its archive. Used as a Vite plugin of the application's build, and by the tests, which start real
 * sandboxes.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import writeFileAtomic from 'write-file-atomic';
import { SANDBOX_LIBRARIES } from '../src/core/sandbox-process/sandbox-libraries.ts';
import { bundleLibraries, guestBundles } from './guest-bundles.ts';

const SANDBOX = 'sandbox.mjs';
const STORE_THREAD = 'store-thread.mjs';
/** The threads of the host and their source files. */
const THREADS = {
  [STORE_THREAD]: 'src/core/notifications/store/thread/store-thread-main.ts',
  'body-thread.mjs': 'src/core/runs/responses/body-thread-main.ts',
};

async function bundle(root: string, entryFile: string): Promise<string> {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [guestBundles(root)],
    ssr: { noExternal: true },
    build: { ssr: entryFile, write: false, minify: false, target: 'node24' },
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
  const write = (name: string, text: string) => writeFileAtomic(path.join(folder, name), text);
  await write(SANDBOX, await bundleSandboxProcess(root));
  await write(SANDBOX_LIBRARIES, JSON.stringify(await bundleLibraries(root)));
  await write(STORE_THREAD, await bundle(root, THREADS[STORE_THREAD]));
  return folder;
}

/**
 * Global set-up of Vitest: tests get the files as `inject('sandboxEntry')` and `inject('storeThread')`. `npm test` sets
 * OUTRIGGER_IS_BUILT, because it builds the application first, which contains the same files.
 */
export async function setup(project: {
  provide(key: 'sandboxEntry' | 'storeThread', value: string): void;
}): Promise<void> {
  const root = path.join(import.meta.dirname, '..');
  const folder = process.env['OUTRIGGER_IS_BUILT'] ? path.join(root, 'out/main') : await writeTestFiles(root);
  project.provide('sandboxEntry', path.join(folder, SANDBOX));
  project.provide('storeThread', path.join(folder, STORE_THREAD));
}

declare module 'vitest' {
  export interface ProvidedContext {
    sandboxEntry: string;
    storeThread: string;
  }
}
