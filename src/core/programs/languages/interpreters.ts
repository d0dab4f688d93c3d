/** Finds the installed interpreter of each language once, and again on demand. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Interpreter } from '../../../contract/scripts/programs.ts';
import { findExecutable } from '../../processes/find-executable.ts';
import { toolOutput } from '../../processes/tool-output.ts';
import { languages, type Language } from './languages.ts';
import { printedLines } from './printed-lines.ts';

const VERSION_MS = 5000;

export interface Interpreters {
  list(again: boolean): Promise<Interpreter[]>;
}

export function createInterpreters(env: NodeJS.ProcessEnv): Interpreters {
  let interpreters: Promise<Interpreter[]> | undefined;
  return {
    list(again) {
      if (again) interpreters = undefined;
      return (interpreters ??= Promise.all(languages.map((language) => findInterpreter(language, env))));
    },
  };
}

async function findInterpreter(language: Language, env: NodeJS.ProcessEnv): Promise<Interpreter> {
  const { name, extension, prefix, install, template } = language;
  const file = (await findExecutable(prefix[0], env)) ?? null;
  const version = file && (await versionOf(file, language.versionArguments, env));
  const missing = file === null ? null : missingFile(language, env);
  return { language: name, extension, command: prefix.join(' '), path: file, version, install, missing, template };
}

/** What is to be done when a file that the interpreter needs cannot be found. */
function missingFile({ needsFile }: Language, env: NodeJS.ProcessEnv): string | null {
  if (!needsFile) return null;
  const { variable, file, defaultFolder } = needsFile;
  const folders = (env[variable] ?? '')
    .split(path.delimiter)
    .some((entry) => path.basename(entry) === file && existsSync(entry));
  if (folders) return null;
  const defaultFile = path.join(defaultFolder, file);
  return existsSync(defaultFile)
    ? `${file} is not on the ${variable}. Pass it with each call: { env: { ${variable}: '${defaultFile}' } }`
    : `${file} is not on the ${variable}`;
}

/** The first line of its version output; some interpreters print it on stderr. */
async function versionOf(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  if (args.length === 0) return null;
  const { stdout, stderr, succeeded } = await toolOutput(file, args, { env, timeoutMs: VERSION_MS });
  const line = printedLines(`${stdout}\n${stderr}`).find((text) => text.trim() !== '');
  return succeeded ? (line?.trim() ?? null) : null;
}
