/** Creates new programs from the templates of the languages, as files of the programs directory. */
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import { languages } from './languages.ts';

/** Names that cargo refuses for a program, because it has folders of these names. */
const FORBIDDEN_PROJECTS = new Set(['build', 'deps', 'examples', 'incremental']);

export interface NewFile {
  /** Relative to the directory, with `/`. */
  path: string;
  text: string;
}

/**
 * @param name of the program without its extension; folders before it with `/`
 * @param extension of the language, with its dot
 * @returns the file that scripts call, followed by the files that its language needs beside it
 * @throws UnsupportedExtension for a language whose programs are not text, and for an unknown one
 */
export function newProgram(name: string, extension: string): [program: NewFile, ...others: NewFile[]] {
  const language = languages.find((language) => language.extension === extension);
  if (!language || extension === '.jar') {
    const remedy = extension === '.jar' ? 'Build the jar, then put it into the folder.' : 'Choose another language.';
    throw codedError('UnsupportedExtension', `A program that ends in ${extension} cannot be created here.`, remedy);
  }
  const { template } = language;
  if (extension !== '.rs') return [{ path: `${name}${extension}`, text: template }];
  // cargo runs projects only; calls pass the project's folder as `cwd`.
  const base = path.posix.basename(name).replace(/[^\w-]/g, '-');
  const project = /^[a-z_]/i.test(base) && !FORBIDDEN_PROJECTS.has(base) ? base : `program-${base}`;
  return [
    { path: `${name}/src/main.rs`, text: template },
    { path: `${name}/Cargo.toml`, text: `[package]\nname = "${project}"\nversion = "0.1.0"\nedition = "2021"\n` },
  ];
}
