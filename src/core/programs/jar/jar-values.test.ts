/**
 * Results and parameters of jar methods, of every kind. The calls are warm, because cold calls convert values by the
 * same rules.
 */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { buildJar, callMethod, jarFolder } from '../../testing/jars.ts';
import { createRunner } from '../../testing/run.ts';

const returns = `package acme;
import java.math.*; import java.nio.file.*; import java.time.*; import java.util.*; import java.util.stream.*;
public class Returns {
  public enum Colour { RED { @Override public String toString() { return "Rot"; } }, GREEN }
  public record Point(int x, List<String> names) {}
  public static class Plain {
    public final int number = 7; private String name = "n";
    public String getName() { return name; } public boolean isReady() { return true; } public String getURL() { return "u"; }
    public String getFailing() { throw new IllegalStateException(); } public String get() { return "no"; }
    public Plain getSelf() { return this; } private String getHidden() { return "no"; }
  }
  public static class Named { @Override public String toString() { return "named"; } public int getX() { return 1; } }
  public static class Fraction extends Number { public String toString() { return "3/4"; }
    public int intValue() { return 0; } public long longValue() { return 0; } public float floatValue() { return 0; } public double doubleValue() { return 0; } }
  static class Bare implements Iterable<Integer> { public Iterator<Integer> iterator() { return Arrays.asList(1, 2).iterator(); } }

  public static Path path() { return Paths.get("a", "b"); }
  public static List<Path> paths() { return Arrays.asList(Paths.get("a", "b")); }
  public static Optional<String> optional() { return Optional.of("x"); }
  public static List<Object> optionals() { return Arrays.asList(Optional.of("x"), Optional.empty(), OptionalInt.of(3)); }
  public static Stream<Integer> stream() { return Stream.of(1, 2, 3).map(n -> n * 2); }
  public static IntStream ints() { return IntStream.range(0, 3); }
  public static Iterator<String> iterator() { return Arrays.asList("a").iterator(); }
  public static Iterable<Integer> bare() { return new Bare(); }
  public static Point point() { return new Point(1, Arrays.asList("a")); }
  public static Point[] points() { return new Point[] {point()}; }
  public static Colour colour() { return Colour.RED; }
  public static List<Colour> colours() { return Arrays.asList(Colour.values()); }
  public static LocalDate day() { return LocalDate.of(2024, 2, 29); }
  public static List<Object> dates() { return Arrays.asList(new Date(0), LocalDate.of(2024, 2, 29), Instant.EPOCH, Duration.ofMinutes(90)); }
  public static int[][] nested() { return new int[][] {{1}, {2, 3}, {}}; }
  public static Map<Object, Object> deep() { Map<Object, Object> m = new LinkedHashMap<>(); m.put(1, new long[][] {{1L << 60}}); m.put(null, Double.NaN); return m; }
  public static Plain plain() { return new Plain(); }
  public static Named named() { return new Named(); }
  public static List<Object> mixed() { return Arrays.asList(new Named(), 'c', new StringBuilder("b"), new BigDecimal("1E+3"), new BigInteger("123456789012345678901"), new Fraction(), 1.5f, (byte) -3); }
  public static byte[] bytes() { return new byte[] {1, -3}; }
  public static List<Object> cycle() { List<Object> l = new ArrayList<>(); l.add(1); l.add(l); return l; }
  public static List<Object> shared() { List<Object> one = Arrays.asList(1); return Arrays.asList(one, one); }
  public static List<Object> tower() { List<Object> l = new ArrayList<>(); for (int i = 0; i < 5000; i++) l = new ArrayList<>(Arrays.asList((Object) l)); return l; }
  public static Stream<String> endless() { return Stream.generate(() -> "x".repeat(10_000)); }
  public static Set<String> set() { return new TreeSet<>(Arrays.asList("b", "a")); }
  public static char letter() { return 'x'; }
  public static StringBuilder builder() { return new StringBuilder("sb"); }
  public static Object object() { return "plain text"; }
}
`;
const takes = `package acme;
import java.math.*; import java.nio.charset.*; import java.nio.file.*; import java.util.*;
public class Takes {
  public enum Colour { RED, GREEN }
  static String show(Object o) { return o == null ? "null" : o.getClass().isArray() ? Arrays.deepToString(new Object[] {o}) : o.getClass().getSimpleName() + " " + o; }
  public static String bytes(byte[] b) { return Arrays.toString(b); }
  public static String letter(char c) { return "" + (char) (c + 1); }
  public static String letters(char[] c) { return c.length + new String(c); }
  public static String tiny(byte b) { return "" + b; }
  public static String colour(Colour c) { return c.name() + c.ordinal(); }
  public static String colours(Colour[] c) { return Arrays.toString(c); }
  public static String nested(int[][] n) { return Arrays.deepToString(n); }
  public static String names(String[][] n) { return Arrays.deepToString(n); }
  public static String list(List<Long> l) { long sum = 0; for (Long one : l) sum += one; return "" + sum; }
  public static String set(Set<String> s) { return s.getClass().getSimpleName() + s; }
  public static String map(Map<String, Double> m) { double sum = 0; for (Double one : m.values()) sum += one; return m.keySet() + " " + sum; }
  public static String inner(Map<String, List<Integer>> m) { int sum = 0; for (List<Integer> l : m.values()) for (Integer i : l) sum += i; return "" + sum; }
  public static String object(Object o) { return show(o); }
  public static String text(CharSequence c) { return c.length() + show(c); }
  public static String charset(Charset c) { return c.name(); }
  public static String big(BigInteger i, BigDecimal d) { return i.add(BigInteger.ONE) + " " + d; }
  public static String uuid(UUID u) { return u.version() + ""; }
  public static String file(Path p) { return p.getFileName().toString(); }
  public static String type(Class<?> c) { return c.getName(); }
  public static String joined(String first, Object... rest) { return first + rest.length + Arrays.toString(rest); }
  public static String sum(int... numbers) { int sum = 0; for (int n : numbers) sum += n; return numbers.length + ":" + sum; }
  public static String mapText(String s) { return s; }
  public static String stream(java.io.InputStream in) { return "never"; }
  public static String either(java.io.InputStream in) { return "never"; }
  public static String either(byte[] bytes) { return "bytes"; }

  public static String pick(Object o) { return "Object"; }
  public static String pick(CharSequence c) { return "CharSequence"; }
  public static String pick(long n) { return "long"; }
  public static String pick(Object[] a) { return "Object[]"; }
  public static String pick(Map<?, ?> m) { return "Map"; }
  public static String each(Object[] a) { return "Object[]"; }
  public static String each(Iterable<?> i) { return "Iterable"; }
  public static String every(Object o) { return "Object"; }
  public static String every(Collection<?> c) { return "Collection"; }
  public static String open(String s) { return "one"; }
  public static String open(String... s) { return "many"; }
  public static String open(String s, Object o) { return "two"; }
  public static String wide(Integer i) { return "Integer"; }
  public static String wide(long l) { return "long"; }
  public static String number(int i) { return "int"; }
  public static String number(long l) { return "long"; }
  public static String named(Colour c) { return "Colour"; }
  public static String named(int i) { return "int"; }
  public String instance(Charset c) { return "instance " + c; }
}
`;

