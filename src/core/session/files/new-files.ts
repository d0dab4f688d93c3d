/** Creates scripts and programs from the interface. */
import { lstatSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import { withCodes } from '../../collection/files/collection-writer.ts';
import { fileName } from '../../collection/files/names.ts';
import { isInside, resolveInside } from '../../platform/files/paths.ts';
import { newProgram, type NewFile } from '../../programs/languages/new-program.ts';

const SCRIPT = `// Ctrl+Enter runs this script. A program of the folder "programs" is called so:
// await pm.executeAsync('hello.py', ['world']);
const answer = 6 * 7;
console.log('The answer is', answer);

pm.test('the answer is known', () => {
  pm.expect(answer).to.equal(42);
});
`;

/**
 * Creates `scripts/<name>.js` with a short example.
 * @param root real path of the workspace
 * @param name may have folders before it with `/`, and may end in `.js`
 * @returns the path relative to the workspace
 * @throws InvalidParams for an invalid file name on any system, WriteFailed when the file exists, OutsideWorkspace
 */
export async function createScript(root: string, name: string): Promise<{ path: string }> {
  const file = `scripts/${checkedName(name, '.js')}.js`;
  await writeNew(root, [{ path: file, text: SCRIPT }]);
  return { path: file };
}

/**
 * Creates a program from the template of a language.
 * @param directory the programs directory; it is created when it does not exist
 * @returns the path relative to the directory, and its source relative to the workspace: null when it is outside
 * @throws like createScript, and UnsupportedExtension
 */
export async function createProgram(params: {
  root: string;
  directory: string;
  name: string;
  extension: string;
}): Promise<{ path: string; source: string | null }> {
  const { root, directory, name, extension } = params;
  const files = newProgram(checkedName(name, extension), extension);
  await withCodes(directory, () => mkdir(directory, { recursive: true }));
  const absolute = await writeNew(directory, files);
  const source = isInside(root, absolute) ? path.relative(root, absolute).replaceAll(path.sep, '/') : null;
  return { path: files[0].path, source };
}

/** The name without its extension, if each of its parts is a valid file name on every system. */
function checkedName(name: string, extension: string): string {
  const trimmed = name.trim();
  const base = trimmed.toLowerCase().endsWith(extension) ? trimmed.slice(0, -extension.length) : trimmed;
  const wrong = base.split('/').find((part) => fileName(part, 'environment') !== part);
  if (wrong === undefined) return base;
  const message = wrong === '' ? 'A file needs a name.' : `"${wrong}" cannot be the name of a file on every system.`;
  throw codedError(
    'InvalidParams',
    message,
    'Use letters, digits, spaces, ".", "-" and "_"; "/" stands after a folder.',
  );
}

/**
 * Creates files that do not exist yet; all of them or none. Half of a project could not be run, and the file that is
 * there would be in the way of the next attempt. Nothing of the user's is deleted: where one of the files exists, none
 * is written, and after a failure only the files of this call are removed, which the user has not seen yet.
 * @returns the absolute path of the first
 */
export async function writeNew(directory: string, files: readonly [NewFile, ...NewFile[]]): Promise<string> {
  const resolved = files.map((file) => ({ ...file, absolute: resolveInside(directory, file.path) }));
  for (const { path: file, absolute } of resolved) {
    if (!lstatSync(absolute, { throwIfNoEntry: false })) continue;
    throw codedError('WriteFailed', `${file} exists already.`, 'Choose another name.');
  }
  const written: string[] = [];
  try {
    for (const { path: file, absolute, text } of resolved) {
      await withCodes(file, async () => {
        await mkdir(path.dirname(absolute), { recursive: true });
        const handle = await open(absolute, 'wx');
        written.push(absolute);
        try {
          await handle.writeFile(text);
        } finally {
          await handle.close();
        }
      });
    }
  } catch (error) {
    for (const file of written) await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
  return resolveInside(directory, files[0].path);
}
