/**
 * A secret in every place to which a run can take it: nothing that the command line prints or writes contains a part of
 * it, in any form. Every place has a secret of its own, so that one run tests all of them. Needs `npm run build` first.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEchoServer, type EchoServer } from '../core/testing/echo-server.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../out/main/cli.cjs');

/** A script for each place. `secret` is the value; `base` is the server's address. */
const places: Record<string, string> = {
  header: "await pm.sendRequest({ url: base + '/headers', header: { 'x-any': encodeURIComponent(secret) } });",
  query: "await pm.sendRequest(base + '/get?q=' + encodeURIComponent(secret));",
  path: "await pm.sendRequest(base + '/anything/' + encodeURIComponent(secret));",
  'user and password':
    "await pm.sendRequest(base.replace('//', '//user:' + encodeURIComponent(secret) + '@') + '/get');",
  body: "await pm.sendRequest({ url: base + '/post', method: 'POST', body: { mode: 'raw', raw: JSON.stringify({ secret }) } });",
  Basic:
    "await pm.sendRequest({ url: base + '/headers', header: { authorization: 'Basic ' + btoa('user:' + secret) } });",
  form: "await pm.sendRequest({ url: base + '/post', method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: secret }] } });",
  'form of several parts':
    "await pm.sendRequest({ url: base + '/post', method: 'POST', body: { mode: 'formdata', formdata: [{ key: 'a', value: secret }] } });",
  cookie: "await pm.sendRequest({ url: base + '/cookies', header: { cookie: 'a=' + encodeURIComponent(secret) } });",
  'answered header': "await pm.sendRequest(base + '/response-headers?x-any=' + encodeURIComponent(secret));",
  redirect:
    "await pm.sendRequest(base + '/redirect-to?url=' + encodeURIComponent('/get?q=' + encodeURIComponent(secret)));",
  refused:
    "await pm.sendRequest('http://127.0.0.1:1/?q=' + encodeURIComponent(secret)).catch((error) => console.log(error));",
  variable: "pm.environment.set('copy', secret); console.log(pm.environment.toObject());",
  'global variable': "pm.globals.set('copy', secret); console.log(pm.globals.get('copy'));",
  'program argument': "await pm.executeAsync('print.sh', [secret]);",
  'program argument of several lines': "await pm.executeAsync('print.sh', ['-a\\nb ' + secret + '\\u200b']);",
  'program environment': "await pm.executeAsync('print.sh', [], { env: { S: secret } });",
  'name in the program environment': "await pm.executeAsync('print.sh', [], { env: { ['A ' + secret]: 'x' } });",
  'program input': "await pm.executeAsync('print.sh', [], { stdin: secret });",
  'program input of several lines':
    "await pm.executeAsync('print.sh', [], { stdin: '-%d\\n' + secret + '\\n\\u0001' });",
  'program folder':
    "await pm.executeAsync('print.sh', [], { cwd: 'no ' + secret }).catch((error) => console.log(error));",
  'program name': "await pm.executeAsync('no ' + secret + '.sh').catch((error) => console.log(error));",
  'program output': "await pm.executeAsync('halves.sh', [secret]);",
  'long line of a program, in parts': "await pm.executeAsync('long.sh', [secret]);",
  'program error': "await pm.executeAsync('fail.sh', [secret]).catch(() => undefined);",
  console:
    'console.log(secret, { [secret]: [secret] }, btoa(secret), encodeURIComponent(secret), JSON.stringify(JSON.stringify(secret)));',
  'hexadecimal and base64 of addresses':
    "const bytes = require('buffer').Buffer.from(secret); console.log(bytes.toString('hex'), bytes.toString('hex').toUpperCase(), btoa('x' + secret).replaceAll('+', '-').replaceAll('/', '_'));",
  'console.table, console.error': 'console.table([{ secret }]); console.error(new Error(secret));',
  'long line of a script, cut in its middle': "console.log('x'.repeat(199_988) + secret);",
  'test name': "pm.test('is ' + secret, () => {});",
  'name of a skipped test': "pm.test.skip('is ' + secret, () => {});",
  assertion: "pm.test('fails', () => { pm.expect(secret).to.equal('other'); });",
  'assertion about an object': "pm.test('fails', () => { pm.expect({ a: [secret] }).to.eql({ a: [] }); });",
  'error message': 'throw new Error(`no ${secret}`);',
  'thrown object': 'throw { message: secret, secret };',
  'rejected promise': "Promise.reject(new Error('no ' + secret)); await new Promise((go) => setTimeout(go, 20));",
  'name of a library': "await pm.require('no ' + secret);",
  'request that a script runs': "await pm.execution.runRequest('no ' + secret);",
  'visualized data': "pm.visualizer.set('<b>{{secret}}</b>', { secret });",
  webhook:
    "const url = pm.webhooks.url; await pm.sendRequest({ url: url + '?q=' + encodeURIComponent(secret), method: 'POST', header: { authorization: 'Bearer ' + encodeURIComponent(secret) }, body: { mode: 'raw', raw: JSON.stringify({ secret }) } }); console.log(JSON.stringify(await pm.webhooks.waitFor(() => true)));",
  'webhook with a compressed body':
    "await pm.executeAsync('compressed.js', [pm.webhooks.url, secret]); console.log(JSON.stringify(await pm.webhooks.waitFor(() => true)));",
  // The last one, because it ends the run.
  'next request': "pm.execution.setNextRequest('no ' + secret);",
};
const names = Object.keys(places);
const reporters = ['cli', 'events', 'json', 'junit', 'html'] as const;

