/** Bruno's own command line, for tests that compare its results with Outrigger's. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BruRun } from './bru-process.ts';

const RUN_MS = 100_000;

export interface BruRequest {
  /** The path of its file without the extension, from the folder of the collection. */
  id: string;
  status: 'pass' | 'error' | 'skipped';
  /** Names of tests and assertions with their results; an assertion is named `res.status eq 200`. */
  tests: Record<string, 'passed' | 'failed'>;
}
interface BruResult {
  status: BruRequest['status'];
  test: { filename: string };
  assertionResults?: { lhsExpr: string; rhsExpr: string; status: string }[];
  testResults?: { description: string; status: string }[];
  preRequestTestResults?: { description: string; status: string }[];
  postResponseTestResults?: { description: string; status: string }[];
}

export interface Bru {
  /** Runs the collection of a folder and reads the report. @param report a path for the file of the report */
  run(folder: string, options: { report: string; args?: readonly string[] }): Promise<BruRequest[]>;
  end(): void;
}

/** Bruno in one process for several runs, which start it with the first. */
export function createBru(): Bru {
  let bru: ChildProcess | undefined;
  let output = '';
  function start(): ChildProcess {
    const child = fork(path.join(import.meta.dirname, 'bru-process.ts'), {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    return child;
  }
  return {
    async run(folder, { report, args = [] }) {
      bru ??= start();
      output = '';
      const ended = once(bru, 'message', { signal: AbortSignal.timeout(RUN_MS) });
      const run: BruRun = {
        folder,
        args: ['run', '-r', '--sandbox', 'developer', '--reporter-json', report, ...args],
      };
      bru.send(run);
      // Without a message there is no report, and the output says why.
      await ended.catch(() => undefined);
      const text = await readFile(report, 'utf8').catch(() => {
        throw new Error(`bru has written no report.\n${output}`);
      });
      const iterations = JSON.parse(text) as { results: BruResult[] }[];
      return iterations.flatMap(({ results }) => results.map(readResult));
    },
    end: () => void bru?.kill(),
  };
}

function readResult(result: BruResult): BruRequest {
  const { testResults = [], preRequestTestResults = [], postResponseTestResults = [], assertionResults = [] } = result;
  const all = [
    ...[...preRequestTestResults, ...postResponseTestResults, ...testResults].map(({ description, status }) => ({
      name: description,
      status,
    })),
    ...assertionResults.map(({ lhsExpr, rhsExpr, status }) => ({ name: `${lhsExpr} ${rhsExpr}`, status })),
  ];
  return {
    id: result.test.filename.replace(/\.(bru|yml)$/, ''),
    status: result.status,
    tests: Object.fromEntries(all.map(({ name, status }) => [name, status === 'pass' ? 'passed' : 'failed'])),
  };
}
