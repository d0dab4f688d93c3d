/**
 * Values that become secrets while a run goes on: from then on nothing that the command line prints or writes shows
 * them. Needs `npm run build` first.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { startEchoServer } from '../../core/testing/echo-server.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');
const reporters = ['json', 'junit', 'html'] as const;

/** What a script shows of a value, in every way; `quoted` is the value in its quotes. */
const showing = (value: string) => `
console.log(${value}, { value: ${value} });
console.log(pm.execute('print.sh', [${value}]).stdout);
await pm.executeAsync('print.sh', [${value}]);
await pm.sendRequest(base + '/get?q=' + ${value});
pm.test('is ' + ${value}, () => { pm.expect(${value}).to.equal('other'); });
pm.variables.set('shown', ${value});
`;

test.each([
  ['an environment variable', "const value = made; pm.environment.set('session', value);"],
  ['one variable among very many', "const value = made; pm.environment.set('session', value);"],
  ['an older name', "const value = made; postman.setEnvironmentVariable('session', value);"],
  [
    'the member of Postman that adds many',
    "pm.environment.values.size; const value = made; pm.environment.set('session', value);",
  ],
  ['the vault', "const value = made; await pm.vault.set('session', value);"],
  [
    'one of several values',
    "for (const end of [1, 2, 3]) pm.environment.set('session', made + end); const value = made + 1;",
  ],
])('%s that a script sets is not shown after it', { timeout: 60_000 }, async (name, setting) => {
  const folder = temporaryFolder('live-secrets');
  const echo = await startEchoServer();
  mkdirSync(path.join(folder, 'programs'));
  mkdirSync(path.join(folder, 'environments'));
  const file = (at: string, text: string) => writeFileSync(path.join(folder, at), text);
  file('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  const others = name.includes('among very many')
    ? Array.from({ length: 600 }, (_value, at) => `  - name: v${at}\n    value: x\n`)
    : [];
  file('environments/Local.yml', `name: Local\nvariables:\n  - secret: true\n    name: session\n${others.join('')}`);
  file('programs/print.sh', 'printf "%s\\n" "$1"; printf "%s\\n" "$1" >&2');
  const code = `const base = '${echo.url}'; const made = ['Made', 'Of', 'Parts', 7719].join('');\n${setting}\n${showing('value')}`;
  const next = `console.log(pm.environment.get('session') ?? (await pm.vault.get('session'))); pm.test('next', () => {});`;
  const script = (text: string) =>
    `runtime:\n  scripts:\n    - type: before-request\n      code: ${JSON.stringify(text)}\n`;
  file(
    '1.yml',
    `info:\n  name: first\n  seq: 1\nhttp:\n  method: GET\n  url: "${echo.url}/get?q={{shown}}"\n${script(code)}`,
  );
  file(
    '2.yml',
    `info:\n  name: second\n  seq: 2\nhttp:\n  method: GET\n  url: "${echo.url}/get?q={{session}}"\n${script(next)}`,
  );
  const reportFiles = reporters.map((format) => path.join(folder, `report.${format}`));
  const { all } = await execa(
    process.execPath,
    [
      cli,
      'run',
      folder,
      '--env',
      'Local',
      '--allow-programs',
      '--reporter',
      'cli',
      '--reporter',
      'events',
      ...reporters.flatMap((format) => ['--reporter', format]),
      ...reportFiles.flatMap((out) => ['--out', out]),
    ],
    { cwd: folder, env: { CI: '' }, reject: false, all: true },
  );
  echo.close();
  expect(all).toContain('(secret)');
  for (const text of [all, ...reportFiles.map((out) => readFileSync(out, 'utf8'))]) {
    const at = text.indexOf('MadeOfParts7719');
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 100)).toBe('');
    expect(text).toContain('next');
  }
});
