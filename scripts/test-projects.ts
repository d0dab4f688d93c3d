/** Classifies tests as unit or integration tests by what they import, so that no list has to be maintained. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const TESTS = '{src,scripts,bench}/**/*.test.ts';
/** Matches imports of modules that start a process, a server or the whole application. */
const STARTS =
  /from '(node:child_process|execa|newman|ioredis|[^']*\/testing\/(?!temporary-folder|listen)[^']*|[^']*\/(create-core|application|workspace-[\w-]+|run-session)\.ts)'|inject\('sandboxEntry'\)/;
/** Tests there start programs with helpers of their own folder. */
const STARTING_FOLDERS = /^(bench|src\/cli)\//;
const STARTING_HUNDREDS = [
  'src/core/interchange/curl/curl.test.ts',
  'src/core/programs/call/printed-command/printed-command.test.ts',
];

const pathsOfTests = globSync(TESTS, { cwd: root }).map((name) => name.split(path.sep).join('/'));
const matches = (name: string, pattern: RegExp) => pattern.test(readFileSync(path.join(root, name), 'utf8'));

/** The test files that start a process, a server or the application; paths from the project's folder, with `/`. */
export const integrationTests: string[] = pathsOfTests.filter((name) => matches(name, STARTS));

/**
 * Those that have a process each: they count what the process has open, or start hundreds of programs, and starting one
 * from a process that has grown takes longer, because the system copies its page tables.
 */
export const isolatedTests: string[] = integrationTests.filter(
  (name) => STARTING_HUNDREDS.includes(name) || matches(name, /\bopenSockets\b/),
);

/** The others that start programs themselves. They share processes, in which no test has loaded the application. */
export const startingTests: string[] = integrationTests.filter(
  (name) =>
    !isolatedTests.includes(name) &&
    (STARTING_FOLDERS.test(name) || matches(name, /from '(?:node:child_process|execa)'/)),
);

/** They import components of the page, whose syntax (TSX) Node does not read by itself. */
export const pageTests = ['src/renderer/app/*.test.ts'];

export const allTests = [TESTS];