const folder = jarFolder();
const jar = path.join(folder, 'values.jar');
const hasJdk = hasInterpreter('java') && hasInterpreter('javac');
let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
  if (hasJdk) buildJar(jar, { 'Returns.java': returns, 'Takes.java': takes });
}, 120_000);
afterAll(async () => {
  await runner.warmJava.close();
  await runner.sandboxes.close();
});
const call = (method: string, args: unknown[] = [], paramTypes?: string[]) =>
  callMethod(runner, {
    jar,
    method: `acme.${method}`,
    args,
    options: { warm: true, ...(paramTypes ? { paramTypes } : {}) },
  });

describe.runIf(hasJdk)('a returned value', () => {
  test.each([
    ['path', path.join('a', 'b')],
    ['paths', JSON.stringify([path.join('a', 'b')])],
    ['optional', 'Optional[x]'],
    ['optionals', '["x",null,3]'],
    ['stream', '[2,4,6]'],
    ['ints', '[0,1,2]'],
    ['iterator', '["a"]'],
    ['bare', '[1,2]'],
    ['point', 'Point[x=1, names=[a]]'],
    ['points', '[{"x":1,"names":["a"]}]'],
    ['colour', 'Rot'],
    ['colours', '["RED","GREEN"]'],
    ['day', '2024-02-29'],
    ['dates', '["1970-01-01T00:00:00Z","2024-02-29","1970-01-01T00:00:00Z","PT1H30M"]'],
    ['nested', '[[1],[2,3],[]]'],
    ['deep', '{"1":[[1152921504606846976]],"null":"NaN"}'],
    ['plain', '{"URL":"u","failing":null,"name":"n","number":7,"ready":true,"self":"[Circular]"}'],
    ['named', 'named'],
    ['mixed', '["named","c","b",1E+3,123456789012345678901,"3/4",1.5,-3]'],
    ['bytes', '[1,-3]'],
    ['cycle', '[1,"[Circular]"]'],
    ['shared', '[[1],[1]]'],
    ['set', '["a","b"]'],
    ['letter', 'x'],
    ['builder', 'sb'],
    ['object', 'plain text'],
  ])('%s', async (method, expected) => {
    const { value, message, events } = await call(`Returns.${method}`);
    expect(message).toBe('');
    // A script that was ended has no error: the events say why.
    expect(value, JSON.stringify(events)).toBe(expected);
  });
  test('that is nested too deeply ends the call', async () => {
    expect((await call('Returns.tower')).value).toBe(`${'['.repeat(200)}"[Too deep]"${']'.repeat(200)}`);
  });
  test('that never ends is an error', async () => {
    expect((await call('Returns.endless')).message).toContain('The returned value is larger than 64 MB as JSON.');
  });
});

