/** What a run begins with and what it leaves: globals, several folders, exported variables, as newman has them. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunReport } from '../../../contract/runs/report.ts';
import { startEchoServer, type EchoServer } from '../../../core/testing/echo-server.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../../../out/main/cli.cjs');
const folder = temporaryFolder('run-variables');
let echo: EchoServer;

const item = (name: string, address: string, script = '') => ({
  name,
  item: [
    {
      name: `request of ${name}`,
      request: { method: 'GET', url: `{{base}}/get?${address}` },
      event: [{ listen: 'test', script: { exec: [script] } }],
    },
  ],
});
const setVariables = `
pm.environment.set('token', 'made by the run');
pm.environment.set('count', 5);
pm.environment.unset('old');
pm.globals.set('shared', { list: [1, null] });
`;
const write = (file: string, content: object) => writeFileSync(path.join(folder, file), JSON.stringify(content));
const run = (...args: string[]) =>
  execa(process.execPath, [cli, 'run', 'shop.json', ...args], { cwd: folder, reject: false });
const addressesIn = (report: string) =>
  (JSON.parse(report) as RunReport).requests.map(({ url }) => new URL(url).search);

beforeAll(async () => {
  echo = await startEchoServer();
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const items = [
    item('first', 'token={{token}}', setVariables),
    item('second', 'g={{g}}&off={{off}}'),
    item('third', 'shared={{shared}}'),
  ];
  write('shop.json', { info: { name: 'Shop', schema }, item: items });
  const values = [
    { key: 'base', value: echo.url },
    { key: 'old', value: '1' },
    { key: 'later', value: 5, type: 'number', enabled: false },
    { key: 'laterSecret', value: 'a-secret-for-later', type: 'secret', enabled: false },
    { key: 'count', value: 'of a later time', enabled: false },
  ];
  write('environment.json', { name: 'Local', values });
  write('globals.json', {
    values: [
      { key: 'g', value: 'of the file', enabled: true },
      { key: 'off', value: 'switched off', enabled: false },
      { key: 'hidden', value: 'a-secret-global', type: 'secret' },
    ],
    _postman_variable_scope: 'globals',
  });
});
afterAll(() => echo.close());

test('the short options of newman: environment, globals, iterations, data, reporters', async () => {
  writeFileSync(path.join(folder, 'rows.csv'), 'token\nof the row\n');
  const options = ['-e', 'environment.json', '-g', 'globals.json', '-n', '2', '-d', 'rows.csv', '-k'];
  const { stdout, exitCode } = await run(...options, '-r', 'json,junit', '--out', 'a.json', '--out', 'a.xml');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(readFileSync(path.join(folder, 'a.xml'), 'utf8')).toContain('<testsuite');
  const addresses = addressesIn(readFileSync(path.join(folder, 'a.json'), 'utf8'));
  expect(addresses.slice(0, 2)).toEqual(['?token=(masked)', '?g=of%20the%20file&off={{off}}']);
  expect(addresses).toHaveLength(6);
});

test('several folders run in the order of the collection, and a global of the command line comes first', async () => {
  const options = ['-e', 'environment.json', '-g', 'globals.json', '--global-var', 'g=of the command'];
  const { stdout } = await run(...options, '--folder', 'third', '--folder', 'second', '--reporter', 'json');
  expect(addressesIn(stdout)).toEqual(['?g=of%20the%20command&off={{off}}', '?shared={{shared}}']);
  const { exitCode, stderr } = await run(...options, '--folder', 'second', '--folder', 'thrid');
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/"thrid".*\n.*"third"/) as string,
  });
});

test('a run begins with the variables that another one has exported', async () => {
  const exports = ['--export-environment', 'left.json', '--export-globals', 'left-globals.json'];
  await run('-e', 'environment.json', '--folder', 'first', ...exports);
  const left = path.join(folder, 'left.json');
  expect(JSON.parse(readFileSync(left, 'utf8'))).toMatchObject({
    name: 'Local',
    values: [
      { key: 'base', value: echo.url },
      { key: 'token', value: 'made by the run' },
      { key: 'count', value: 5, enabled: true },
      { key: 'later', value: 5, enabled: false },
      { key: 'laterSecret', value: 'a-secret-for-later', enabled: false },
    ],
  });
  expect(statSync(left).mode & 0o777).toBe(0o600);
  const { stdout } = await run('-e', 'left.json', '-g', 'left-globals.json', '--folder', 'third', '-r', 'json');
  expect(addressesIn(stdout)).toEqual([`?shared={%22list%22:[1,null]}`]);
});

test('what is switched off in a file stays in the exported one, for a run that writes over its file', async () => {
  await run('-g', 'globals.json', '--folder', 'second', '--export-globals', 'left-off.json');
  expect(JSON.parse(readFileSync(path.join(folder, 'left-off.json'), 'utf8'))).toMatchObject({
    values: [
      { key: 'g', enabled: true },
      { key: 'hidden', enabled: true },
      { key: 'off', value: 'switched off', enabled: false },
    ],
  });
});

test.each([
  [['--concurrency', '2'], "'--export-environment <file>' cannot be used with option '--concurrency <n>'"],
  [
    ['--engine', 'redis://127.0.0.1:1'],
    "'--export-environment <file>' cannot be used with option '--engine <address>'",
  ],
  [['--export-globals', 'missing/globals.json'], 'The file of variables missing/globals.json cannot be written'],
])('an export that cannot be made is refused before anything is sent: %j', async (options, message) => {
  const { exitCode, stdout, stderr } = await run(
    '-e',
    'environment.json',
    '--export-environment',
    'x.json',
    ...options,
  );
  expect(stderr).toContain(message);
  expect({ exitCode, stdout }).toEqual({ exitCode: expect.any(Number) as number, stdout: '' });
  expect(exitCode).toBeGreaterThan(1);
});

test('no report shows a secret of the globals', async () => {
  const { stdout } = await run(
    '-e',
    'environment.json',
    '-g',
    'globals.json',
    '--env-var',
    'token={{hidden}}',
    '-r',
    'json',
  );
  expect(stdout).not.toContain('a-secret-global');
});

test('--verbose prints what was sent and received, without secrets', async () => {
  const options = [
    '-e',
    'environment.json',
    '-g',
    'globals.json',
    '--env-var',
    'token={{hidden}}',
    '--folder',
    'first',
  ];
  const { stdout } = await run(...options, '--verbose');
  expect(stdout).toMatch(/^ {6}> Accept: \*\/\*$/m);
  expect(stdout).toMatch(/^ {6}< content-type: application\/json/im);
  expect(stdout).toMatch(/^ {6}< .*"token": ?"\(secret\)"/m);
  expect(stdout).not.toContain('a-secret-global');
  expect((await run(...options)).stdout).not.toContain('content-type');
});

test('a Bruno collection runs as it is', async () => {
  const bruno = temporaryFolder('bruno-as-it-is');
  writeFileSync(path.join(bruno, 'bruno.json'), '{ "version": "1", "name": "Shop", "type": "collection" }');
  const request = `meta {\n  name: ping\n  type: http\n}\n\nget {\n  url: ${echo.url}/get?a=1\n}\n\nassert {\n  res.status: eq 200\n}\n`;
  writeFileSync(path.join(bruno, 'ping.bru'), request);
  const { stdout, exitCode } = await execa(process.execPath, [cli, 'run', bruno, '-r', 'json'], { reject: false });
  expect(exitCode).toBe(0);
  expect((JSON.parse(stdout) as RunReport).requests).toMatchObject([
    { name: 'ping', status: 200, tests: [{ state: 'passed' }] },
  ]);
});

test('an environment of a folder has the values and secrets of the one that it extends', async () => {
  const root = temporaryFolder('extends');
  const files = {
    'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
    'a.yml': `info: { name: a }\nhttp: { method: GET, url: '${echo.url}/get?n={{n}}&m={{m}}&key={{key}}' }\n`,
    'environments/Base.yml':
      'variables: [{ name: n, value: "1" }, { name: m, value: "2" }, { secret: true, name: key }]\n',
    'environments/Local.yml': 'extends: Base\nvariables: [{ name: m, value: "3" }]\n',
    'environments/Odd.yml': 'extends: Odd\nvariables: []\n',
  };
  mkdirSync(path.join(root, 'environments'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(root, name), content);
  const args = ['run', root, '--env', 'Local', '--env-var', 'key=hidden-value', '-r', 'json'];
  const { stdout, stderr } = await execa(process.execPath, [cli, ...args], { reject: false });
  expect(addressesIn(stdout)[0]).toMatch(/^\?n=1&m=3&key=/);
  expect(stdout).not.toContain('hidden-value');
  expect(stderr).toContain('Odd → Odd');
});
