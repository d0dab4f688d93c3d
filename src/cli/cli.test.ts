/** The built command line as a user runs it. Needs `npm run build` first. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from 'node:net';
import { execa } from 'execa';
import { exampleFor } from '../core/providers/messaging/recognition/recognize.ts';
import { foldRuns, newRun } from '../contract/runs/fold-run.ts';
import { runEvent } from '../contract/runs/run-event.ts';
import { localCertificateFile } from '../core/notifications/listener/local-certificate-file.ts';
import { workspaceStateFolder } from '../core/platform/files/private-files.ts';
import { alive } from '../core/testing/alive.ts';
import { freePort } from '../core/testing/free-port.ts';
import { hasInterpreter } from '../core/testing/interpreters.ts';
import { buildJar, jarFolder } from '../core/testing/jars.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const root = path.join(import.meta.dirname, '../..');
const bin = path.join(root, 'bin/outrigger.cjs');
const folder = temporaryFolder('cli');
const script = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}
const outrigger = (...args: string[]) => outriggerWith({}, ...args);
async function outriggerWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const options = { cwd: root, env, stdin: 'ignore', reject: false, stripFinalNewline: false } as const;
  const { exitCode, stdout, stderr } = await execa(process.execPath, [bin, ...args], options);
  return { code: exitCode ?? 0, stdout, stderr };
}

beforeAll(() => {
  if (!existsSync(path.join(root, 'out/main/cli.cjs'))) throw new Error('Run npm run build first.');
});

test('stores its compiled code in the cache folder, and works without the cache', async () => {
  const config = temporaryFolder('config');
  const cache = path.join(config, 'cache');
  const small = script('small.js', "pm.test('ok', () => {});");
  // The tests set a cache folder of their own, which Node prefers.
  const env = { OUTRIGGER_CONFIG_DIR: config, NODE_COMPILE_CACHE: undefined };
  const passes = () => outriggerWith(env, 'run', small);
  expect((await passes()).code).toBe(0);
  expect(readdirSync(path.join(cache, 'compiled'))).not.toEqual([]);
  expect((await passes()).code).toBe(0);
  rmSync(cache, { recursive: true });
  writeFileSync(cache, 'not a folder');
  expect(await passes()).toMatchObject({ code: 0, stderr: '' });
});

test.runIf(hasInterpreter('java') && hasInterpreter('javac'))('a warm JVM serves a run, and ends with it', async () => {
  const body = 'return java.lang.management.ManagementFactory.getRuntimeMXBean().getName().split("@")[0];';
  const programs = jarFolder();
  buildJar(path.join(programs, 'pid.jar'), {
    'Pid.java': `package acme; public class Pid { public static String pid() { ${body} } }`,
  });
  const call = "await pm.executeAsync('pid.jar', [], { className: 'acme.Pid', method: 'pid', warm: true })";
  const file = script('warm.js', `console.log('pids', ${call}, ${call});`);
  const { code, stdout } = await outrigger('run', file, '--external-program-path', programs, '--allow-programs');
  expect(code).toBe(0);
  const [, first, second] = /pids (\d+) (\d+)/.exec(stdout) ?? [];
  expect(second).toBe(first);
  expect(await alive([Number(first)])).toEqual([]);
});

const hello = ['run', 'examples/hello/scripts/hello.js', '--external-program-path', 'examples/hello/programs'];

test.runIf(hasInterpreter('python'))('the sample runs and prints what it does', async () => {
  const { code, stdout } = await outrigger(...hello, '--allow-programs');
  const withoutTimes = stdout.replace(/\d+ ms/g, 'N ms');
  const there = `cd ${path.join(root, 'examples/hello/programs')} &&`;
  expect(withoutTimes).toBe(`▸ hello.js
  [1] $ ${there} python hello.py world 42
    ! about to greet world
    | Hello world, 43
    ✓ exit code 0, N ms
  log   Python says: Hello world, 43
  [2] $ ${there} node hello.js world 42
    | {"greeting":"Hello world","next":43}
    ✓ exit code 0, N ms
  log   JavaScript says: { greeting: "Hello world", next: 43 }
  [3] $ ${there} sh hello.sh 'spaces are fine' '$HOME' 'it'\\''s'
    | Hello spaces are fine
    | Hello $HOME
    | Hello it's
    ✓ exit code 0, N ms
  ✓ Python greets and counts
  ✓ JavaScript answers with an object
  ✓ the shell got every argument unchanged
passed (3 passed, 0 failed) in N ms
`);
  expect(code).toBe(0);
});

test('a secret of an environment is read from the variable of that environment first', async () => {
  const collection = temporaryFolder('cli-secrets');
  mkdirSync(path.join(collection, 'environments'));
  const files = {
    'opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Shop\n',
    'a.yml': `info:
  name: a
  type: http
http:
  method: GET
  url: http://127.0.0.1:1/
runtime:
  scripts:
    - type: before-request
      code: |
        const lengthOf = (name) => name + ' with ' + pm.environment.get(name).length + ' letters';
        console.log(pm.environment.name + ' has', lengthOf('api-key'), lengthOf('other-key'));
        pm.execution.skipRequest();
`,
    'environments/Staging.yml':
      'name: Staging\nvariables:\n  - secret: true\n    name: api-key\n  - secret: true\n    name: other-key\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(collection, name), text);
  const env = {
    OUTRIGGER_SECRET_API_KEY: '12345',
    OUTRIGGER_SECRET_STAGING__API_KEY: '1234567',
    // The variable of another environment has no effect.
    OUTRIGGER_SECRET_OTHER_KEY: '123',
    OUTRIGGER_SECRET_LOCAL__OTHER_KEY: '123456789',
  };
  const { stdout } = await outriggerWith(env, 'run', collection, '--env', 'Staging');
  expect(stdout).toContain('Staging has api-key with 7 letters other-key with 3 letters');
});

describe('programs', () => {
  const call = script('call.js', "console.log(await pm.executeAsync('hello.sh', ['x']));");
  const directory = ['--external-program-path', 'examples/hello/programs'];
  test('are refused where nobody can be asked, and the options are named', async () => {
    const { code, stdout } = await outrigger('run', call, ...directory);
    expect(code).toBe(1);
    expect(stdout).toContain('--allow-programs');
    expect(stdout).toContain('--allow-program hello.sh');
    expect(stdout).not.toContain('Hello x');
  });
  test('are allowed one by one', async () => {
    const both = script(
      'both.js',
      "console.log(await pm.executeAsync('hello.sh', ['x'])); console.log(await pm.executeAsync('hello.js', ['y', '1']));",
    );
    const first = ['--allow-program', 'hello.sh'];
    const oneAllowed = await outrigger('run', both, ...directory, ...first);
    expect(oneAllowed.code).toBe(1);
    expect(oneAllowed.stdout).toContain('Hello x');
    expect(oneAllowed.stdout).toContain('--allow-program hello.js');
    expect(oneAllowed.stdout).not.toContain('Hello y');
    const bothAllowed = await outrigger('run', both, ...directory, '--allow-program', 'hello.js', ...first);
    expect(bothAllowed).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello y') as string });
  });
  test('an allowed program that does not exist is a usage error', async () => {
    const { code, stderr } = await outrigger('run', call, ...directory, '--allow-program', 'none.sh');
    expect(code).not.toBe(0);
    expect(stderr).toContain('none.sh');
  });
});

describe('exit codes', () => {
  test.each([
    ['a test that fails', "pm.test('no', () => pm.expect(1).to.equal(2));", /✗ no/],
    ['a script that throws', "throw new Error('thrown');", /Error: thrown[\s\S]*at line 1, column 7/],
    ['a script that does not compile', 'let a = (;', /SyntaxError[\s\S]*at line 1, column 10/],
  ])('%s', async (_name, text, shown) => {
    const result = await outrigger('run', script('exit.js', text));
    expect(result.stdout).toMatch(shown);
    expect(result.code).toBe(1);
  });

  test.each([
    ['no command', [], /Usage: outrigger/],
    ['an unknown command', ['rnu'], /unknown command 'rnu'/],
    ['no script', ['run'], /missing required argument 'target'/],
    ['an unknown option', ['run', 'x.js', '--nope'], /unknown option '--nope'/],
    ['a missing script', ['run', 'none.js'], /none\.js does not exist\.\nCheck the path\./],
    ['a folder as a script', ['run', 'examples'], /There is no opencollection\.yml in examples/],
    ['a missing directory', ['run', bin, '--external-program-path', '/none'], /\/none does not exist/],
    ['an invalid timeout', ['run', bin, '--timeout-script', 'soon'], /whole number of milliseconds/],
    ['a variable without a value', ['run', bin, '--env-var', 'name'], /key=value/],
    ['a second source to import', ['import', 'a.json', 'b'], /too many arguments[\s\S]*named with --to\./],
    ['an unknown reporter', ['run', bin, '--reporter', 'xml'], /cli, events, json, ndjson, junit, html/],
  ])('usage error: %s', async (_name, args, text) => {
    const { code, stderr } = await outrigger(...args);
    expect(stderr).toMatch(text);
    expect(code).toBe(2);
  });
});

test('an argument that is refused is shown without what a terminal or a CI system would obey', async () => {
  const hostile = '\u001b[31m\n::error::x ##vso[task.x]';
  for (const args of [
    [hostile],
    ['run', `--x${hostile}`],
    ['run', '--reporter', hostile],
    ['import', `--x${hostile}`],
  ]) {
    const { code, stderr } = await outrigger(...args);
    expect(stderr).toContain('\\x1b[31m');
    expect(stderr).not.toMatch(/\u001b|^::|##vso/m);
    expect(code).toBe(2);
  }
});

test('help and version are not errors', async () => {
  const help = await outrigger('run', '--help');
  expect(help.code).toBe(0);
  for (const option of [
    '--external-program-path',
    '--allow-programs',
    '--allow-program',
    '--timeout-script',
    '--env-var',
    '--reporter',
  ]) {
    expect(help.stdout).toContain(option);
  }
  expect((await outrigger('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('--timeout-script ends a script, --env-var gives it variables, --no-color is without colours', async () => {
  const file = script('endless.js', "console.log(pm.variables.get('a'), pm.variables.get('b')); for (;;) {}");
  const variables = ['--env-var', 'a=1=2', '--env-var', 'b='];
  const { code, stdout } = await outrigger('run', file, '--timeout-script', '300', ...variables, '--no-color');
  expect(code).toBe(1);
  expect(stdout).toContain('300 ms (timeout)');
  expect(stdout).toContain('log   1=2 \n');
  expect(stdout).not.toContain('\u001b[');
});

test('--reporter events prints the stream, from which the same state is folded', async () => {
  const file = script('events.js', "console.log('x'); pm.test('t', () => {});");
  const { stdout, stderr, code } = await outrigger('run', file, '--reporter', 'events', '--reporter', 'cli');
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => runEvent.parse(JSON.parse(line)));
  expect(events.map(({ type }) => type)).toEqual(['run.started', 'console', 'test', 'run.finished']);
  expect(foldRuns(newRun('run-1'), events)).toMatchObject({ status: 'passed', tests: { passed: 1 } });
  expect(stderr).toContain('✓ t');
  expect(code).toBe(0);
});

test('when everything passed, the exit code is 0; colours are printed when requested, otherwise only on a terminal', async () => {
  const file = script('color.js', "pm.test('t', () => {});");
  const plain = await outrigger('run', file);
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ t') as string });
  expect(plain.stdout).not.toContain('\u001b[');
  expect((await outrigger('run', file, '--color')).stdout).toContain('\u001b[32m✓');
});

test.runIf(process.platform !== 'win32')(
  'Ctrl+C stops the run with its programs, and prints that it was stopped',
  async () => {
    const programs = temporaryFolder('cli-programs');
    writeFileSync(path.join(programs, 'slow.sh'), 'echo $$; sleep 300');
    const file = script('slow.js', "await pm.executeAsync('slow.sh');");
    const args = [bin, 'run', file, '--external-program-path', programs, '--allow-programs'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    let pressed = false;
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
      if (/^ +\| \d+$/m.test(stdout) && !pressed) pressed = child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(stdout).toContain('stopped');
    const pid = Number(/^ +\| (\d+)$/m.exec(stdout)?.[1]);
    expect(() => process.kill(pid, 0)).toThrow();
  },
);

test.runIf(process.platform !== 'win32')(
  'when the reader of the output closes it, the command ends without an error',
  async () => {
    const file = script(
      'long.js',
      "for (let i = 0; i < 5000; i++) { console.log('line', i); if (i % 100 === 0) await new Promise((r) => setTimeout(r, 1)); }",
    );
    const headOf = (options: string) => {
      const command = `"${process.execPath}" "${bin}" run "${file}" ${options} 2>&1 >&3 3>&- | cat >&2`;
      return execa('sh', ['-c', `{ ${command}; } 3>&1 | head -2`]);
    };
    const { stdout, stderr } = await headOf('');
    expect([stdout, stderr]).toEqual(['▸ long.js\n  log   line 0', '']);
    const report = await headOf('--reporter json');
    expect([report.stdout, report.stderr]).toEqual(['{\n  "version": 1,', '']);
  },
);

/** Starts a command that keeps running, and returns its output so far. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (printed.out += String(chunk)));
  child.stderr.on('data', (chunk) => (printed.err += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const until = async (check: () => boolean) => {
    for (let tries = 0; !check(); tries += 1) {
      if (tries > 500) throw new Error(`it did not happen: ${printed.out}${printed.err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, printed, ended, until };
}

describe('notifications', () => {
  test('listen --json prints one object a line, also when it ends in the middle of a burst; the notifications are recognised and stored', async () => {
    const { child, printed, ended, until } = start(
      'listen',
      '--port',
      '0',
      '--json',
      '--token',
      'secret',
      '--workspace',
      folder,
    );
    await until(() => printed.err.includes('listening on'));
    const url = /http:\S+/.exec(printed.err)?.[0] ?? '';
    const headers = { authorization: 'Bearer secret' };
    for (const body of [JSON.stringify(exampleFor('swe002')), JSON.stringify(exampleFor('swe002')), 'no JSON']) {
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    const ping = {
      method: 'POST',
      headers: { ...headers, 'X-GitHub-Event': 'ping' },
      body: '{"zen":"Be round.","hook_id":1}',
    };
    expect((await fetch(url, ping)).status).toBe(200);
    await until(() => printed.out.split('\n').length === 5);
    const body = JSON.stringify(exampleFor('incoming_text'));
    const head = `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\nContent-Length: ${Buffer.byteLength(body)}`;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => (answers += String(chunk)));
    socket.write(`${head}\r\n\r\n${body}`.repeat(1000));
    await until(() => answers.split('200 OK').length > 1000);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const lines = printed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 1004 }, (_, index) => index + 1));
    expect(lines.slice(0, 4)).toMatchObject([
      {
        id: 1,
        provider: 'messaging',
        event: 'incomingMessageReceived',
        kind: 'swe002',
        code: 'SWE002',
        verdict: 'documented',
        repeatOf: null,
        body: exampleFor('swe002'),
      },
      { id: 2, repeatOf: 1 },
      { id: 3, provider: null, event: null, kind: null, verdict: 'unknown', code: null, body: 'no JSON' },
      { id: 4, provider: 'github', event: 'ping', title: 'Ping of the webhook' },
    ]);
    expect(Object.keys(lines[0] ?? {})).toEqual([
      'id',
      'receivedAt',
      'method',
      'path',
      'provider',
      'event',
      'kind',
      'title',
      'code',
      'verdict',
      'repeatOf',
      'signature',
      'signatureReason',
      'body',
      'text',
    ]);
    const config = process.env['OUTRIGGER_CONFIG_DIR'];
    expect(workspaceStateFolder(realpathSync(folder)).startsWith(config ?? '?')).toBe(true);
    expect(existsSync(path.join(workspaceStateFolder(realpathSync(folder)), 'notifications.sqlite'))).toBe(true);
    expect(existsSync(path.join(folder, '.outrigger'))).toBe(false);
  });
  test('listen serves TLS with the certificate of this computer', async () => {
    const workspace = temporaryFolder('tls');
    const { child, printed, ended, until } = start(
      'listen',
      '--port',
      '0',
      '--json',
      '--tls',
      '--workspace',
      workspace,
    );
    await until(() => printed.err.includes('have to trust'));
    const url = /https:\S+/.exec(printed.err)?.[0] ?? '';
    const certificateFile = localCertificateFile(workspaceStateFolder(realpathSync(workspace)));
    expect(printed.err).toContain(`senders have to trust the certificate ${certificateFile}`);
    const ca = readFileSync(certificateFile);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = https.request(url, { method: 'POST', ca }, (response) => resolve(response.statusCode));
      request.on('error', reject).end('{}');
    });
    expect(status).toBe(200);
    await until(() => printed.out.includes('"id":1'));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const { code, stderr } = await outrigger('listen', '--tls-cert', 'cert.pem', '--workspace', workspace);
    expect(code).toBe(2);
    expect(stderr).toContain('Give --tls-cert and --tls-key together');
  });
  test('a token is required for addresses beyond this computer', async () => {
    const { code, stderr } = await outrigger('listen', '--host', '0.0.0.0', '--workspace', folder);
    expect(code).toBe(2);
    expect(stderr).toContain('Set a token first (OUTRIGGER_WEBHOOK_TOKEN');
  });
  test('the simulator refuses an address that it cannot post to', async () => {
    const { code, stderr } = await outrigger('simulate', '--webhook-url', 'localhost');
    expect(code).toBe(2);
    expect(stderr).toContain('"localhost" is not an address to send to');
  });
});

describe('the simulated service', () => {
  let port: number;
  let simulator: ReturnType<typeof start>;
  let apiUrl = '';
  let idInstance = '';
  let apiTokenInstance = '';
  beforeAll(async () => {
    port = await freePort();
    const options = ['--webhook-url', `http://127.0.0.1:${port}/`, '--speed', '600', '--rate', '1000'];
    simulator = start('simulate', ...options);
    await simulator.until(() => simulator.printed.out.includes('apiUrl'));
    ({
      apiUrl = '',
      idInstance = '',
      apiTokenInstance = '',
    } = JSON.parse(simulator.printed.out) as Record<string, string>);
  });
  afterAll(async () => {
    simulator.child.kill('SIGTERM');
    expect(await simulator.ended).toBe(0);
  });
  test('a run waits for the notifications that the simulated service posts', async () => {
    const file = script(
      'await.js',
      `const url = pm.environment.get('api') + '/sendMessage/' + pm.environment.get('token');
       const sent = await pm.sendRequest({ url, method: 'POST', header: { 'Content-Type': 'application/json' }, body: { mode: 'raw', raw: '{"chatId":"1@c.us","message":"hi"}' } });
       const read = await pm.webhooks.waitFor({ idMessage: sent.json().idMessage, status: 'read' }, { timeout: 10000 });
       pm.test('all of its life', () => pm.expect(pm.webhooks.list().map(({ kind }) => kind)).to.include.members(['outgoing_api_text', 'outgoing_status_sent', read.kind]));`,
    );
    const api = `api=${apiUrl}/waInstance${idInstance}`;
    const { code, stdout } = await outrigger(
      'run',
      file,
      '--webhook-port',
      String(port),
      '--env-var',
      api,
      '--env-var',
      `token=${apiTokenInstance}`,
    );
    expect(stdout).toContain('✓ all of its life');
    expect(stdout).not.toContain(apiTokenInstance);
    expect(code).toBe(0);
  });
  test.runIf(hasInterpreter('java'))('the sample workspace runs from sending to the last status', async () => {
    const { code, stdout } = await outrigger(
      ...['run', 'examples/messaging', '--env', 'Simulator', '--allow-programs'],
      ...['--webhook-port', String(port), '--env-var', `apiUrl=${apiUrl}`],
    );
    expect(stdout).toContain('→ Send and await / Send a signed message');
    for (const name of ['was accepted', 'sent', 'delivered', 'read', 'nothing failed on the way'])
      expect(stdout).toContain(`✓ ${name}`);
    expect(stdout).toMatch(/example\.Signer/);
    expect(stdout).not.toContain(apiTokenInstance);
    expect(code).toBe(0);
  });
  test('the shipped collection runs against the simulated service', async () => {
    const args = ['run', 'resources/messaging-service.yml', '--env', 'Messaging service', '--bail'];
    const variables = [`apiUrl=${apiUrl}`, `mediaUrl=${apiUrl}`, `idInstance=${idInstance}`].flatMap((item) => [
      '--env-var',
      item,
    ]);
    const result = await outriggerWith({ OUTRIGGER_SECRET_APITOKENINSTANCE: 'simulated-token' }, ...args, ...variables);
    expect(result.stdout).toContain('→ Messaging service / Account / Get account state');
    expect(result.stdout).toMatch(/GET http:\S+\/getStateInstance\/\(token\) 200 OK/);
    expect(result.stdout).not.toContain('simulated-token');
    const failedRun = await outrigger('run', 'resources/messaging-service.yml', '--env', 'nope');
    expect(failedRun).toMatchObject({ code: 2 });
    expect(failedRun.stderr).toContain('There are: Messaging service.');
  });
});

const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');
describe.runIf(hasTerminal)('on a terminal', () => {
  const call = script('terminal.js', "console.log(await pm.executeAsync('hello.sh', ['x']));");
  /** Runs a command in a pseudo-terminal, and types one of the texts at each prompt. */
  function withTerminal(...typed: string[]): Promise<Ended> {
    const words = [process.execPath, bin, 'run', call, '--external-program-path', 'examples/hello/programs'];
    const env = { ...process.env, OUTRIGGER_CONFIG_DIR: temporaryFolder('terminal') };
    const child = spawn('script', ['-qec', words.join(' '), '/dev/null'], { cwd: root, env });
    let stdout = '';
    let prompts = 0;
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
      const questionCount = stdout.match(/\[o(\/[a-z])*\/n\] /g)?.length ?? 0;
      for (; prompts < questionCount; prompts++) child.stdin.write(typed[prompts] ?? '');
    });
    return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr: '' })));
  }
  test('a question shows everything that matters; after an invalid answer it is asked again', async () => {
    const { code, stdout } = await withTerminal('what?\n', 'o\n');
    expect(stdout).toMatch(/SHA-256 {2}[0-9a-f]{64}/);
    expect(stdout).toContain('command  sh hello.sh x');
    expect(stdout).toContain('Hello x');
    expect(code).toBe(0);
  });
  test('"no" denies the program', async () => {
    const { code, stdout } = await withTerminal('n\n');
    expect(stdout).toContain('was not allowed to run');
    expect(code).toBe(1);
  });
  test('Ctrl+C at the question stops the run', async () => {
    const { code, stdout } = await withTerminal('\u0003');
    expect(stdout).toContain('stopped');
    expect(code).toBe(130);
  });
});
