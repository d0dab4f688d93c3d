/** Reads and writes the scripts and programs in a folder on disk. */
import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { compareNames } from '../../../contract/compare-names.ts';
import { codedError, type ErrorCode } from '../../../contract/errors.ts';
import type { WorkspaceInfo } from '../../../contract/host-contract.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import { languageOf } from '../../programs/languages/languages.ts';
import { isPackageFile } from '../../packages/package-lock.ts';
import { resolveInside } from '../../platform/files/paths.ts';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { changedOnDisk } from '../../platform/files/write-errors.ts';

const MAX_SCRIPT_BYTES = 5 * 1024 * 1024;
const MAX_FILES = 2000;
/** Folders that are searched for files: a workspace may have any number of them. */
const MAX_FOLDERS = 20_000;
const ignored = new Set(['node_modules', '.git', '.outrigger']);

export interface WorkspaceFiles {
  /** The files that the interface lists. @param programsDirectory the programs directory */
  describe(programsDirectory: string): Promise<WorkspaceInfo>;
  /** @throws OutsideWorkspace, FileNotFound, FileUnreadable, FileTooLarge */
  readScript(file: string): Promise<{ content: string; version: string }>;
  /** @throws OutsideWorkspace, FileChangedOnDisk when `version` is not the one on disk, WriteFailed */
  writeScript(file: string, content: string, version?: string): Promise<{ version: string }>;
}

/** npm packages are excluded, because they are not edited. @param file relative to the folder of the scripts */
const isScript = (file: string): boolean => file.endsWith('.js') && !isPackageFile(`scripts/${file}`);

/** The programs directory of a workspace, unless another one was chosen. */
export const defaultProgramsDirectory = (root: string): string => path.join(root, 'programs');

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/** @param root real path of the workspace */
export function workspaceFiles(root: string): WorkspaceFiles {
  return {
    async describe(programsDirectory) {
      const scriptFolder = path.join(root, 'scripts');
      const scripts = (await filesBelow(scriptFolder)).filter(isScript);
      const exists = await isFolder(programsDirectory);
      const files = exists ? await filesBelow(programsDirectory) : [];
      return {
        root,
        name: path.basename(root),
        ...((await isFolder(root)) ? {} : { isMissing: true }),
        scripts: await Promise.all(
          scripts.map(async (file) => ({
            path: `scripts/${file}`,
            size: (await stat(path.join(scriptFolder, file)).catch(() => ({ size: 0 }))).size,
          })),
        ),
        programs: {
          directory: programsDirectory,
          exists,
          files: files
            .map((file) => ({ path: file, language: languageOf(file)?.name ?? null }))
            .filter(({ language }) => language !== null),
        },
      };
    },
    readScript: async (file) => readText(resolveInside(root, file), { isChecked: true }),
    async writeScript(file, content, version) {
      const absolute = resolveInside(root, file);
      let former: string | undefined;
      if (version !== undefined) {
        const now = await readText(absolute, { isChecked: true }).catch(() => undefined);
        former = now?.content;
        if (now && now.version !== version && now.content !== content) throw changedOnDisk(file);
      }
      await writeAtomically(absolute, content, { name: file, former });
      return { version: hashText(content) };
    },
  };
}

/**
 * A script as text, with a version that changes with its content.
 * @param options as for `readRegularFile`
 * @throws FileNotFound, FileUnreadable (also when it is not UTF-8), FileTooLarge
 */
export async function readText(
  file: string,
  options: { isChecked?: boolean } = {},
): Promise<{ content: string; version: string }> {
  try {
    const bytes = await readRegularFile(file, MAX_SCRIPT_BYTES, options);
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { content, version: hashText(content) };
  } catch (error) {
    throw fileError(error, file);
  }
}

/** The real path of a readable folder. @throws NotAFolder, FileUnreadable */
export async function requireFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) throw codedError('NotAFolder', `${folder} is a file, not a folder.`);
    await access(root, constants.R_OK | constants.X_OK);
    return root;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw codedError('NotAFolder', `The folder ${folder} does not exist.`);
    }
    throw fileError(error, folder);
  }
}

function fileError(error: unknown, file: string): unknown {
  const { code, message } = error as { code?: string; message: string };
  const errors: Record<string, [ErrorCode, string]> = {
    ENOENT: ['FileNotFound', `${file} does not exist.`],
    ENOTDIR: ['FileNotFound', `${file} does not exist.`],
    EISDIR: ['FileUnreadable', `${file} is a folder, not a script.`],
    EACCES: ['FileUnreadable', `${file} may not be read by this user.`],
    EPERM: ['FileUnreadable', `${file} may not be read by this user.`],
    ERR_ENCODING_INVALID_ENCODED_DATA: ['FileUnreadable', `${file} is not text in UTF-8.`],
  };
  const knownError = code === undefined ? undefined : errors[code];
  if (knownError) return codedError(...knownError);
  return code && /^E[A-Z]+$/.test(code) ? codedError('FileUnreadable', `${file}: ${message}`) : error;
}

/** Files below a folder as relative paths with `/`, in the order of their names; links to folders are not followed. */
export async function filesBelow(folder: string, maxFolders = MAX_FOLDERS): Promise<string[]> {
  const names: string[] = [];
  let folders = 0;
  const visit = async (relative: string) => {
    folders += 1;
    if (folders > maxFolders) return;
    const entries = await readdir(path.join(folder, relative), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (names.length >= MAX_FILES) return;
      const name = relative ? `${relative}/${entry.name}` : entry.name;
      if (entry.isDirectory() && !ignored.has(entry.name)) await visit(name);
      else if (entry.isFile() || entry.isSymbolicLink()) names.push(name);
    }
  };
  await visit('');
  return names.sort(compareNames);
}
