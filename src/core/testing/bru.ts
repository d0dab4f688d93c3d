/** Bruno's own command line, for tests that compare its results with Outrigger's. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';

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

/** Runs the collection of a folder and reads the report. @param report a path for the file of the report */
export async function runBru(
  folder: string,
  { report, args = [] }: { report: string; args?: readonly string[] },
): Promise<BruRequest[]> {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@usebruno/cli/package.json')),
    'bin/bru.js',
  );
  const options = ['run', '-r', '--sandbox', 'developer', '--reporter-json', report, ...args];
  const { stdout, stderr } = await execa(process.execPath, [cli, ...options], {
    cwd: folder,
    reject: false,
    timeout: 100_000,
  });
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`bru has written no report.\n${stdout}\n${stderr}`);
  });
  const iterations = JSON.parse(text) as { results: BruResult[] }[];
  return iterations.flatMap(({ results }) => results.map(readResult));
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
