/** Code of other languages that sends a request. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
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
