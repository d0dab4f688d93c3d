/** The files that `cargo run` compiles: the package around the working directory, and its configuration. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import type { CallOfProgram } from './language.ts';
import { foldersAbove, listSources, nearestFolderWith, type SourceFiles } from './source-files.ts';

const MANIFEST = 'Cargo.toml';
/** cargo and rustup read these in the working directory and in every folder above it. */
const configuration = [
  MANIFEST,
  'Cargo.lock',
  '.cargo/config.toml',
  '.cargo/config',
  'rust-toolchain.toml',
  'rust-toolchain',
];
const MAX_TOML_BYTES = 1024 * 1024;

export async function findRustSources({ cwd }: CallOfProgram): Promise<SourceFiles> {
  const root = await nearestFolderWith(MANIFEST, cwd);
  // The user's own configuration is excluded, because the user may change it at any time.
  const home = path.join(os.homedir(), '.cargo');
  const files = foldersAbove(cwd)
    .flatMap((folder) => configuration.map((name) => path.join(folder, name)))
    .filter((file) => path.dirname(file) !== home);
  return listSources({
    paths: files,
    folders: root === undefined ? [] : [root],
    isIgnored: (folder) => path.basename(folder) === 'target' && existsSync(path.join(folder, '..', MANIFEST)),
    pathsIn: async (file) => (isConfiguration(file) ? pathsInToml(file) : []),
  });
}

const isConfiguration = (file: string) =>
  path.basename(file) === MANIFEST || /^config(\.toml)?$/.test(path.basename(file));

/**
 * Every text counts as a path, since many settings are paths: dependencies, members, build scripts, compiler wrappers.
 * So does each word, since some settings are commands and options: `sh ./run.sh`, `-Clinker=./link.sh`.
 * @throws FileTooLarge
 */
async function pathsInToml(file: string): Promise<string[] | undefined> {
  const folder = path.dirname(file);
  // In `.cargo`, most paths are relative to the folder that contains `.cargo`.
  const bases = path.basename(folder) === '.cargo' ? [folder, path.dirname(folder)] : [folder];
  const toml = String(await readRegularFile(file, MAX_TOML_BYTES));
  try {
    const { parse } = await import('smol-toml');
    const texts = textsIn(parse(toml)).flatMap((text) => [text, ...text.split(/[\s=]+/)]);
    return bases.flatMap((base) => texts.filter(Boolean).map((text) => path.resolve(base, text)));
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
