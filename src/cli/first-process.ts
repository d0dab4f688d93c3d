/**
 * Starts the sandbox process of a run, which takes as long as loading all the rest: importing this module first makes
 * both happen at the same time. The other modules are then loaded from V8's compile cache.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { appFiles } from '../core/platform/files/app-files.ts';
import { cacheFolder } from '../core/platform/files/user-folders.ts';
import { startFirstProcess } from '../core/sandbox-process/sandbox.ts';

// Caches V8's compiled code, which shortens the next start by a tenth. If the cache is not writable, nothing happens.
enableCompileCache(path.join(cacheFolder(), 'compiled'));
export const files = appFiles(import.meta.dirname);
const [, , command, ...args] = process.argv;
/** A run over many machines executes its scripts in the processes of its workers. */
export const isForWorkers = args.some((arg) => /^--(engine|attach)(=|$)/.test(arg));
/** The first sandbox process of `outrigger run`; undefined for a command that runs no script here. */
export const firstProcess = command === 'run' && !isForWorkers ? startFirstProcess(files) : undefined;
