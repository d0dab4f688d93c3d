/** Writes a program of any language to where it can be called. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../programs/languages/language.ts';
import { buildJar } from './jars.ts';

export interface WrittenProgram {
  /** The name for a script's call. */
  file: string;
  /** Relative to the directory; the working directory that the language requires. */
  cwd: string;
  env: Record<string, string>;
}

/** Java is compiled and packed, Rust gets a cargo project; for all others the source is the program. */
export function writeProgram(directory: string, { extension, needsFile }: Language, source: string): WrittenProgram {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  };
  if (extension === '.rs') {
    write('crate/src/main.rs', source);
    write('crate/Cargo.toml', '[package]\nname = "all"\nversion = "0.1.0"\nedition = "2021"\n');
    return { file: 'crate/src/main.rs', cwd: 'crate', env: {} };
  }
  const file = `all${extension}`;
  if (extension === '.jar') {
    buildJar(path.join(directory, file), { 'Main.java': source }, { 'Main-Class': 'Main' });
  } else {
    write(file, source);
  }
  const env: Record<string, string> = needsFile
    ? { [needsFile.variable]: path.join(needsFile.defaultFolder, needsFile.file) }
    : {};
  return { file, cwd: '.', env };
}
