/** Code of other languages that sends a request. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { literalIn } from './body-literal.ts';
import { codeTargets, toCode } from './code.ts';

test('code in at least ten languages, each with address, header and body', async () => {
  const targets = await codeTargets();
  const languages = new Set(targets.map(({ id }) => id.split('/')[0]));
  expect(languages.size).toBeGreaterThanOrEqual(10);
  expect(targets).toContainEqual({ id: 'shell/curl', title: 'Shell: cURL' });
  const request = {
    method: 'POST',
    url: 'https://example.com/orders?page=2',
    headers: [{ name: 'X-Signature', value: 'abc' }],
    body: { mode: 'raw' as const, text: '{"name":"tea"}', contentType: 'application/json' },
  };
  for (const { id } of targets) {
    const code = await toCode(request, id);
    expect(code, id).toMatch(/example\.com/);
    expect(code, id).toMatch(/X-Signature/i);
    expect(code, id).toMatch(/tea/);
  }
});

test('cURL checks the certificate of the server where it is checked here', async () => {
  const request = { method: 'GET', url: 'https://127.0.0.1/', headers: [] };
  expect(await toCode(request, 'shell/curl', false)).toMatch(/^curl --insecure .*127\.0\.0\.1/s);
  expect(await toCode(request, 'shell/curl')).not.toContain('--insecure');
});

test('cURL sends the bytes of a JSON body as they are sent here: a signature covers them', async () => {
  const text = '{"b":1,  "a":"it\'s"}';
  const body = { mode: 'raw' as const, text, contentType: 'application/json' };
  const code = await toCode({ method: 'POST', url: 'http://127.0.0.1/', headers: [], body }, 'shell/curl');
  expect(code).toContain(text.replace("'", `'\\''`));
  expect(code).toContain("--header 'Content-Type: application/json'");
});

describe("a stranger's request is not code", () => {
  const hostile = [`a'b"c`, '$(touch EXECUTED)', '`touch EXECUTED`', `';touch EXECUTED;'`, `'+process.exit(3)+'`];
  const evil = `${hostile.join(' ')} \\ #{exit 3} \${process.exit(3)} \\'`;

  test.each(['GET$(touch EXECUTED)', '`id`', "'", 'GET POST'])('the method %s is refused', async (method) => {
    for (const { id } of await codeTargets()) {
      const code = toCode({ method, url: 'http://127.0.0.1/', headers: [] }, id);
      await expect(code).rejects.toMatchObject({ code: 'InvalidRequest' });
    }
  });
  test('a header whose name means something in code is refused', async () => {
    const headers = [{ name: '$(touch EXECUTED)', value: '' }];
    const code = toCode({ method: 'GET', url: 'http://127.0.0.1/', headers }, 'shell/curl');
    await expect(code).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
  test('a header without a name, as a new line of the editor has it, is left out', async () => {
    const headers = [{ name: '', value: 'x' }];
    expect(await toCode({ method: 'GET', url: 'http://127.0.0.1/', headers }, 'shell/curl')).not.toContain('header');
  });
  test('each language has the value of a header as its literal, and the address as it is sent', async () => {
    const url = `http://127.0.0.1/a'b$(x)?q=%22&'r"=1`;
    for (const { id } of await codeTargets()) {
      const [language = ''] = id.split('/');
      const code = await toCode({ method: 'GET', url, headers: [{ name: 'X-A', value: evil }] }, id);
      const value = language === 'http' ? evil : literalIn(language, evil);
      // Some clients have the name of the header in the same literal.
      expect(code, id).toContain(value.slice(1, -1));
      expect(code, id).toContain('/a%27b%24(x)?q=%22&%27r%22=1');
    }
  });
  test('fields and files of a form leave no placeholder', async () => {
    const parts = [
      { name: evil, value: evil },
      { name: 'f', files: [`/tmp/${evil}`] },
    ];
    const fields = [{ name: evil, value: evil }];
    for (const { id } of await codeTargets()) {
      for (const body of [
        { mode: 'formdata' as const, parts },
        { mode: 'urlencoded' as const, fields },
        { mode: 'raw' as const, text: evil, contentType: `text/${evil}` },
      ]) {
        const code = await toCode({ method: 'POST', url: 'http://127.0.0.1/', headers: [], body }, id);
        expect(code, id).not.toMatch(/outrigger/);
      }
    }
  });

  test.each([
    ['shell/curl', 'bash', []],
    ['node/fetch', process.execPath, ['--input-type=module', '-']],
    ['ruby/native', 'ruby', []],
    ['python/python3', 'python3', []],
  ] as const)('%s sends the request that is sent here', { timeout: 30_000 }, async (target, command, options) => {
    const isThere = target === 'shell/curl' ? spawnSync('curl', ['--version']).status === 0 : hasInterpreter(command);
    if (!isThere) return;
    const received = Promise.withResolvers<{ url: string; value: string; body: string }>();
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        received.resolve({ url: request.url ?? '', value: String(request.headers['x-a']), body });
        response.end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a'b?q=%22&'r"=a b`;
    const code = await toCode(
      {
        method: 'POST',
        url,
        headers: [{ name: 'X-A', value: evil }],
        body: { mode: 'urlencoded', fields: [{ name: 'a', value: evil }] },
      },
      target,
    );
    const cwd = temporaryFolder('code');
    await execa(command, options, { input: code, cwd, env: interpreterEnvironment, reject: false });
    const { value, body, url: path } = await received.promise;
    server.close();
    expect(readdirSync(cwd).filter((file) => file === 'EXECUTED')).toEqual([]);
    expect([path, value]).toEqual(['/a%27b?q=%22&%27r%22=a%20b', evil]);
    expect(new URLSearchParams(body).get('a')).toBe(evil);
  });
});

describe('every language sends the bytes of a JSON body as they are sent here', () => {
  const text = '{"b":1,  "a":"it\'s",\n "c": 12345678901234567890, "d": "$x #{y} \\"é"}';
  const codeFor = (target: string) =>
    toCode(
      {
        method: 'POST',
        url: 'http://127.0.0.1/',
        headers: [],
        body: { mode: 'raw', text, contentType: 'application/json' },
      },
      target,
    );
  const double = JSON.stringify(text);
  const escaped = (character: string) => double.replaceAll(character, `\\${character}`);
  const literals: Record<string, string> = {
    dart: escaped('$'),
    http: text,
    julia: escaped('$'),
    kotlin: escaped('$'),
    php: `'${text.replaceAll(/[\\']/g, '\\$&')}'`,
    powershell: `'${text.replaceAll("'", "''")}'`,
    python: `${double}.encode()`,
    ruby: escaped('#'),
    shell: `'${text.replaceAll("'", String.raw`'\''`)}'`,
  };
  test('as a literal of the language', async () => {
    for (const { id } of await codeTargets()) {
      const code = await codeFor(id);
      expect(code, id).toContain(literals[id.split('/')[0] ?? ''] ?? double);
      expect(code, id).not.toMatch(/outrigger/);
      expect(code, id).toMatch(/application\/json|:json/);
    }
  });

  test.each([
    ['ruby/native', 'ruby', (literal: string) => ['-e', `print ${literal}`]],
    ['python/requests', 'python3', (literal: string) => ['-c', `import sys; sys.stdout.buffer.write(${literal})`]],
    ['php/curl', 'php', (literal: string) => ['-r', `echo ${literal};`]],
    ['shell/wget', 'sh', (literal: string) => ['-c', `printf %s ${literal}`]],
  ] as const)('%s, as its interpreter reads it', async (target, command, argumentsOf) => {
    if (!hasInterpreter(command)) return;
    const literal = literals[target.split('/')[0] ?? ''] ?? double;
    expect(await codeFor(target)).toContain(literal);
    expect(execFileSync(command, argumentsOf(literal), { encoding: 'utf8', env: interpreterEnvironment })).toBe(text);
  });
});

test.each(['@/etc/hostname', '</etc/hostname', 'x;type=text/html', '"quoted"; y'])(
  'cURL sends the text %s of a form as it is, and reads no file for it',
  async (value) => {
    const parts = [
      { name: 'a', value },
      { name: 'b', files: ['c.txt'] },
    ];
    const code = await toCode(
      { method: 'POST', url: 'http://localhost/', headers: [], body: { mode: 'formdata', parts } },
      'shell/curl',
    );
    expect(code).toContain(`--form-string 'a=${value}'`);
    expect(code).toContain("--form 'b=@c.txt'");
  },
);
