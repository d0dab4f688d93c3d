/** Calls in a warm JVM: what they share, what they do not, and how the JVM ends. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alive } from '../../testing/alive.ts';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { buildJar, callMethod, jarFolder } from '../../testing/jars.ts';
import { createRunner, jarExecuter, type RunOptions } from '../../testing/run.ts';
import { createWarmJava } from './warm-java.ts';

const source = (version: string) => `package acme;
import java.io.*; import java.util.*; import java.util.concurrent.*;
public class Warm {
  private static int count;
  public static String version() { return "${version}"; }
  public static int count() { return ++count; }
  public static String pid() throws Exception { return java.lang.management.ManagementFactory.getRuntimeMXBean().getName().split("@")[0]; }
  public static String prints(String text) { System.out.println("out " + text); System.err.println("err " + text); return text; }
  public static void says(String text) { System.out.print(text); }
  public static String replaces() { System.setOut(new PrintStream(new ByteArrayOutputStream())); System.out.println("lost"); return "replaced"; }
  public static String closes() { System.out.println("before"); System.out.close(); System.err.close(); return "closed"; }
  public static String directly() throws Exception { new FileOutputStream(FileDescriptor.out).write("direct\\n".getBytes()); return "directly"; }
  public static void buffered() { System.setOut(new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)))); System.out.print("buffered"); }
  public static void later() { new Thread(() -> { try { Thread.sleep(300); } catch (InterruptedException e) {} System.out.print("later"); }).start(); System.out.print("now "); }
  public static String pool() { ExecutorService pool = Executors.newFixedThreadPool(1); Future<?> done = pool.submit(() -> System.out.println("in the pool")); try { done.get(); } catch (Exception e) {} return "pooled"; }
  public static void changes() { System.setProperty("acme", "changed"); Locale.setDefault(Locale.forLanguageTag("tr")); TimeZone.setDefault(TimeZone.getTimeZone("GMT+5")); java.security.Security.removeProvider("SunJCE"); }
  public static String state() { return System.getProperty("acme") + " " + Locale.getDefault().getLanguage().equals("tr") + " " + TimeZone.getDefault().getID().equals("GMT+05:00") + " " + (java.security.Security.getProvider("SunJCE") != null); }
  public static String input() throws Exception { BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8")); return in.readLine() + "|" + in.readLine(); }
  public static String inputAnd(String text) throws Exception { return text.length() + input(); }
  public static String env(String name) { return System.getenv(name) + " " + new File("").getAbsolutePath(); }
  public static void fails() { throw new IllegalStateException("on purpose"); }
  public static void exits(int code) { System.out.println("leaving"); System.exit(code); }
  public static void stuck() throws Exception { System.out.println("stuck"); while (true) Thread.sleep(1000); }
  public static void floods() { while (true) System.out.println("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"); }
  public static String starts() throws Exception { Process p = new ProcessBuilder("sleep", "600").start(); return "" + p.pid(); }
  public static String mark() { System.out.print("\\u001e3\\nabc"); return "real \\u001e2\\nxx"; }
  public static int length(String text) { return text.length(); }
  public static String parallel() { return "" + java.util.stream.IntStream.range(0, 1000).parallel().sum(); }
}
class Initialised { static { if (true) throw new IllegalArgumentException("no licence"); } public static void run() {} }
`;

const folder = jarFolder();
const jar = path.join(folder, 'warm.jar');
const hasJdk = hasInterpreter('java') && hasInterpreter('javac');
let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
  if (hasJdk) buildJar(jar, { 'Warm.java': source('1') });
}, 120_000);
afterAll(async () => {
  await runner.warmJava.close();
  await runner.sandboxes.close();
});
interface Options extends RunOptions {
  args?: unknown[];
  options?: Record<string, unknown>;
}
const call = (method: string, { args = [], options = {}, ...settings }: Options = {}) =>
  callMethod(runner, { jar, method: `acme.Warm.${method}`, args, options: { warm: true, ...options } }, settings);
const outputOf = ({ of }: Awaited<ReturnType<typeof call>>, stream: string) =>
  of('program.output')
    .flatMap((event) => (event.stream === stream ? [event.text] : []))
    .join('');

describe.runIf(hasJdk)('calls of one jar', () => {
  test('share a JVM, but no static state', async () => {
    const first = await call('pid');
    expect((await call('count')).value).toBe('1');
    expect((await call('count')).value).toBe('1');
    expect((await call('pid')).value).toBe(first.value);
  });
  test("do not see each other's changes in the JVM", async () => {
    const [{ value: pid }, { value: before }] = [await call('pid'), await call('state')];
    await call('changes');
    expect((await call('state')).value).toBe(before);
    expect((await call('pid')).value).toBe(pid);
  });
  test('print to their own console, also if another call replaced or closed the streams', async () => {
    for (const method of ['replaces', 'closes'])
      expect((await call(method)).value).toBe(method === 'replaces' ? 'replaced' : 'closed');
    const printed = await call('prints', { args: ['x'] });
    expect(printed.value).toBe('x');
    expect(outputOf(printed, 'stdout')).toContain('out x\n');
    expect(outputOf(printed, 'stderr')).toBe('err x\n');
  });
  test('keep output that does not go through System.out', async () => {
    const printed = await call('directly');
    expect(printed.value).toBe('directly');
    expect(outputOf(printed, 'stdout')).toContain('direct\n');
    expect((await call('buffered')).value).toBe('buffered');
    expect((await call('mark')).value).toBe('real \u001e2\nxx');
  });
  test('end when the threads that they have started have ended', async () => {
    expect((await call('later')).value).toBe('now later');
    expect((await call('pool')).value).toBe('pooled');
    expect((await call('parallel')).value).toBe('499500');
  });
  test('read their own standard input', async () => {
    expect((await call('input', { options: { stdin: 'é1\n2\n3' } })).value).toBe('é1|2');
    expect((await call('input')).value).toBe('null|null');
  });
  test('accept long arguments', async () => {
    expect((await call('length', { args: ['€'.repeat(300_000)] })).value).toBe('300000');
  });
  test('fail like cold calls', async () => {
    const options = { warm: false };
    for (const item of [{}, { options }]) {
      const failed = await call('fails', item);
      expect(failed.message).toMatch(/^java\.lang\.IllegalStateException: on purpose/);
      expect(outputOf(failed, 'stderr')).toMatch(
        /^java\.lang\.IllegalStateException: on purpose\n\tat acme\.Warm\.fails\(Warm\.java:\d+\)\n$/,
      );
      expect(failed.of('program.finished')[0]).toMatchObject({ exitCode: 1, signal: null });
    }
  });
  test('show the same command as cold calls', async () => {
    const shown = async (warm: boolean) =>
      (await call('version', { options: { warm } })).of('program.started')[0]?.command;
    expect(await shown(true)).toBe(await shown(false));
  });
  test('wait for each other when they are concurrent', async () => {
    const { logged } = await runner.run(
      `const options = { className: 'acme.Warm', method: 'pid', warm: true };
       const pids = await Promise.all(Array.from({ length: 8 }, () => pm.executeAsync('warm.jar', [], options)));
       console.log(new Set(pids).size, pm.execute('warm.jar', [], options) === pids[0]);`,
      { directory: folder },
    );
    expect(logged).toEqual(['1 true']);
  });
});

describe.runIf(hasJdk)('another JVM', () => {
  test('is used for another environment, working directory, or jar', async () => {
    mkdirSync(path.join(folder, 'elsewhere'), { recursive: true });
    const { value } = await call('env', { args: ['ACME'], options: { env: { ACME: 'one' }, cwd: 'elsewhere' } });
    expect(value).toBe(`one ${path.join(folder, 'elsewhere')}`);
    expect((await call('env', { args: ['ACME'] })).value).toBe(`null ${folder}`);
  });
  test('is used for a jar that was rebuilt', async () => {
    const secondJar = path.join(folder, 'again.jar');
    const version = async () =>
      (await callMethod(runner, { jar: secondJar, method: 'acme.Warm.version', options: { warm: true } })).value;
    buildJar(secondJar, { 'Warm.java': source('1') });
    expect(await version()).toBe('1');
    buildJar(secondJar, { 'Warm.java': source('2') });
    expect(await version()).toBe('2');
  });
  test('is used after System.exit, which ends the call as it ends a program', async () => {
    const exited = await call('exits', { args: [7] });
    expect(exited.of('program.finished')[0]).toMatchObject({ exitCode: 7 });
    expect(outputOf(exited, 'stdout')).toBe('leaving\n');
    expect((await call('exits', { args: [0] })).value).toBe('leaving');
    expect((await call('version')).value).toBe('1');
  });
  test('is used after a call that left a thread or a process, which is ended', async () => {
    const { value: before } = await call('pid');
    await call('pool');
    expect((await call('pid')).value).not.toBe(before);
    const { value: started } = await call('starts');
    expect(await alive([Number(started)])).toEqual([]);
  });
  test('is used after a timeout, and after too much output', async () => {
    expect((await call('stuck', { options: { timeout: 300 } })).error?.code).toBe('ProgramTimeout');
    expect((await call('floods', { options: { maxOutput: 100_000 } })).error?.code).toBe('OutputTooLarge');
    expect((await call('version')).value).toBe('1');
  });
});

describe.runIf(hasJdk)('a JVM ends', () => {
  test('with Stop, also for calls that wait behind a stuck one', async () => {
    const { value: pid } = await call('pid');
    const stop = new AbortController();
    const stuck = call('stuck', {
      signal: stop.signal,
      onEvent: (event) => event.type === 'program.output' && stop.abort(),
    });
    expect((await stuck).outcome).toBe('stopped');
    expect(await alive([Number(pid)])).toEqual([]);
    expect((await call('version')).value).toBe('1');
  });
  test('is not ended by Stop of a waiting call, and other calls continue', async () => {
    const start = Promise.withResolvers<void>();
    const end = new AbortController();
    const stuck = call('stuck', {
      signal: end.signal,
      onEvent: (event) => event.type === 'program.output' && start.resolve(),
    });
    await start.promise;
    const waiting = new AbortController();
    const second = call('version', { signal: waiting.signal });
    const third = call('version');
    waiting.abort();
    expect((await second).outcome).toBe('stopped');
    end.abort();
    await stuck;
    expect((await third).value).toBe('1');
  });
  test('when it is idle', async () => {
    const watched = new Set<number>();
    const reaper = {
      watch: (pid: number) => void watched.add(pid),
      release: (pid: number) => void watched.delete(pid),
    };
    const java = createWarmJava({
      reaper,
      idleMs: 50,
      warmJars: () => ['/no/such.jar', path.join(folder, '.', 'warm.jar')],
    });
    const argv: [string, ...string[]] = ['java', '-jar', jarExecuter, '--warm', jar];
    const words = {
      jar,
      argv,
      cwd: folder,
      env: process.env,
      signature: 'acme.Warm.version()',
      parameters: [],
      stdin: '',
    };
    await java.use(words, new AbortController().signal, async (start) => {
      const program = await start({ argv, cwd: folder, env: {}, hasInput: false });
      program.stdout.resume();
      expect(await program.exited).toEqual({ exitCode: 0, signal: null });
      return { ok: true, value: '' };
    });
    const [pid = 0] = watched;
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => watched.size).toBe(0);
    expect(await alive([pid])).toEqual([]);
    await java.close();
    await expect(
      java.use(words, new AbortController().signal, () => Promise.reject(new Error('never'))),
    ).rejects.toThrow('closed');
  });
  test('with the application, also when that is killed', async () => {
    const script = path.join(folder, 'killed.mjs');
    const core = path.join(import.meta.dirname, '../..');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
       const { startWarmJvm } = await import(${JSON.stringify(path.join(core, 'programs/jar/warm-jvm.ts'))});
       const { startDirectly } = await import(${JSON.stringify(path.join(core, 'processes/start-program.ts'))});
       const argv = ['java', '-jar', ${JSON.stringify(jarExecuter)}, '--warm', ${JSON.stringify(jar)}];
       const jvm = await startWarmJvm({ argv, cwd: '/', env: process.env }, { start: startDirectly, reaper: { watch() {}, release() {} } });
       const { pid, stdout } = jvm.call({ signature: 'acme.Warm.stuck()', parameters: [], stdin: undefined });
       stdout.once('data', () => { writeFileSync(${JSON.stringify(path.join(folder, 'pid'))}, String(pid)); process.kill(process.pid, 'SIGKILL'); });`,
    );
    rmSync(path.join(folder, 'pid'), { force: true });
    const { signal, stderr } = await execa(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      reject: false,
    });
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    await expect.poll(() => alive([pid])).toEqual([]);
  });
});

describe.runIf(hasJdk)('cold calls', () => {
  const cold = (method: string, { options = {}, ...more }: Options = {}) =>
    call(method, { ...more, options: { ...options, warm: false } });
  test('keep their result if the method replaces or closes System.out', async () => {
    expect((await cold('replaces')).value).toBe('replaced');
    expect((await cold('closes')).value).toBe('closed');
    expect((await cold('buffered')).value).toBe('buffered');
  });
  test('wait for threads that print, and not for an idle thread pool', async () => {
    expect((await cold('later')).value).toBe('now later');
    expect((await cold('pool')).value).toBe('pooled');
  });
  test('read their standard input also if the arguments are too long for a command line', async () => {
    const { value } = await cold('inputAnd', { args: ['x'.repeat(30_000)], options: { stdin: 'é1\n2' } });
    expect(value).toBe('30000é1|2');
  });
  test('only call classes of the jar', async () => {
    const { message } = await callMethod(runner, { jar, method: 'java.lang.System.getenv', args: ['PATH'] });
    expect(message).toContain('java.lang.System is no class of the jar');
  });
  test('report why a class could not be initialised', async () => {
    const failed = await callMethod(runner, { jar, method: 'acme.Initialised.run' });
    expect(outputOf(failed, 'stderr')).toContain('Caused by: java.lang.IllegalArgumentException: no licence');
  });
  test('of a damaged jar report it', async () => {
    const damaged = path.join(folder, 'damaged.jar');
    writeFileSync(damaged, readFileSync(jar).subarray(0, 500));
    const { message } = await callMethod(runner, { jar: damaged, method: 'acme.Warm.version' });
    expect(message).toMatch(/ZipException: damaged\.jar is damaged or is no jar/);
  });
});