describe.runIf(hasJdk)('a parameter', () => {
  test.each<[string, unknown[], string[] | undefined, string]>([
    ['bytes', ['aGk+Pz8='], ['byte[]:base64'], '[104, 105, 62, 63, 63]'],
    ['bytes', ['aGk-Pz8'], ['byte[]:base64'], '[104, 105, 62, 63, 63]'],
    ['bytes', ['00fF7f'], ['byte[]:hex'], '[0, -1, 127]'],
    ['bytes', ['é'], ['byte[]:text'], '[-61, -87]'],
    ['bytes', [[1, -128, 127]], ['byte[]'], '[1, -128, 127]'],
    ['letter', ['a'], ['char'], 'b'],
    ['letter', ['a'], undefined, 'b'],
    ['letters', ['abc'], ['char[]'], '3abc'],
    ['letters', [['a', 'b']], ['char[]'], '2ab'],
    ['tiny', [-5], ['byte'], '-5'],
    ['colour', ['GREEN'], undefined, 'GREEN1'],
    ['colour', ['GREEN'], ['acme.Takes$Colour'], 'GREEN1'],
    ['colour', ['GREEN'], ['acme.Takes.Colour'], 'GREEN1'],
    ['colours', [['GREEN', 'RED']], ['acme.Takes.Colour[]'], '[GREEN, RED]'],
    ['nested', [[[1, 2], [], [3]]], undefined, '[[1, 2], [], [3]]'],
    ['names', [[['a'], ['b']]], ['String[][]'], '[[a], [b]]'],
    ['list', [[1, 2, 3_000_000_000]], undefined, '3000000003'],
    ['list', [[1, 2]], ['List'], '3'],
    ['set', [['b', 'a', 'b']], ['Set'], 'LinkedHashSet[b, a]'],
    ['map', [{ a: 1, b: 2.5 }], undefined, '[a, b] 3.5'],
    ['inner', [{ a: [1, 2], b: [3] }], ['Map'], '6'],
    ['object', [{ a: [1, null, { b: 2.5 }] }], ['Object'], 'LinkedHashMap {a=[1, null, {b=2.5}]}'],
    ['object', [3_000_000_000], ['Object'], 'Long 3000000000'],
    ['object', ['x'], undefined, 'String x'],
    ['object', [true], undefined, 'Boolean true'],
    ['object', [null], ['Object'], 'null'],
    ['text', ['abc'], ['CharSequence'], '3String abc'],
    ['charset', ['utf-8'], ['Charset'], 'UTF-8'],
    ['charset', ['latin1'], undefined, 'ISO-8859-1'],
    ['big', ['123456789012345678901', '0.10'], ['BigInteger', 'BigDecimal'], '123456789012345678902 0.10'],
    ['uuid', ['f47ac10b-58cc-4372-a567-0e02b2c3d479'], ['java.util.UUID'], '4'],
    ['file', ['a/b.txt'], ['java.nio.file.Path'], 'b.txt'],
    ['type', ['acme.Takes.Colour'], ['Class'], 'acme.Takes$Colour'],
    ['joined', ['x', 1, 'b'], undefined, 'x2[1, b]'],
    ['joined', ['x'], undefined, 'x0[]'],
    ['joined', ['x', [1, 'b']], ['String', 'Object[]'], 'x2[1, b]'],
    ['joined', ['x', 1, 'b'], ['String', 'Object...'], 'x2[1, b]'],
    ['sum', [1, 2, 3], undefined, '3:6'],
    ['sum', [[1, 2, 3]], undefined, '3:6'],
    ['mapText', [{ a: [1] }], undefined, '{"a":[1]}'],
    ['instance', ['utf-8'], undefined, 'instance UTF-8'],
  ])('%s %j as %j', async (method, args, types, expected) => {
    const { value, message } = await call(`Takes.${method}`, args, types);
    expect(message).toBe('');
    expect(value).toBe(expected);
  });

  test.each<[string, unknown[], string[] | undefined, RegExp]>([
    ['bytes', ['abc'], undefined, /paramTypes: \['byte\[\]:text'\]/],
    ['bytes', ['abc'], ['byte[]'], /paramTypes says how: 'byte\[\]:text', 'byte\[\]:base64' or 'byte\[\]:hex'/],
    ['bytes', ['abc'], ['byte[]:hex'], /no byte\[\]:hex: it has an odd number of digits/],
    ['bytes', ['a*b='], ['byte[]:base64'], /no byte\[\]:base64/],
    ['bytes', [[200]], ['byte[]'], /The value 200 is no byte/],
    ['letter', ['ab'], ['char'], /The value "ab" is no char/],
    ['colour', ['BLUE'], undefined, /"BLUE" is no acme\.Takes\$Colour, which has RED, GREEN/],
    ['charset', ['utf-99'], ['Charset'], /"utf-99" is no Charset: .*UnsupportedCharsetException/],
    ['uuid', ['x'], ['java.util.UUID'], /"x" is no java\.util\.UUID/],
    ['type', ['acme.No'], ['Class'], /"acme\.No" is no Class/],
    ['uuid', ['x'], ['acme.None'], /There is no parameter type acme\.None/],
    ['stream', ['x'], undefined, /What it takes cannot be passed by a script: \(java\.io\.InputStream\)/],
    ['either', ['x'], undefined, /Choose one: paramTypes: \['byte\[\]:text'\]( |$)/],
    ['number', ['x'], ['int'], /The value "x" is no int/],
  ])('%s %j as %j is refused', async (method, args, types, message) => {
    expect((await call(`Takes.${method}`, args, types)).message).toMatch(message);
  });

  test('type that an error suggests is accepted', async () => {
    const { message } = await call('Takes.either', ['x']);
    const [, advised = ''] = /paramTypes: \['(.*?)'\]/.exec(message) ?? [];
    expect((await call('Takes.either', ['x'], [advised])).value).toBe('bytes');
  });
});

