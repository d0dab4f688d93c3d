/** Named methods of jars, called for real: of a jar compiled here, and of jars that nobody here wrote. */
import { existsSync, mkdirSync, realpathSync, writeFileSync, copyFileSync } from 'node:fs';
import path from 'node:path';
import { execaSync } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { createRunner, helloPrograms, type RunOptions } from '../../testing/run.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const directory = temporaryFolder('jars');
let runner: ReturnType<typeof createRunner>;

const source = `package acme;
import java.util.*;
public class Types {
  private final String made = "instance";
  public static String scalars(int a, long b, short c, float d, double e, boolean f, String g, Number h) {
    return a + "|" + b + "|" + c + "|" + d + "|" + e + "|" + f + "|" + g + "|" + h;
  }
  public static String boxed(Integer a, Long b, Short c, Float d, Double e, Boolean f) {
    return a + "|" + b + "|" + c + "|" + d + "|" + e + "|" + f;
  }
  public static String arrays(int[] a, long[] b, short[] c, float[] d, double[] e, boolean[] f, String[] g) {
    return Arrays.toString(a) + Arrays.toString(b) + Arrays.toString(c) + Arrays.toString(d) + Arrays.toString(e)
      + Arrays.toString(f) + Arrays.toString(g);
  }
  public static String boxedArrays(Integer[] a, Long[] b, Short[] c, Float[] d, Double[] e, Boolean[] f, Number[] g) {
    return Arrays.toString(a) + Arrays.toString(b) + Arrays.toString(c) + Arrays.toString(d) + Arrays.toString(e)
      + Arrays.toString(f) + Arrays.toString(g);
  }
  public static long wide(long value) { return value; }
  public static double half(double value) { return value / 2; }
  public static String boxedOne(Integer value) { return "boxed " + value; }
  public static String over(long value) { return "long"; }
  public static String over(double value) { return "double"; }
  public static int both(int value) { return 1; }
  public static int both(long value) { return 2; }
  public String instance() { return made; }
  public static void printing() { System.out.println("printed"); System.out.println("only"); }
  public static String nothing() { return null; }
  public static int[] array() { return new int[] {1, 2}; }
  public static List<Object> list() { return Arrays.<Object>asList("a", 1, null, Arrays.asList(true)); }
  public static Map<String, Object> map() { Map<String, Object> m = new LinkedHashMap<>(); m.put("k", 1.5); m.put("q", "\\"\\n"); return m; }
  public static String noisy(String text) { System.out.println("noise"); System.err.println("warning"); return text; }
  public static String mark() { System.out.print("\\u001e3\\nabc"); return "real"; }
  public static void fails(String text) { inner(text); }
  private static void inner(String text) { throw new IllegalStateException(text); }
  public static int length(String text) { return text.length(); }
  public static String same(String text) { return text; }
  public static String resource() throws Exception {
    try (Scanner in = new Scanner(Thread.currentThread().getContextClassLoader().getResourceAsStream("data.txt"))) { return in.nextLine(); }
  }
  public static String helper() { return acme.lib.Helper.help(); }
}
`;