/**
 * Two halves of letters and digits, which every encoding leaves together, around characters that encodings write
 * differently.
 */
const halvesOf = (place: string): [string, string] => {
  const digits = createHash('sha256').update(place).digest('base64url').replace(/[-_]/g, '');
  return [`S${digits.slice(0, 11)}`, `E${digits.slice(11, 22)}`];
};
const secretOf = (place: string) => halvesOf(place).join(`'/v"a\tl %1-+\\\u00e9`);
const variableOf = (place: string) => `api-key-${names.indexOf(place)}`;

/**
 * What a text with one of the halves contains: the half itself, in hexadecimal, or in base64 at each of the three
 * offsets.
 */
function tracesOf(place: string): string[] {
  return halvesOf(place).flatMap((half) => [
    half,
    Buffer.from(half).toString('hex'),
    Buffer.from(half).toString('hex').toUpperCase(),
    ...[0, 1, 2].map((before) =>
      Buffer.from('?'.repeat(before) + half)
        .toString('base64')
        .slice(before + 1, before + 13),
    ),
  ]);
}

let echo: EchoServer;
let folder: string;
/** The longest duration of a run on a busy machine; usually it takes a tenth of this. */
const RUN_MS = 55_000;
type Written = Record<(typeof reporters)[number], string>;
beforeAll(async () => {
  echo = await startEchoServer();
  folder = temporaryFolder('at-rest');
  mkdirSync(path.join(folder, 'programs'));
  mkdirSync(path.join(folder, 'environments'));
  const file = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  file('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  const variables = names.map((name) => `  - secret: true\n    name: ${variableOf(name)}\n`).join('');
  file('environments/Local.yml', `name: Local\nvariables:\n${variables}`);
  file('environments/Open.yml', 'name: Open\nvariables: []\n');
  file('programs/print.sh', 'cat; printf "%s %s\\n" "$1" "$S"; printf "%s\\n" "$1" >&2');
  file('programs/halves.sh', 'printf "%s" "$1" | head -c 6; sleep 0.2; printf "%s\\n" "$1" | tail -c +7');
  file(
    'programs/long.sh',
    'head -c 65536 /dev/zero | tr "\\0" x; printf "%s" "$1" | head -c 16; sleep 0.2; printf "%s" "$1" | tail -c +17',
  );
  file('programs/fail.sh', 'echo "wrong: $1" >&2; exit 1');
  file(
    'programs/compressed.js',
    `const [, , url, secret] = process.argv;
     const body = require('node:zlib').gzipSync(JSON.stringify({ secret }));
     fetch(url, { method: 'POST', headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' }, body });`,
  );
  for (const [at, [name, code]] of Object.entries(places).entries()) {
    const variable = variableOf(name);
    const script = `const secret = pm.environment.get('${variable}'); const base = ${JSON.stringify(echo.url)};\n${code}`;
    const field = `"{{${variable}}}"`;
    file(
      `${at}.yml`,
      `info:\n  name: ${JSON.stringify(name)}\n  seq: ${at}\nhttp:\n  method: POST\n  url: "${echo.url}/post?q={{${variable}}}"\n  body:\n    type: text\n    data: ${field}\nruntime:\n  scripts:\n    - type: after-response\n      code: ${JSON.stringify(script)}\n`,
    );
  }
});
afterAll(() => echo.close());

/** The output of one run. A run that failed is repeated for the next test that uses it. */
function doneOnce(start: () => Promise<Written>): () => Promise<Written> {
  let written: Promise<Written> | undefined;
  return () =>
    (written ??= start().catch((error: unknown) => {
      written = undefined;
      throw error;
    }));
}
const masked = doneOnce(() => run('Local', []));
const unmasked = doneOnce(() =>
  run(
    'Open',
    names.flatMap((name) => ['--env-var', `${variableOf(name)}=${secretOf(name)}`]),
  ),
);

async function run(environment: string, more: string[]): Promise<Written> {
  const fileOf = (format: string) => path.join(folder, `report-${environment}.${format}`);
  const files = ['json', 'junit', 'html'];
  const { stdout, stderr, timedOut } = await execa(
    process.execPath,
    [
      cli,
      'run',
      folder,
      '--env',
      environment,
      '--allow-programs',
      '--webhook-port',
      '0',
      ...more,
      ...reporters.flatMap((name) => ['--reporter', name]),
      ...files.flatMap((format) => ['--out', fileOf(format)]),
    ],
    {
      cwd: folder,
      env: {
        ...(environment === 'Local' &&
          Object.fromEntries(
            names.map((name) => [
              `OUTRIGGER_SECRET_${variableOf(name).toUpperCase().replaceAll('-', '_')}`,
              secretOf(name),
            ]),
          )),
        CI: '',
      },
      reject: false,
      maxBuffer: 1e8,
      timeout: RUN_MS,
    },
  );
  if (timedOut) throw new Error(`The run did not end. Its last events: ${stdout.slice(-2000)}`);
  const [json = '', junit = '', html = ''] = files.map((format) => readFileSync(fileOf(format), 'utf8'));
  return { cli: stderr, events: stdout, json, junit, html };
}

describe.each(names)('in: %s', (place) => {
  test.each(reporters)('%s', async (reporter) => {
    const text = (await masked())[reporter];
    expect(text).toContain(reporter === 'cli' || reporter === 'events' ? '(secret)' : 'next request');
    for (const trace of tracesOf(place)) {
      const at = text.indexOf(trace);
      expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 100)).toBe('');
    }
  });
  test('a value that is not a secret is shown', async () => {
    const all = Object.values(await unmasked()).join('\n');
    expect(tracesOf(place).some((trace) => all.includes(trace))).toBe(true);
  });
});

test('only their owner can read the reports', async () => {
  await masked();
  for (const format of ['json', 'junit', 'html']) {
    expect(statSync(path.join(folder, `report-Local.${format}`)).mode & 0o077).toBe(0);
  }
});

test('the folder of the collection contains no secret', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    if (name.startsWith('report-Open')) continue;
    const text = readFileSync(path.join(parentPath, name)).toString('latin1');
    for (const trace of names.flatMap(tracesOf)) expect(text.includes(trace), `${name}: ${trace}`).toBe(false);
  }
});

test('the error about a report that cannot be written contains no secret', async () => {
  const [place = ''] = names;
  const out = path.join(folder, 'no folder', `${secretOf(place).replaceAll('/', '')}.json`);
  const variable = `OUTRIGGER_SECRET_${variableOf(place).toUpperCase().replaceAll('-', '_')}`;
  const { all } = await execa(
    process.execPath,
    [cli, 'run', folder, '--env', 'Local', '--reporter', 'json', '--out', out],
    {
      env: { [variable]: secretOf(place).replaceAll('/', '') },
      reject: false,
      all: true,
    },
  );
  expect(all).toContain('(secret)');
  for (const trace of tracesOf(place)) expect(all).not.toContain(trace);
});
