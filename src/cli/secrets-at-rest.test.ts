/**
 * One secret in every place where a run can take it to: nothing that the command line prints or writes holds it, in any
 * form. Needs `npm run build` before.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEchoServer, type EchoServer } from '../core/testing/echo-server.ts';

const SECRET = 'S3cr3t/va"lue +1';
const cli = path.join(import.meta.dirname, '../../out/main/cli.cjs');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const forms = {
  plain: SECRET,
  JSON: json(SECRET),
  'JSON in JSON': json(json(SECRET)),
  address: encodeURIComponent(SECRET),
  'address in small letters': encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
  form: new URLSearchParams({ v: SECRET }).toString().slice(2),
  base64: Buffer.from(SECRET).toString('base64').slice(0, 20),
  'base64 of Basic': Buffer.from(`user:${SECRET}`).toString('base64').slice(8, 24),
  markup: SECRET.replaceAll('"', '&quot;'),
};

/** A script for each place. */
const places: Record<string, string> = {
  header: "await pm.sendRequest({ url: base + '/headers', header: { 'x-any': secret } });",
  query: "await pm.sendRequest(base + '/get?q=' + encodeURIComponent(secret));",
  body: "await pm.sendRequest({ url: base + '/post', method: 'POST', body: { mode: 'raw', raw: JSON.stringify({ secret }) } });",
  Basic:
    "await pm.sendRequest({ url: base + '/headers', header: { authorization: 'Basic ' + btoa('user:' + secret) } });",
  form: "await pm.sendRequest({ url: base + '/post', method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: secret }] } });",
  cookie: "await pm.sendRequest({ url: base + '/cookies', header: { cookie: 'a=' + encodeURIComponent(secret) } });",
  redirect:
    "await pm.sendRequest(base + '/redirect-to?url=' + encodeURIComponent('/get?q=' + encodeURIComponent(secret)));",
  refused:
    "await pm.sendRequest('http://127.0.0.1:1/?q=' + encodeURIComponent(secret)).catch((error) => console.log(error));",
  variable: "pm.environment.set('copy', secret); console.log(pm.environment.toObject());",
  'program argument': "await pm.executeAsync('print.sh', [secret]);",
  'program environment': "await pm.executeAsync('print.sh', [], { env: { S: secret } });",
  'program output': "await pm.executeAsync('halves.sh', [secret.slice(0, 6), secret.slice(6)]);",
  'program error': "await pm.executeAsync('fail.sh', [secret]).catch(() => undefined);",
  console:
    'console.log(secret, { [secret]: [secret] }, btoa(secret), encodeURIComponent(secret), JSON.stringify(JSON.stringify(secret)));',
  'test name': "pm.test('is ' + secret, () => {});",
  assertion: "pm.test('fails', () => { pm.expect(secret).to.equal('other'); });",
  'error message': 'throw new Error(`no ${secret}`);',
  webhook:
    "const url = pm.webhooks.url; await pm.sendRequest({ url, method: 'POST', header: { authorization: 'Bearer ' + secret, 'x-any': secret }, body: { mode: 'raw', raw: JSON.stringify({ secret }) } }); console.log(JSON.stringify(await pm.webhooks.waitFor(() => true)));",
};

let echo: EchoServer;
let folder: string;
beforeAll(async () => {
  echo = await startEchoServer();
  folder = mkdtempSync(path.join(tmpdir(), 'outrigger-at-rest-'));
  mkdirSync(path.join(folder, 'programs'));
  mkdirSync(path.join(folder, 'environments'));
  const file = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  file('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  file('environments/Local.yml', 'name: Local\nvariables:\n  - secret: true\n    name: api-key\n');
  file('programs/print.sh', 'printf "%s %s\\n" "$1" "$S"; printf "%s\\n" "$1" >&2');
  file('programs/halves.sh', 'printf "%s" "$1"; sleep 0.2; printf "%s\\n" "$2"');
  file('programs/fail.sh', 'echo "wrong: $1" >&2; exit 1');
  Object.entries(places).forEach(([name, code], at) => {
    const script = `const secret = pm.environment.get('api-key'); const base = ${JSON.stringify(echo.url)};\n${code}`;
    file(
      `${at}.yml`,
      `info:\n  name: ${JSON.stringify(name)}\nhttp:\n  method: POST\n  url: "${echo.url}/post?q={{api-key}}"\n  headers:\n    - name: x-any\n      value: "{{api-key}}"\nruntime:\n  scripts:\n    - type: after-response\n      code: ${JSON.stringify(script)}\n`,
    );
  });
});
afterAll(() => echo.close());

function run(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...process.env, OUTRIGGER_SECRET_API_KEY: SECRET, OUTRIGGER_WEBHOOK_TOKEN: SECRET, CI: '' };
    const all = ['run', folder, '--env', 'Local', '--allow-programs', '--webhook-port', '0', ...args];
    execFile(process.execPath, [cli, ...all], { cwd: folder, env, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

describe.each(Object.keys(places))('in: %s', (name) => {
  test.each(['cli', 'events', 'json', 'junit', 'html'])('%s', async (reporter) => {
    const report = path.join(folder, `report-${reporter}`);
    const isFile = reporter !== 'cli' && reporter !== 'events';
    const output = await run('--folder', name, '--reporter', reporter, ...(isFile ? ['--out', report] : []));
    const written = isFile ? output + readFileSync(report, 'utf8') : output;
    expect(written).toContain(isFile ? 'Shop' : '(secret)');
    for (const [form, text] of Object.entries(forms)) expect(written, form).not.toContain(text);
    if (isFile) expect(statSync(report).mode & 0o077).toBe(0);
  });
});

test('nothing is left in the folder of the collection', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const text = readFileSync(path.join(parentPath, name)).toString('latin1');
    for (const [form, secret] of Object.entries(forms)) expect(text, `${name}: ${form}`).not.toContain(secret);
  }
});