function build(): void {
  const work = path.join(directory, 'work');
  mkdirSync(path.join(work, 'lib'), { recursive: true });
  writeFileSync(
    path.join(work, 'Helper.java'),
    'package acme.lib; public class Helper { public static String help() { return "helped"; } }',
  );
  writeFileSync(path.join(work, 'Types.java'), source);
  writeFileSync(
    path.join(work, 'Made.java'),
    'package acme; public class Made { public Made(int n) {} public int m() { return 1; } }',
  );
  writeFileSync(path.join(work, 'data.txt'), 'from the jar\n');
  writeFileSync(path.join(work, 'MANIFEST.MF'), 'Class-Path: lib/helper.jar\n');
  const java = (command: string, ...args: string[]) =>
    execaSync(command, args, { cwd: work, env: interpreterEnvironment, extendEnv: false });
  java('javac', '-encoding', 'UTF-8', '-d', 'lib', 'Helper.java');
  java('javac', '-encoding', 'UTF-8', '-cp', 'lib', '-d', 'out', 'Types.java', 'Made.java');
  mkdirSync(path.join(directory, 'lib'));
  java('jar', '--create', '--file', path.join(directory, 'lib/helper.jar'), '-C', 'lib', '.');
  java(
    'jar',
    '--create',
    '--file',
    path.join(directory, 'types.jar'),
    '--manifest',
    'MANIFEST.MF',
    '-C',
    'out',
    '.',
    '-C',
    '.',
    'data.txt',
  );
  copyFileSync(path.join(directory, 'types.jar'), path.join(directory, 'tÿpes €.jar'));
  // A class file of a Java that does not exist yet, and a jar as Spring Boot packs it.
  mkdirSync(path.join(work, 'boot/BOOT-INF/classes'), { recursive: true });
  writeFileSync(path.join(work, 'boot/BOOT-INF/classes/x'), '');
  java('jar', '--create', '--file', path.join(directory, 'boot.jar'), '-C', 'boot', '.');
  mkdirSync(path.join(work, 'newer'));
  const newer = Buffer.from('cafebabe000000ff', 'hex');
  writeFileSync(path.join(work, 'newer/Newer.class'), newer);
  java('jar', '--create', '--file', path.join(directory, 'newer.jar'), '-C', 'newer', '.');
  for (const name of ['commons-lang3', 'commons-codec', 'guava']) {
    const jar = `/usr/share/java/${name}.jar`;
    if (existsSync(jar)) copyFileSync(realpathSync(jar), path.join(directory, `${name}.jar`));
  }
}

const hasJdk = hasInterpreter('java') && hasInterpreter('javac');
beforeAll(() => {
  // First: while the compilers run nothing else does, and a sandbox process would seem not to start.
  if (hasJdk) build();
  runner = createRunner();
}, 60_000);
afterAll(() => runner.sandboxes.close());

async function call(method: string, args: string, more = '', runOptions: RunOptions & { jar?: string } = {}) {
  const [, className, name] = /^(.*)\.(\w+)$/.exec(method) ?? [];
  const options = `{ className: '${className}', method: '${name}'${more} }`;
  const finished = await runner.run(
    `console.log(await pm.executeAsync('${runOptions.jar ?? 'types.jar'}', ${args}, ${options}));`,
    { directory, ...runOptions },
  );
  return { ...finished, value: finished.logged[0], message: finished.error?.message ?? '' };
}

describe.runIf(hasJdk)('paramTypes', () => {
  test.each([
    [
      'scalars',
      "[1, '9007199254740993', 3, 1.5, 2, true, 'x', 7]",
      ['int', 'long', 'short', 'float', 'double', 'boolean', 'String', 'Number'],
      '1|9007199254740993|3|1.5|2.0|true|x|7',
    ],
    [
      'boxed',
      '[1, 2, 3, 4, 5, false]',
      ['Integer', 'Long', 'Short', 'Float', 'Double', 'Boolean'],
      '1|2|3|4.0|5.0|false',
    ],
    [
      'boxed',
      '[null, null, null, null, null, null]',
      ['Integer', 'Long', 'Short', 'Float', 'Double', 'Boolean'],
      'null|null|null|null|null|null',
    ],
    [
      'arrays',
      "[[1], [2], [3], [4], [5.5], [true], ['a', 'b']]",
      ['int[]', 'long[]', 'short[]', 'float[]', 'double[]', 'boolean[]', 'String[]'],
      '[1][2][3][4.0][5.5][true][a, b]',
    ],
    [
      'boxedArrays',
      '[[1], [2], [3], [4], [5.5], [null], [1, 2.5]]',
      ['Integer[]', 'Long[]', 'Short[]', 'Float[]', 'Double[]', 'Boolean[]', 'Number[]'],
      '[1][2][3][4.0][5.5][null][1, 2.5]',
    ],
  ])('%s', async (method, args, types, expected) => {
    const { value, error } = await call(`acme.Types.${method}`, args, `, paramTypes: ${JSON.stringify(types)}`);
    expect(error).toBeUndefined();
    expect(value).toBe(expected);
  });
  test('of another number than the parameters are refused before anything starts', async () => {
    const { error, of } = await call('acme.Types.wide', '[1]', ", paramTypes: ['String', 'int']");
    expect(error?.code).toBe('InvalidCall');
    expect(error?.message).toContain('"paramTypes" has 2 elements, but the call has 1 argument.');
    expect(of('program.started')).toEqual([]);
  });
  test('of an unknown name are refused with the nearest and the list', async () => {
    const { error, of } = await call('acme.Types.wide', '[1]', ", paramTypes: ['lnog']");
    expect(error?.code).toBe('InvalidCall');
    expect(error?.message).toContain('"lnog"');
    expect(error?.remedy).toMatch(/Did you mean "long"\?.*Number, Number\[\], int/);
    expect(of('program.started')).toEqual([]);
  });
  test('method without className is refused', async () => {
    const { error } = await runner.run("await pm.executeAsync('types.jar', [], { method: 'm' });", { directory });
    expect(error?.message).toContain('"className"');
  });
});

