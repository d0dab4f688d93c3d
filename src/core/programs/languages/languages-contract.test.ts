/** What the contract promises of a call holds in each language: arguments, stderr, failure, cwd, env. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { createRunner } from '../../testing/run.ts';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'outrigger-languages-')));
mkdirSync(path.join(directory, 'sub'));
let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.slots.close());

/**
 * Each prints, separated by U+0001: the working directory, the variable GIVEN, then its arguments; says "note" on
 * stderr; and fails in its own way when its first argument is "fail".
 */
const javaBody = `if (a.length > 0 && a[0].equals("fail")) throw new IllegalStateException("own error");
    System.err.println("note");
    StringBuilder out = new StringBuilder(System.getProperty("user.dir") + "\\u0001" + System.getenv("GIVEN"));
    for (String s : a) out.append("\\u0001").append(s);
    new java.io.PrintStream(System.out, true, "UTF-8").println(out);`;
interface LanguageCase {
  file: string;
  needs: string;
  source: string;
  /** What an own error leaves on stderr. */
  error: RegExp;
  /** Options that this language always needs, as script text. */
  options?: string;
  /** What the program gets before the arguments of the call. */
  before?: (file: string) => string[];
}
const cases: LanguageCase[] = [
  {
    file: 'all.py',
    needs: 'python',
    source: `import os, sys
if sys.argv[1:2] == ["fail"]: raise ValueError("own error")
print("note", file=sys.stderr)
sys.stdout.buffer.write("\\x01".join([os.getcwd(), os.environ["GIVEN"], *sys.argv[1:]]).encode() + b"\\n")`,
    error: /ValueError: own error/,
  },
  {
    file: 'all.php',
    needs: 'php',
    source: `<?php
if (($argv[1] ?? '') === 'fail') throw new RuntimeException('own error');
fwrite(STDERR, "note\\n");
echo implode("\\x01", [getcwd(), getenv('GIVEN'), ...array_slice($argv, 1)]), "\\n";`,
    error: /own error/,
  },
  {
    file: 'all.js',
    needs: 'node',
    source: `if (process.argv[2] === 'fail') throw new RangeError('own error');
console.error('note');
console.log([process.cwd(), process.env.GIVEN, ...process.argv.slice(2)].join('\\x01'));`,
    error: /RangeError: own error/,
  },
  {
    file: 'all.go',
    needs: 'go',
    source: `package main
import ("fmt"; "os"; "strings")
func main() {
  if len(os.Args) > 1 && os.Args[1] == "fail" { panic("own error") }
  fmt.Fprintln(os.Stderr, "note")
  dir, _ := os.Getwd()
  fmt.Println(strings.Join(append([]string{dir, os.Getenv("GIVEN")}, os.Args[1:]...), "\\x01"))
}`,
    error: /panic: own error/,
  },
  {
    file: 'all.sh',
    needs: 'sh',
    source: `if [ "$1" = fail ]; then echo "own error" >&2; exit 7; fi
echo note >&2
printf '%s\\001%s' "$(pwd)" "$GIVEN"
for a in "$@"; do printf '\\001%s' "$a"; done
echo`,
    error: /own error/,
  },
  {
    file: 'all.rb',
    needs: 'ruby',
    source: `raise ArgumentError, "own error" if ARGV[0] == "fail"
warn "note"
STDOUT.binmode
puts [Dir.pwd, ENV["GIVEN"], *ARGV].map(&:b).join("\\x01".b)`,
    error: /own error \(ArgumentError\)/,
  },
  {
    file: 'all.lua',
    needs: 'lua',
    source: `if arg[1] == "fail" then error("own error") end
io.stderr:write("note\\n")
local dir = io.popen("pwd"):read("l")
print(table.concat({dir, os.getenv("GIVEN"), table.unpack(arg)}, "\\1"))`,
    error: /own error/,
  },
  {
    file: 'all.jar',
    needs: 'javac',
    source: `public class Main { public static void main(String[] a) throws Exception { ${javaBody} } }`,
    error: /IllegalStateException: own error/,
  },
  {
    file: 'all.bsh',
    needs: 'java',
    // bsh.Interpreter ends with 0 after an uncaught error: a BeanShell program says System.exit(1) itself.
    source: `a = bsh.args; if (a == null) a = new String[0];
if (a.length > 0 && a[0].equals("fail")) { System.err.println("own error"); System.exit(1); }
${javaBody.replace('for (String s : a)', 'for (s : a)')}`,
    error: /own error/,
    options: "CLASSPATH: '/usr/share/java/bsh.jar'",
  },
  {
    file: 'crate/src/main.rs',
    needs: 'cargo',
    source: `fn main() {
  let args: Vec<String> = std::env::args().skip(1).collect();
  if args.get(1).map(|a| a == "fail").unwrap_or(false) { panic!("own error"); }
  eprintln!("note");
  let dir = std::env::current_dir().unwrap().display().to_string();
  let mut all = vec![dir, std::env::var("GIVEN").unwrap()];
  all.extend(args);
  println!("{}", all.join("\\u{1}"));
}`,
    error: /own error/,
    before: (file) => [file],
  },
];
const awkward = [
  'a b',
  '"q"',
  "it's",
  '$HOME',
  '`id`',
  '%PATH%',
  'new\nline',
  '😀ü',
  '',
  '-x',
  '--',
  '\\',
  '*',
  'last',
];

