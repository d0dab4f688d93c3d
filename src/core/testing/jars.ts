/** Jars that tests build and call. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execaSync } from 'execa';
import { zipSync, type Zippable } from 'fflate';
import { interpreterEnvironment } from './interpreters.ts';
import type { FinishedRun, Runner, RunOptions } from './run.ts';

/** A short-lived javac: the optimising compiler of its JVM and annotation processors take a third of its time. */
const quickCompiler = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-proc:none', '-encoding', 'UTF-8'];

/**
 * The classes of javac, as the JVM keeps them in memory: with them javac takes two thirds of the processor time. Written
 * by the first compilation. A JVM of another version ignores the file.
 */
const archive = path.join(import.meta.dirname, '../../../node_modules/.cache/javac.jsa');

function runCompiler(args: readonly string[], cwd: string): void {
  const isThere = existsSync(archive);
  // Under another name until it is complete, because another process may compile meanwhile.
  const file = isThere ? archive : `${archive}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  const option = `-J-XX:${isThere ? 'SharedArchiveFile' : 'ArchiveClassesAtExit'}=${file}`;
  execaSync('javac', [option, ...args], { cwd, env: interpreterEnvironment, extendEnv: false });
  // A JVM without this ability writes none.
  if (!isThere && existsSync(file)) renameSync(file, archive);
}

/** What this process has compiled, by its sources: javac takes half a second, and many tests change one class of several. */
const compiled = new Map<string, Zippable>();

/** The class files of sources, by their names in a jar. */
function classesOf(sources: Record<string, string>): Zippable {
  const key = JSON.stringify(sources);
  const known = compiled.get(key);
  if (known) return known;
  const work = mkdtempSync(path.join(tmpdir(), 'outrigger-jar-'));
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
    writeFileSync(path.join(work, name), source);
  }
  runCompiler([...quickCompiler, '-d', 'classes', ...Object.keys(sources)], work);
  const classes = path.join(work, 'classes');
  const content: Zippable = {};
  for (const entry of readdirSync(classes, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(classes, file).replaceAll(path.sep, '/');
    if (entry.isFile()) content[name] = readFileSync(file);
  }
  rmSync(work, { recursive: true });
  compiled.set(key, content);
  return content;
}

/**
 * Compiles a jar.
 * @param sources by file name, such as `Types.java`
 * @param manifest attributes of its manifest, such as `Main-Class`, the class that `java -jar` runs
 */
export function buildJar(jar: string, sources: Record<string, string>, manifest: Record<string, string> = {}): void {
  const lines = Object.entries({ 'Manifest-Version': '1.0', ...manifest }).map(
    ([name, value]) => `${name}: ${value}\n`,
  );
  const content: Zippable = { 'META-INF/MANIFEST.MF': Buffer.from(lines.join('')), ...classesOf(sources) };
  mkdirSync(path.dirname(jar), { recursive: true });
  writeFileSync(jar, zipSync(content));
}

/** A new folder for the jars of a test file, its links resolved. */
export const jarFolder = () => realpathSync(mkdtempSync(path.join(tmpdir(), 'outrigger-jars-')));

export interface MethodCall {
  jar: string;
  /** `package.Class.method` */
  method: string;
  args?: readonly unknown[];
  options?: Record<string, unknown>;
}

/** Calls a method from a script. `value` is the script's result, `message` the message of the error. */
export async function callMethod(
  runner: Runner,
  { jar, method, args = [], options = {} }: MethodCall,
  runOptions: RunOptions = {},
): Promise<FinishedRun & { value: string | undefined; message: string }> {
  const [, className, name] = /^(.*)\.(\w+)$/.exec(method) ?? [];
  const words = [jar, args, { className, method: name, ...options }].map((word) => JSON.stringify(word)).join(', ');
  const finished = await runner.run(`console.log(await pm.executeAsync(${words}));`, {
    directory: path.dirname(jar),
    ...runOptions,
  });
  return { ...finished, value: finished.logged[0], message: finished.error?.message ?? '' };
}
