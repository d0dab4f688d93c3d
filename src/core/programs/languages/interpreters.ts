/** What is installed to run each language: found once, looked for again on demand. */
import { execFile } from 'node:child_process';
import type { Interpreter } from '../../../contract/host-contract.ts';
import { findExecutable } from '../../processes/find-executable.ts';
import { languages, type Language } from './languages.ts';

const VERSION_MS = 5000;
const versionArguments: Record<string, string[]> = { go: ['version'], lua: ['-v'], java: ['-version'], sh: [] };

export interface Interpreters {
  list(again: boolean): Promise<Interpreter[]>;
}

export function createInterpreters(env: NodeJS.ProcessEnv): Interpreters {
  let found: Promise<Interpreter[]> | undefined;
  return {
    list(again) {
      if (again) found = undefined;
      return (found ??= Promise.all(languages.map((language) => look(language, env))));
    },
  };
}

async function look({ name, extension, prefix, install }: Language, env: NodeJS.ProcessEnv): Promise<Interpreter> {
  const [command] = prefix;
  const path = (await findExecutable(command, env)) ?? null;
  const version = path && (await versionOf(path, versionArguments[command] ?? ['--version'], env));
  return { language: name, extension, command: prefix.join(' '), path, version, install };
}

/** The first line that it says about itself; some say it on stderr. */
function versionOf(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  if (args.length === 0) return Promise.resolve(null);
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: VERSION_MS, windowsHide: true }, (error, stdout, stderr) => {
      const line = `${stdout}\n${stderr}`
        .split(/\r?\n/)
        .map((text) => text.trim())
        .find((text) => text !== '' && !text.startsWith('Picked up'));
      resolve(error ? null : (line ?? null));
    });
  });
}
