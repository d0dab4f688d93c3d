/**
 * Collections with which the makers of Postman test newman, run by newman and by Outrigger against the same local
 * server: the requests, responses, tests and outcomes must be the same. Differences are listed with their reasons in
 * docs/coming-from.md.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import newman from 'newman';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunReport } from '../../contract/runs/report.ts';
import { appFiles } from '../../core/platform/files/app-files.ts';
import { startSandbox } from '../../core/sandbox-process/sandbox.ts';
import { startEchoServer, type EchoServer } from '../../core/testing/echo-server.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const root = path.join(import.meta.dirname, '../../..');
const examples = path.join(root, 'node_modules/newman-examples');
const folder = temporaryFolder('newman');
const files = appFiles(path.join(root, 'out/main'));
/** One process runs the scripts of all collections; that the command line starts its own is tested in cli.test.ts. */
const sandbox = startSandbox(files, { size: 1, spares: 0, startsLate: true });
let echo: EchoServer;
let closeNewman: () => void;
beforeAll(async () => {
  echo = await startEchoServer();
  closeNewman = await shareNewmanSandbox();
});
afterAll(async () => {
  echo.close();
  closeNewman();
  await sandbox.close();
});

interface NewmanSandbox {
  dispose(): void;
  removeAllListeners(event: string): void;
}
type Created = (error: Error | null, context?: NewmanSandbox) => void;
/**
 * Lets all runs of newman use one sandbox, as the scripts of one run do: starting it, for each collection again, takes
 * longer than all of its requests. Returns the function that ends it.
 */
async function shareNewmanSandbox(): Promise<() => void> {
  const fromNewman = createRequire(createRequire(import.meta.url).resolve('newman'));
  const sandboxes = createRequire(fromNewman.resolve('postman-runtime'))('postman-sandbox') as {
    createContext(options: object, callback: Created): void;
  };
  const { createContext } = sandboxes;
  const context = await new Promise<NewmanSandbox>((resolve, reject) =>
    createContext({}, (error, created) => (created ? resolve(created) : reject(error ?? new Error('No sandbox.')))),
  );
  const end = context.dispose.bind(context);
  // A run disposes of its sandbox at its end; what the run listens to is removed, so that the next one is not reported to it.
  context.dispose = () => {
    for (const name of ['console', 'error', 'execution.error', 'execution.assertion']) context.removeAllListeners(name);
  };
  sandboxes.createContext = (_options, callback) => callback(null, context);
  return () => {
    sandboxes.createContext = createContext;
    end();
  };
}

/** Excluded collections, with the reason. */
const excluded: Record<string, string> = {
  'custom-http-method': 'asks a server of its own tests, on a fixed port',
  'head-requests': 'asks servers of the internet',
  'request-body-with-get': 'asks a server of its own tests, on a fixed port',
  'protocol-profile-behavior': 'asks a server of its own tests, on a fixed port',
  'v2-regression-tests': 'asks a server of the internet with a bad certificate',
  'globals-env-data-files': 'takes its address from a file of globals',
  'multi-level-folders-v1': 'is of version 1 of the format',
  'inherited-entities': 'is of version 1 of the format',
  timeout: 'is of version 1 of the format',
  tc4: 'sends a file that is not in the package',
  'comma-test-csv': 'has a data file that newman itself no longer reads',
  'request-name-in-script': 'has a pre-request script that throws: we do not send then',
  'super-sandbox-test': 'has tests whose names hold random numbers',
  helper: 'has a request with digest auth, whose tries newman lists as requests of the same name and status',
};
function* collectionsIn(where: string): Generator<string> {
  for (const name of readdirSync(where)) {
    const file = path.join(where, name);
    if (statSync(file).isDirectory()) yield* collectionsIn(file);
    else if (/\.postman_collection\.json$/.test(name) && !Object.keys(excluded).some((item) => file.includes(item)))
      yield file;
  }
}
const cases = [
  ...collectionsIn(path.join(examples, 'test/integration')),
  path.join(examples, 'examples/sample-collection.json'),
].map((file) => [path.relative(examples, file), file] as const);

