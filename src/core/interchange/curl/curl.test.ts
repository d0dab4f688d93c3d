/**
 * cURL commands: each is run by curl itself, and its import is sent to the same server; both requests must be the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { createBodyFilePolicy } from '../../http/body/body-files.ts';
import { runCollection } from '../../runs/collection/run-collection.ts';
import { sharedRunner, sharedServer } from '../../testing/fixtures.ts';
import { fromCurl } from './curl.ts';
import { curlOptions, longOption, shortOption } from './options.ts';
import { toLoaded } from '../imported/to-loaded.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const commands = readFileSync(path.join(import.meta.dirname, 'testing/commands.txt'), 'utf8')
  .trim()
  .split('\n---\n');
/** Headers that both add by default, with different values. */
const automatic = /^(host|connection|content-length|transfer-encoding|accept-encoding|expect)$/;

const runner = sharedRunner();
let receivedRequests: { line: string; headers: string[]; body: string }[] = [];
const server = sharedServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const [, boundary] = /boundary=(.*)$/.exec(request.headers['content-type'] ?? '') ?? [];
    const plain = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
    const headers: string[] = [];
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      const [name = '', value = ''] = [request.rawHeaders[at]?.toLowerCase(), request.rawHeaders[at + 1]];
      const isDefault =
        (name === 'accept' && value === '*/*') || (name === 'user-agent' && /^(curl\/|Outrigger$)/.test(value));
      const isOwnHost = name === 'host' && value !== 'example.com';
      if ((!automatic.test(name) || (name === 'host' && !isOwnHost)) && !isDefault)
        headers.push(plain(`${name}: ${value}`));
    }
    receivedRequests.push({
      line: `${request.method} ${request.url}`,
      headers: headers.sort(),
      body: plain(Buffer.concat(chunks).toString('latin1')),
    });
    response.end('ok');
  });
});
const root = temporaryFolder('curl');

beforeAll(() => {
  writeFileSync(path.join(root, 'file.txt'), 'content');
  writeFileSync(path.join(root, 'data.json'), '{"a":1}');
});

const hasCurl = await execa('curl', ['--version'], { reject: false }).then(({ exitCode }) => exitCode === 0);

describe.runIf(hasCurl)('arrives as curl sends it', () => {
  test('there are 200 of them', () => expect(new Set(commands).size).toBeGreaterThanOrEqual(200));

  test.each(commands)('%s', async (written) => {
    const command = written.replaceAll('URL', server.url);
    receivedRequests = [];
    await execa('bash', ['-c', command.replace(/^\$ /, '')], { cwd: root, reject: false, stdin: 'ignore' });
    const byCurl = receivedRequests;
    expect(byCurl.length).toBeGreaterThan(0);
    receivedRequests = [];
    await runCollection(
      { runId: 'r', name: 'curl', requests: toLoaded(fromCurl(command), root).requests, scopes: emptyScopes() },
      {
        ...runner.dependencies({ resources: { folder: root, bodyFiles: createBodyFilePolicy({ root }) } }),
        onEvent: () => undefined,
      },
      new AbortController().signal,
    );
    expect(receivedRequests).toEqual(byCurl);
  });
});

describe.runIf(hasCurl)('the table of options', () => {
  test('has every option of curl, each with or without a value as in curl', async () => {
    const { stdout } = await execa('curl', ['--help', 'all']);
    const wrongOptions: string[] = [];
    for (const line of stdout.split('\n').slice(1)) {
      const [, letter, name = '', value] = /^\s*(?:-(\S), )?--([\w.-]+)( [<[]\S.*?[>\]]\S*)? /.exec(line) ?? [];
      if (name === 'config') continue;
      const option = curlOptions.find((option) => option.name === name);
      if (option?.takesValue !== (value !== undefined)) wrongOptions.push(name);
      if (letter && shortOption(letter)?.name !== name) wrongOptions.push(`-${letter}`);
    }
    // `ntlm-wb` and others were removed in later versions of curl; they stay in the table.
    expect(wrongOptions).toEqual([]);
  });
});

test.each([
  ['curl -K options.txt https://x', /from a file/],
  ['curl --config options.txt', /from a file/],
  ['curl -X GET', /no address/],
])('%s is refused with an explanation', (command, message) => {
  expect(() => fromCurl(command)).toThrow(message);
});

test.each([
  ['curl -x http://p https://x', ['-x http://p: set it for the workspace, in "Proxy and certificates"']],
  ['curl -H "Accept:" https://x', ['-H "Accept:": a header that is sent by itself cannot be left out']],
  ['curl --wrong https://x', ['--wrong: curl has no option of this name']],
  ['curl -b jar.txt https://x', ['the cookies of the file jar.txt']],
  ['curl -d a=1 -d @f https://x', ['the content of the file @f: add it to the body']],
  ['curl -u me https://x', ['the password of -u me: curl asks for it']],
  ['curl --http3 https://x', ['--http3: the version of HTTP is agreed with the server']],
  ['curl -F "a=<f;filename=b" https://x', ['-F a: filename=b', '-F a: the content of the file f as a text']],
])('%s reports what it omits', (command, expected) => {
  expect(fromCurl(command).warnings.map(({ what }) => what)).toEqual(expected);
});

