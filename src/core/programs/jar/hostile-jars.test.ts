/** What a method may do to the JVM that calls it: its result, or its error, still reaches the script. */
import path from 'node:path';
import { execaSync } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { buildJar, callMethod, jarFolder } from '../../testing/jars.ts';
import { createRunner } from '../../testing/run.ts';

const hostile = `package acme;
import com.google.gson.JsonElement;
import java.io.*; import java.util.*;
public class Hostile {
  static void leaveThread() { new Thread(() -> { while (true) try { Thread.sleep(1000); } catch (InterruptedException e) { } }).start(); }
  static class Angry { public String toString() { throw new IllegalStateException("no text"); } }
  static class Broken { public String toString() { leaveThread(); throw new AssertionError("no text at all"); } }
  static class Mute extends RuntimeException { public String getMessage() { throw new IllegalStateException("mute"); } }
  public static String interrupted() {
    new Thread(() -> { try { Thread.sleep(100); } catch (InterruptedException e) { } System.out.println("thread"); }).start();
    Thread.currentThread().interrupt();
    return "kept";
  }
  public static Object angry() { return new Angry(); }
  public static Object angryList() { return Arrays.asList(new Angry()); }
  public static Object broken() { return new Broken(); }
  public static void mute() { leaveThread(); throw new Mute(); }
  public static void silenced() { System.setErr(new PrintStream(new ByteArrayOutputStream())); throw new IllegalStateException("heard"); }
  public static String unset() { System.setOut(null); System.setErr(null); return "kept"; }
  public static String failingFlush() { System.setOut(new PrintStream(System.out) { @Override public void flush() { throw new IllegalStateException("flush"); } }); return "kept"; }
  public static List<Object> json(String[] texts) { List<Object> l = new ArrayList<>(); for (String t : texts) l.add(new JsonElement(t)); return l; }
  public static List<String> half() { return Arrays.asList("\\ud800", "a\\udc00b", "\\ud83d\\ude00", "\\u2028"); }
}
`;
/** Stands for a JSON library whose writer is lenient. */
const gson = `package com.google.gson;
public class JsonElement { private final String text; public JsonElement(String text) { this.text = text; } public String toString() { return text; } }
`;

const valid = [
  '1',
  '-0',
  '-1.5e+3',
  '0.0',
  '1E2',
  'true',
  'null',
  '"a\\u00e9\\ud800\\/"',
  '[]',
  '[1,[2]]',
  '{"a":{"b":[]}}',
];
const invalid = [
  '+1',
  '01',
  '-01',
  '1.',
  '.5',
  '-',
  '1e',
  '1e+',
  '-.5',
  '--1',
  '1-1',
  '0x1',
  'NaN',
  '-Infinity',
  '١',
  '"a\tb"',
  '"a\nb"',
  '"\u0000"',
  '"\\x41"',
  '"\\u+041"',
  '"\\u-041"',
  '"\\u 041"',
  '"\\u٠٠٤١"',
  '"\\u12"',
  '"',
  "'a'",
  '[1,]',
  '[,1]',
  '[1 2]',
  '{"a":1,}',
  '{a:1}',
  '{"a" 1}',
  '{"a"}',
  '[',
  '{',
  ']',
  '',
  ' ',
  'nul',
  'truee',
  'True',
  '1 2',
  '\u00a01',
  '\ufeff1',
  '\f1',
  '/**/1',
  '[1]//',
  `${'['.repeat(501)}${']'.repeat(501)}`,
];

const folder = jarFolder();
const jar = path.join(folder, 'hostile.jar');
const executer = path.join(import.meta.dirname, '../../../../resources/JarExecuter-1.1.0-jar-with-dependencies.jar');
let runner: ReturnType<typeof createRunner>;

describe.runIf(hasInterpreter('javac'))('a method', () => {
  beforeAll(() => {
    runner = createRunner();
    buildJar(jar, { 'acme/Hostile.java': hostile, 'com/google/gson/JsonElement.java': gson });
  });
  afterAll(async () => {
    await runner.warmJava.close();
    await runner.sandboxes.close();
  });
  const call = (name: string, warm: boolean, args: unknown[] = [], paramTypes?: string[]) =>
    callMethod(runner, {
      jar,
      method: `acme.Hostile.${name}`,
      args,
      options: { warm, timeout: 20_000, ...(paramTypes ? { paramTypes } : {}) },
    });

  describe.each([
    ['in a JVM of its own', false],
    ['in a warm JVM', true],
  ])('%s', (_name, warm) => {
    test.each([
      ['has interrupted its thread while another one works', 'interrupted'],
      ['has set the standard streams to null', 'unset'],
      ['has replaced standard output by a stream that cannot be flushed', 'failingFlush'],
    ])('that %s keeps its result', async (_case, name) => {
      const { value, message } = await call(name, warm);
      expect([message, value]).toEqual(['', 'kept']);
    });
    test.each([
      ['whose result throws in toString', 'angry', /^java\.lang\.IllegalStateException: no text \(/],
      [
        'whose result contains a value that throws in toString',
        'angryList',
        /^java\.lang\.IllegalStateException: no text \(/,
      ],
      ['whose result throws an error and leaves a thread', 'broken', /^java\.lang\.AssertionError: no text at all \(/],
      ['that throws an exception without a readable message', 'mute', /acme\.Hostile\$Mute/],
      ['that throws after it has replaced standard error', 'silenced', /^java\.lang\.IllegalStateException: heard \(/],
    ])('%s fails with that error', async (_case, name, expected) => {
      const { message, of } = await call(name, warm);
      expect(message.split('\n')[0]).toMatch(expected);
      expect(of('program.finished')).toMatchObject([{ exitCode: 1 }]);
    });
  });

  test('a failing toString has its stack trace', async () => {
    const { of } = await call('angry', true);
    const trace = of('program.output')
      .map(({ text }) => text)
      .join('');
    expect(trace).toMatch(/at acme\.Hostile\$Angry\.toString\(Hostile\.java:\d+\)/);
    expect(trace).not.toContain('jarexecuter');
  });
  test('returns the JSON of a library as it is, and as a string where it is not JSON', async () => {
    const texts = [...valid, ...invalid];
    const { value, message } = await call('json', true, [texts], ['String[]']);
    expect(message).toBe('');
    const expected = [...valid, ...invalid.map((text) => JSON.stringify(text))].map(
      (text) => JSON.parse(text) as unknown,
    );
    expect(JSON.parse(value ?? '')).toEqual(expected);
  });
  test('returns half of a surrogate pair as JSON escapes it', async () => {
    const { value } = await call('half', true);
    expect(JSON.parse(value ?? '')).toEqual(['\ud800', 'a\udc00b', '😀', '\u2028']);
  });
});

describe.runIf(hasInterpreter('javac'))('a parameter', () => {
  const run = (text: string) =>
    execaSync('java', ['-jar', executer, jar, 'acme.Hostile.json(String[])', '-'], {
      input: `${JSON.stringify([text])}\n`,
      env: interpreterEnvironment,
      extendEnv: false,
      reject: false,
    });
  test.each([
    ['["1"]', 0],
    ['["+1",]', 1],
    ['["\\u+041"]', 1],
    ['["a\u0001"]', 1],
    ['01', 1],
  ])('of the command line is strict JSON: %j', (text, exitCode) => {
    const { exitCode: actual, stderr } = run(text);
    expect(actual, stderr).toBe(exitCode);
    if (exitCode === 1) expect(stderr).toMatch(/is no JSON/);
  });
});