describe.runIf(hasJdk)('without paramTypes', () => {
  test.each([
    ['wide', '[5]', '5'],
    ['wide', '[9007199254740991]', '9007199254740991'],
    ['half', '[3]', '1.5'],
    ['boxedOne', '[7]', 'boxed 7'],
    ['both', '[1]', '1'],
  ])('%s%s is called by widening and boxing', async (method, args, expected) => {
    expect((await call(`acme.Types.${method}`, args)).value).toBe(expected);
  });
  test('several that fit are listed, ready to be pasted', async () => {
    const { message } = await call('acme.Types.over', '[1]');
    expect(message).toContain("paramTypes: ['double']; paramTypes: ['long']");
  });
  test('without a fitting method, the error lists the existing ones', async () => {
    expect((await call('acme.Types.half', "['text']")).message).toContain("Choose one: paramTypes: ['double']");
    expect((await call('acme.Types.none', '[]')).message).toContain('The class has no method of this name.');
  });
});

describe.runIf(hasJdk)('methods', () => {
  test.each([
    ['instance', 'instance'],
    ['nothing', 'null'],
    ['array', '[1,2]'],
    ['list', '["a",1,null,[true]]'],
    ['map', '{"k":1.5,"q":"\\"\\u000a"}'],
    ['printing', 'printed\nonly'],
    ['mark', 'real'],
    ['resource', 'from the jar'],
    ['helper', 'helped'],
  ])('%s', async (method, expected) => {
    const { value, error } = await call(`acme.Types.${method}`, '[]');
    expect(error).toBeUndefined();
    expect(value).toBe(expected);
  });
  test('what is printed goes to the console, the value alone to the script', async () => {
    const { value, of } = await call('acme.Types.noisy', "['v']");
    expect(value).toBe('v');
    const printed = of('program.output').map(({ stream, text }) => `${stream} ${text}`);
    expect(printed).toContain('stdout noise\n');
    expect(printed).toContain('stderr warning\n');
  });
  test('an exception is the message of the error, with its own trace', async () => {
    const { error, of } = await call('acme.Types.fails', "['no key']");
    expect(error?.message).toMatch(/^java\.lang\.IllegalStateException: no key/);
    const trace = of('program.output')
      .map(({ text }) => text)
      .join('');
    expect(trace).toMatch(/at acme\.Types\.inner.*\n.*at acme\.Types\.fails/);
    expect(trace).not.toContain('jarexecuter');
    expect(trace).not.toContain('reflect');
  });
  test('a class without a constructor for it says so', async () => {
    expect((await call('acme.Made.m', '[]')).message).toContain('no constructor without parameters');
  });
  test('a missing class, a Spring Boot jar and a newer class file have errors of their own', async () => {
    expect((await call('acme.Nothing.m', '[]')).message).toContain('types.jar has no class acme.Nothing');
    expect((await call('types.m', '[]')).message).toContain(
      'types.jar has no class types. It has the class acme.Types.',
    );
    expect((await call('acme.App.m', '[]', '', { jar: 'boot.jar' })).message).toContain('is a Spring Boot jar');
    expect((await call('acme.Newer.m', '[]', '', { jar: 'newer.jar' })).message).toMatch(/no class|newer Java/);
    expect((await call('x.Newer.m', '[]', '', { jar: 'newer.jar' })).outcome).toBe('error');
  });
  test('JAVA_TOOL_OPTIONS announces itself on stderr, which is not a failure of pm.execute', async () => {
    const env = { ...interpreterEnvironment, JAVA_TOOL_OPTIONS: '-Da=b' };
    const { logged, error } = await runner.run(
      "console.log(pm.execute('types.jar', ['x'], { className: 'acme.Types', method: 'same' }));",
      { directory, env },
    );
    expect(error).toBeUndefined();
    expect(logged).toEqual(['x']);
  });
});

