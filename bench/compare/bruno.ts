/**
 * Cases for Bruno: requests of one collection in Bruno's own files, run by Bruno's command line and by Outrigger. Each
 * case sends to an address of its own, so that the server can tell which case a request belongs to.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import type { RunEvent } from '../../src/contract/runs/run-event.ts';
import { createBru } from '../../src/core/testing/bru.ts';
import { noVariables, type Outcome, type ReceivedRequest } from './outcome.ts';
import { startRecordingServer } from './recording-server.ts';

const casesFolder = path.join(import.meta.dirname, 'cases/bruno');
/** The collection that the requests are added to: variables, headers, scripts, an environment, modules, a folder. */
const skeleton = path.join(import.meta.dirname, 'bruno-collection');

const brunoCase = z.strictObject({
  name: z.string(),
  /** The request is written into the folder of the skeleton collection, whose settings it then inherits. */
  inFolder: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  /** Absent: a GET of `$CASE`. */
  http: z.record(z.string(), z.unknown()).optional(),
  graphql: z.record(z.string(), z.unknown()).optional(),
  runtime: z.record(z.string(), z.unknown()).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  pre: z.string().optional(),
  post: z.string().optional(),
  tests: z.string().optional(),
});
export type BrunoCase = z.output<typeof brunoCase> & { id: string };

export function readBrunoCases(): BrunoCase[] {
  return readdirSync(casesFolder)
    .sort()
    .flatMap((file) =>
      z
        .array(brunoCase)
        .parse(parse(readFileSync(path.join(casesFolder, file), 'utf8')))
        .map((item) => ({ ...item, id: `bruno/${path.basename(file, '.yaml')}: ${item.name}` })),
    );
}

const fileOf = ({ inFolder }: BrunoCase, index: number) => `${inFolder ? 'folder/' : ''}case-${index}`;

/** Writes the collection. @param port of the server that its requests are sent to */
function writeCollection(cases: readonly BrunoCase[], folder: string, port: number): void {
  cpSync(skeleton, folder, { recursive: true });
  for (const file of readdirSync(skeleton, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const target = path.join(folder, path.relative(skeleton, path.join(file.parentPath, file.name)));
    writeFileSync(target, readFileSync(target, 'utf8').replaceAll('$PORT', `${port}`));
  }
  // Git ignores folders of this name.
  renameSync(path.join(folder, 'packages'), path.join(folder, 'node_modules'));
  cases.forEach((testCase, index) => {
    const { name, tags, http, graphql, runtime = {}, settings, pre, post, tests } = testCase;
    const scripts = Object.entries({ 'before-request': pre, 'after-response': post, tests }).flatMap(([type, code]) =>
      code === undefined ? [] : [{ type, code }],
    );
    const request = graphql
      ? { graphql: { method: 'POST', url: '$CASE', ...graphql } }
      : { http: { method: 'GET', url: '$CASE', ...http } };
    const file = {
      info: { name, type: graphql ? 'graphql' : 'http', seq: index + 1, ...(tags ? { tags } : {}) },
      ...request,
      runtime: { ...runtime, scripts },
      ...(settings ? { settings } : {}),
    };
    const withPort = stringify(file).replaceAll('$CASEPORT/case', `${port}/b${index}/case`);
    const text = withPort.replaceAll('$CASE', `http://127.0.0.1:${port}/b${index}/case`);
    const place = path.join(folder, `${fileOf(testCase, index)}.yml`);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text.replaceAll('$HERE', `http://127.0.0.1:${port}/b${index}`));
  });
}

/** Runs a collection with one engine. @param run returns the results of the tests by the paths of the files, without extension */
async function runCases(
  cases: readonly BrunoCase[],
  run: (folder: string) => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<Record<string, Outcome>> {
  const received = new Map<string, ReceivedRequest[]>();
  const server = await startRecordingServer((request) => {
    const [, index = '', target = ''] = /^\/b(\d+)(.*)$/s.exec(request.target) ?? [];
    const headers = request.headers.filter((line) => comparedHeaders.test(line));
    received.set(index, [...(received.get(index) ?? []), { ...request, target, headers }]);
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'compare-bruno-'));
  try {
    writeCollection(cases, folder, server.port);
    const results = await run(folder);
    const outcomes = cases.map((testCase, index) => {
      const tests = [...(results.get(fileOf(testCase, index)) ?? ['(not run)'])].sort();
      const item = {
        name: testCase.id,
        iteration: 0,
        requests: received.get(`${index}`) ?? [],
        tests,
        errors: [],
        console: [],
      };
      return [testCase.id, { items: [item], variables: noVariables() }] as const;
    });
    return JSON.parse(JSON.stringify(Object.fromEntries(outcomes)).replaceAll(`${server.port}`, 'PORT')) as Record<
      string,
      Outcome
    >;
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Only these headers are compared. In the others the engines say their names and what they accept. */
const comparedHeaders = /^(x-[^:]*|authorization|content-type|cookie): /;

export const runWithBru = (cases: readonly BrunoCase[]): Promise<Record<string, Outcome>> =>
  runCases(cases, async (folder) => {
    const report = path.join(folder, 'report.json');
    const bru = createBru();
    const requests = await bru.run(folder, { report, args: ['--env', 'Local'] }).finally(() => bru.end());
    return new Map(
      requests.map(({ id, tests }) => [
        id,
        // Outrigger's event does not tell these two kinds of scripts apart.
        Object.entries(tests).map(
          ([name, state]) => `${state} ${name.replace(/^Post-Response (?=Script Error$)/, 'Test ')}`,
        ),
      ]),
    );
  });

/** @param run runs the collection of a folder, with the environment "Local" */
export const runBrunoCases = (
  cases: readonly BrunoCase[],
  run: (folder: string, onEvent: (event: RunEvent) => void) => Promise<void>,
): Promise<Record<string, Outcome>> =>
  runCases(cases, async (folder) => {
    const results = new Map<string, string[]>();
    const ids = new Map<number, string>();
    await run(folder, (event) => {
      if (event.type === 'request.started' && event.caller === undefined) {
        const id = event.id.replace(/\.ya?ml$/, '');
        ids.set(event.request ?? -1, id);
        results.set(id, []);
      }
      const id = ids.get(event.request ?? -1) ?? '';
      // Bruno reports a script that throws as a failed test.
      if (event.type === 'script.error' && event.script?.kind === 'post-response')
        results.get(id)?.push('failed Test Script Error');
      if (event.type === 'test') results.get(id)?.push(`${event.state} ${event.name}`);
    });
    return results;
  });