test('a command whose addresses have more options together than the limit is refused, one at the limit is not', () => {
  const command = (addresses: number, headers: number) =>
    `curl ${'https://a.test '.repeat(addresses)}${"-H 'A: b' ".repeat(headers)}`;
  expect(() => fromCurl(command(8000, 8000))).toThrow(/more than 200,000/);
  expect(fromCurl(command(400, 100)).items).toHaveLength(400);
});

test('options for digest, NTLM and AWS signatures become auth', () => {
  const auth = (command: string) => {
    const [item] = fromCurl(command).items;
    return item && 'request' in item ? item.request.http?.auth : undefined;
  };
  expect(auth('curl --digest -u a:b https://x')).toEqual({ type: 'digest', username: 'a', password: 'b' });
  expect(auth('curl --ntlm -u "D\\\\a:b" https://x')).toMatchObject({ type: 'ntlm', username: 'a', domain: 'D' });
  const aws = { type: 'awsv4', accessKeyId: 'k', secretAccessKey: 's' };
  expect(auth('curl --aws-sigv4 aws:amz:eu-west-1:s3 -u k:s https://x')).toEqual({
    ...aws,
    region: 'eu-west-1',
    service: 's3',
  });
  expect(auth('curl --aws-sigv4 aws:amz -u k:s https://sqs.us-east-1.amazonaws.com')).toEqual({
    ...aws,
    region: 'us-east-1',
    service: 'sqs',
  });
  expect(longOption('no-compressed')).toMatchObject({ takesValue: false, treatment: 'ignored' });
});

test('variables of the shell are variables here, except where the shell would not fill them in', () => {
  const { items, warnings } = fromCurl(
    'curl "https://x/${ID}/a?b=$ID" -H "authorization: Bearer $TOKEN" -u $USER: -d \'{"$no": "\\$no"}\' -H "price: \\$5 $5 $"',
  );
  expect(items).toMatchObject([
    {
      request: {
        http: {
          url: 'https://x/{{ID}}/a?b={{ID}}',
          headers: [
            { name: 'authorization', value: 'Bearer {{TOKEN}}' },
            { name: 'price', value: '$5 $5 $' },
            { name: 'Content-Type' },
          ],
          auth: { type: 'basic', username: '{{USER}}', password: '' },
          body: { type: 'json', data: '{"$no": "\\$no"}' },
        },
      },
    },
  ]);
  expect(warnings.map(({ what }) => what)).toEqual(
    ['ID', 'TOKEN', 'USER'].map(
      (name) => `the value of $${name}, which the shell knows: set the variable {{${name}}} in an environment`,
    ),
  );
});

describe('commands as cmd.exe and PowerShell have them', () => {
  const requestsOf = (command: string) =>
    fromCurl(command).items.map((item) => ('request' in item ? item.request.http : undefined));

  test.each([
    [
      'a caret before every sign',
      ['curl ^"https://x/a?b=1^&c=^%^20d^" ^', '  -H ^"x-json: ^{^\\^"k^\\^":^\\^"v^\\^"^}^"'].join('\n'),
    ],
    ['quotes of cmd.exe', ['curl "https://x/a?b=1&c=%20d" ^', '  -H "x-json: {\\"k\\":\\"v\\"}"'].join('\r\n')],
    ['doubled quotes', 'curl "https://x/a?b=1&c=%20d" ^\n -H "x-json: {""k"":""v""}"'],
    ['the backtick of PowerShell', 'curl.exe \'https://x/a?b=1&c=%20d\' `\n  -H \'x-json: {"k":"v"}\''],
  ])('%s', (_title, command) => {
    expect(requestsOf(command)).toEqual([
      { method: 'GET', url: 'https://x/a?b=1&c=%20d', headers: [{ name: 'x-json', value: '{"k":"v"}' }] },
    ]);
  });

  test('a body of several lines, with backslashes, and a second command', () => {
    const body = '--data-raw ^"^{^\\^"a^\\^": ^\\^"b^\\^\\n^\\^"^\n\n^}^"';
    const command = `curl ^"https://x/a^" ^\n  -X ^"PUT^" ^\n  ${body} ^\n  --compressed &\ncurl ^"https://x/b^"`;
    expect(requestsOf(command)).toMatchObject([
      { method: 'PUT', url: 'https://x/a', body: { type: 'json', data: '{"a": "b\\n"\n}' } },
      { method: 'GET', url: 'https://x/b' },
    ]);
  });
});
