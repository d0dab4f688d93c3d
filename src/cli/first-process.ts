/**
 * A run needs a sandbox process, which takes as long to start as all the rest takes to load: importing this module starts it
 * before that. The commands come after it from V8's cache.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { appFiles } from '../core/platform/files/app-files.ts';
import { cacheFolder } from '../core/platform/files/user-folders.ts';
import { startFirstProcess } from '../core/sandbox-process/sandbox.ts';

// What V8 makes of our code is kept: the next start takes a tenth less. Where it cannot be written, nothing happens.
enableCompileCache(path.join(cacheFolder(), 'compiled'));
export const files = appFiles(import.meta.dirname);
/** The first sandbox process of `outrigger run`; undefined for another command. */
export const firstProcess = process.argv[2] === 'run' ? startFirstProcess(files) : undefined;