/** The same collection, with a local echo service. */
function localised(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const { hostname, port } = new URL(echo.url);
  const collection = JSON.parse(
    text.replace(/(?:https?:\/\/|(?<="url": "))postman-echo\.com/g, echo.url),
    (key, value: unknown) => {
      const url = value as { host?: string[]; port?: string; protocol?: string };
      const isEcho = key === 'url' && Array.isArray(url?.host) && url.host.join('.') === 'postman-echo.com';
      return isEcho ? { ...url, protocol: 'http', host: [hostname], port } : value;
    },
  ) as object;
  const target = path.join(folder, path.basename(file));
  writeFileSync(target, JSON.stringify(collection));
  return target;
}

interface Outcome {
  requests: string[];
  tests: string[];
}
/** With an IP address, newman keeps a cookie that a redirect deletes. */
const differs = 'Delete Cookies: Body does not contain cookie foo2';
/** Numbers and other texts that are new in each run. */
const steady = (text: string) => text.replace(/[0-9a-f-]{36}|\d{3,}/g, '#');

function byNewman(collection: string, environment: string | undefined, data: string | undefined): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    newman.run(
      {
        collection: JSON.parse(readFileSync(collection, 'utf8')) as object,
        reporters: [],
        ...(environment ? { environment } : {}),
        ...(data ? { iterationData: data } : {}),
      },
      (error, summary) => {
        if (error) return reject(error);
        // Newman lists a request that had to authenticate once for each attempt.
        const executions = summary.run.executions.filter(
          ({ assertions, response }) => assertions !== undefined || response?.code !== 401,
        );
        resolve({
          requests: executions.map(({ item, response }) => `${item.name} ${response?.code ?? 'none'}`),
          tests: executions.flatMap(({ item, assertions = [] }) =>
            assertions.map((assertion) =>
              steady(
                `${item.name}: ${assertion.assertion} ${assertion.skipped ? 'skipped' : assertion.error ? 'failed' : 'passed'}`,
              ),
            ),
          ),
        });
      },
    );
  });
}

async function byUs(collection: string, environment: string | undefined, data: string | undefined): Promise<Outcome> {
  const reportFile = `${collection}.report.json`;
  const options = {
    reporter: ['json'],
    out: [reportFile],
    ...(environment === undefined ? {} : { env: environment }),
    ...(data === undefined ? {} : { iterationData: data }),
  };
  const code = await runCommand(collection, options, { version: 'test', files, sandbox });
  expect([0, 1]).toContain(code);
  const { requests } = JSON.parse(readFileSync(reportFile, 'utf8')) as RunReport;
  return {
    requests: requests.map(({ name, status }) => `${name} ${status ?? 'none'}`),
    tests: requests.flatMap(({ name, tests }) => tests.map((other) => steady(`${name}: ${other.name} ${other.state}`))),
  };
}

test('there are collections to compare', () => expect(cases.length).toBeGreaterThan(20));

test.each(cases)('%s', { timeout: 60_000 }, async (_name, file) => {
  const isAlone = path.dirname(file).endsWith('integration') || file.endsWith('sample-collection.json');
  const beside = isAlone ? [] : readdirSync(path.dirname(file));
  const at = (name: string | undefined) => name && path.join(path.dirname(file), name);
  const environment = at(beside.find((name) => name.endsWith('environment.json')));
  const data = at(beside.find((name) => /data\.(csv|json)$/.test(name)));
  const collection = localised(file);
  const newmanResult = await byNewman(collection, environment, data);
  const ours = await byUs(collection, environment, data);
  const compared = ({ requests, tests }: Outcome) => ({
    requests,
    tests: tests.filter((other) => !other.startsWith(differs)),
  });
  expect(compared(ours)).toEqual(compared(newmanResult));
});
