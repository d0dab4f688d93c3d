/** Classifies tests as unit or integration tests by what they import, so that no list has to be maintained. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const TESTS = '{src,scripts,bench}/**/*.test.ts';
/** Matches imports of modules that start a process, a server or the whole application. */
const STARTS =
  /from '(node:child_process|execa|newman|ioredis|[^']*\/testing\/(?!temporary-folder|listen)[^']*|[^']*\/(create-core|application|workspace-[\w-]+|run-session)\.ts)'|inject\('sandboxEntry'\)/;
const INTEGRATION_FOLDERS = /^(bench|src\/cli)\//;

/** The test files that start a process, a server or the application; paths from the project's folder, with `/`. */
export const integrationTests: string[] = globSync(TESTS, { cwd: root })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => INTEGRATION_FOLDERS.test(name) || STARTS.test(readFileSync(path.join(root, name), 'utf8')));

export const allTests = [TESTS];