describe.runIf(hasJdk)('non-ASCII characters', () => {
  const options = { env: { ...interpreterEnvironment, LC_ALL: 'C', LANG: 'C' } };
  test('reach the method and come back, also where the locale has none', async () => {
    const text = 'grün € 日本 😀 "quoted" \\\\ back';
    const { value } = await call('acme.Types.same', `[${JSON.stringify(text)}]`, '', options);
    expect(value).toBe(text);
  });
  test('reach a program also when the locale is one that is not installed', async () => {
    const env = { ...interpreterEnvironment, LC_ALL: 'xx_XX.UTF-8' };
    const { logged, error } = await runner.run("console.log(await pm.executeAsync('hello.jar', ['grün €', 1]));", {
      env,
    });
    expect(error).toBeUndefined();
    expect(logged).toEqual(['Hello grün €, 2']);
  });
  test('are accepted in the name of the jar', async () => {
    const { value, error } = await call('acme.Types.same', "['ü']", '', { ...options, jar: 'tÿpes €.jar' });
    expect(error).toBeUndefined();
    expect(value).toBe('ü');
  });
});

test.runIf(hasJdk)('parameters too long for a command line go through standard input', async () => {
  const { value, of } = await call('acme.Types.length', "['€'.repeat(300000)]");
  expect(value).toBe('300000');
  expect(of('program.started')[0]?.command).toMatch(/ - < stdin\.txt$/);
});

describe.runIf(hasJdk && existsSync('/usr/share/java/commons-lang3.jar'))('third-party jars', () => {
  test.each([
    ['commons-lang3.jar', 'org.apache.commons.lang3.StringUtils.reverse', "['abc']", 'cba'],
    ['commons-lang3.jar', 'org.apache.commons.lang3.StringUtils.repeat', "['ab', 3]", 'ababab'],
    [
      'commons-codec.jar',
      'org.apache.commons.codec.digest.DigestUtils.sha256Hex',
      "['abc']",
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    ],
    ['guava.jar', 'com.google.common.math.IntMath.gcd', '[12, 18]', '6'],
    ['guava.jar', 'com.google.common.base.Strings.padStart', "['7', 3, '0']", '007'],
  ])('%s %s', async (jar, method, args, expected) => {
    const { value } = await call(method, args, '', { jar });
    expect(value).toBe(expected);
  });
});

test('the sample jar prints its command as it is executed', async () => {
  if (!hasInterpreter('java')) return;
  const { logged, of } = await runner.run(
    "console.log(await pm.executeAsync('greeter.jar', ['world', 42], { className: 'example.Greeter', method: 'greet' }));",
    { directory: helloPrograms, env: { ...interpreterEnvironment, LC_ALL: 'C.UTF-8' } },
  );
  expect(logged).toEqual(['Hello world, 43']);
  expect(of('program.started')[0]?.command).toMatch(
    /^cd \S+ && java -jar \S*JarExecuter-1\.1\.0-jar-with-dependencies\.jar greeter\.jar 'example\.Greeter\.greet\(String,int\)' '"world"' 42$/,
  );
});
