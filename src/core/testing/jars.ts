/** Jars that tests build and call. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interpreterEnvironment } from './interpreters.ts';
import type { Finished, Runner, RunSettings } from './run.ts';

/**
 * Compiles a jar.
 * @param sources by the name of the file: `Types.java`
 */
export function buildJar(jar: string, sources: Record<string, string>): void {
  const work = mkdtempSync(path.join(tmpdir(), 'outrigger-jar-'));
  const run = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { cwd: work, encoding: 'utf8', env: interpreterEnvironment });
    if (status !== 0) throw new Error(stderr);
  };
  for (const [name, source] of Object.entries(sources)) writeFileSync(path.join(work, name), source);
  run('javac', '-encoding', 'UTF-8', '-d', 'classes', ...Object.keys(sources));
  mkdirSync(path.dirname(jar), { recursive: true });
  run('jar', '--create', '--file', jar, '-C', 'classes', '.');
  rmSync(work, { recursive: true });
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

/** Calls a method from a script. `value` is what the script got, `message` that of the error. */
export async function callMethod(
  runner: Runner,
  { jar, method, args = [], options = {} }: MethodCall,
  settings: RunSettings = {},
): Promise<Finished & { value: string | undefined; message: string }> {
  const [, className, name] = /^(.*)\.(\w+)$/.exec(method) ?? [];
  const words = [jar, args, { className, method: name, ...options }].map((word) => JSON.stringify(word)).join(', ');
  const finished = await runner.run(`console.log(await pm.executeAsync(${words}));`, {
    directory: path.dirname(jar),
    ...settings,
  });
  return { ...finished, value: finished.logged[0], message: finished.error?.message ?? '' };
}