describe.runIf(hasJdk)('of overloaded methods', () => {
  test.each<[string, unknown[], string]>([
    ['pick', ['x'], 'CharSequence'],
    ['pick', [1], 'long'],
    ['pick', [true], 'Object'],
    ['pick', [[1, 2]], 'Object[]'],
    ['pick', [{ a: 1 }], 'Map'],
    ['each', [['a', 'b']], 'Object[]'],
    ['every', [['a', 'b']], 'Collection'],
    ['open', ['a'], 'one'],
    ['open', ['a', 'b'], 'two'],
    ['open', ['a', 'b', 'c'], 'many'],
    ['open', [], 'many'],
    ['number', [1], 'int'],
    ['number', [2_147_483_647], 'int'],
    ['number', [2_147_483_648], 'long'],
    ['number', [-2_147_483_649], 'long'],
    ['named', ['RED'], 'Colour'],
    ['named', [1], 'int'],
  ])('%s%j is %s', async (method, args, expected) => {
    expect((await call(`Takes.${method}`, args)).value).toBe(expected);
  });
  test('several numeric types are ambiguous, which the error explains', async () => {
    expect((await call('Takes.wide', [1])).message).toContain("paramTypes: ['Integer']; paramTypes: ['long']");
    expect((await call('Takes.wide', [1], ['long'])).value).toBe('long');
  });
});