function write({ file, source }: LanguageCase): void {
  if (file.endsWith('.jar')) {
    writeFileSync(path.join(directory, 'Main.java'), source);
    const java = (command: string, ...args: string[]) =>
      spawnSync(command, args, { cwd: directory, env: interpreterEnvironment, encoding: 'utf8' });
    java('javac', '-encoding', 'UTF-8', '-d', 'classes', 'Main.java');
    java('jar', '--create', '--file', file, '--main-class', 'Main', '-C', 'classes', '.');
    return;
  }
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
  writeFileSync(path.join(directory, file), source);
  const manifest = '[package]\nname = "all"\nversion = "0.1.0"\nedition = "2021"\n';
  if (file.endsWith('.rs')) writeFileSync(path.join(directory, 'crate/Cargo.toml'), manifest);
}

const bshThere = existsSync('/usr/share/java/bsh.jar');
describe.each(cases)('$file', (language) => {
  const { file, needs, error, options, before } = language;
  const isThere = hasInterpreter(needs) && (!file.endsWith('.bsh') || bshThere);
  beforeAll(() => {
    if (isThere) write(language);
  });
  const isRust = file.endsWith('.rs');
  const call = async (args: unknown, cwd = isRust ? 'crate' : '.') => {
    const env = `{ GIVEN: 'x y', LC_ALL: 'C.UTF-8', ${options ?? ''} }`;
    const finished = await runner.run(
      `console.log(await pm.executeAsync('${file}', ${JSON.stringify(args)}, { cwd: '${cwd}', env: ${env} }));`,
      { directory },
    );
    const [shownCwd, given, ...printed] = (finished.logged[0] ?? '').split('\u0001');
    const ownFile = before?.(path.join(directory, file)) ?? [];
    return { ...finished, cwd: shownCwd, given, args: printed.slice(ownFile.length) };
  };

  test.runIf(isThere)(
    'gets every argument unchanged, its folder and its variables',
    async () => {
      const called = await call(awkward);
      expect(called.error).toBeUndefined();
      expect(called.args).toEqual(awkward);
      expect(called.cwd).toBe(path.join(directory, isRust ? 'crate' : '.'));
      expect(called.given).toBe('x y');
      const notes = called.of('program.output').filter(({ stream }) => stream === 'stderr');
      expect(notes.map(({ text }) => text).join('')).toContain('note');
    },
    120_000,
  );

  test.runIf(isThere)(
    'takes two hundred arguments, and one of 100 kB',
    async () => {
      const many = Array.from({ length: 200 }, (_, index) => `n${index}`);
      expect((await call(many)).args).toEqual(many);
      expect((await call(['y'.repeat(100_000)])).args).toEqual(['y'.repeat(100_000)]);
    },
    120_000,
  );

  test.runIf(isThere && !isRust)(
    'runs in another folder',
    async () => {
      expect((await call([], 'sub')).cwd).toBe(path.join(directory, 'sub'));
    },
    120_000,
  );

  test.runIf(isThere)(
    'fails by an error of its own language',
    async () => {
      const failed = await call(['fail']);
      expect(failed.error).toMatchObject({ code: 'ProgramFailed', line: 1 });
      const stderr = failed.of('program.output').filter(({ stream }) => stream === 'stderr');
      const stdout = failed.of('program.output').filter(({ stream }) => stream === 'stdout');
      // PHP tells its errors on stdout unless it is set up otherwise.
      expect([...stderr, ...stdout].map(({ text }) => text).join('')).toMatch(error);
    },
    120_000,
  );
});
