/** Reads the source of a package for a script that calls `pm.require('npm:...')`. */
import { codedError, textHere, toFailure } from '../../contract/errors.ts';
import { resolveInside } from '../platform/files/paths.ts';
import { emptyLock, fileOfPackage, integrityOf, LOCK_FILE, parseLock, type PackageLock } from './package-lock.ts';
import { packageKey, parsePackageName, type PackageName } from './package-name.ts';

export interface PackageSource {
  /** Name and version, such as `ms@2.1.3`. */
  key: string;
  /** One CommonJS module, which requires only modules of the sandbox. */
  source: string;
}
export interface PackageFiles {
  root: string;
  /** Text of a file, by its absolute path with all links resolved. @throws FileNotFound, FileUnreadable, FileTooLarge */
  readFile: (file: string) => Promise<string>;
}

/**
 * @param specifier `npm:ms@2.1.3`, or `npm:ms` where the workspace has one version of it
 * @throws PackageNotAdded, PackageChanged, InvalidParams, InvalidData, and the errors of reading
 */
export async function readPackage(files: PackageFiles, specifier: string): Promise<PackageSource> {
  const name = parsePackageName(specifier);
  const { packages } = (await readLock(files)) ?? emptyLock();
  const key = findKey(Object.keys(packages), name);
  const file = fileOfPackage(key);
  const source = await files.readFile(resolveInside(files.root, file)).catch((error: unknown) => {
    if (toFailure(error).code !== 'FileNotFound') throw error;
    throw packageChanged(key, `${file} is missing, although ${LOCK_FILE} lists it.`);
  });
  if (integrityOf(source) !== packages[key]?.integrity)
    throw packageChanged(key, `${file} is not the file that was added: its hash is not the one of ${LOCK_FILE}.`);
  return { key, source };
}

const packageChanged = (key: string, message: string): Error =>
  codedError(
    'PackageChanged',
    message,
    textHere({
      window: `Add npm:${key} again with Add package….`,
      terminal: `Add it again: outrigger add npm:${key}`,
    }),
  );

/** @returns undefined where the workspace has no lock file */
export async function readLock({ root, readFile }: PackageFiles): Promise<PackageLock | undefined> {
  try {
    return parseLock(await readFile(resolveInside(root, LOCK_FILE)));
  } catch (error) {
    if (toFailure(error).code === 'FileNotFound') return undefined;
    throw error;
  }
}

function findKey(keys: readonly string[], packageName: PackageName): string {
  const text = packageKey(packageName);
  const versions = keys.filter((key) => key.startsWith(`${packageName.name}@`));
  const [first, ...more] = packageName.version === undefined ? versions : versions.filter((key) => key === text);
  if (first === undefined) {
    const suggestion = versions.length === 0 ? '' : ` There is ${versions.join(', ')}.`;
    throw codedError(
      'PackageNotAdded',
      `The package ${text} is not in this workspace, and nothing is downloaded while a script runs.${suggestion}`,
      textHere({
        window: `Add npm:${text} once with Add package….`,
        terminal: `Add it once: outrigger add npm:${text}`,
      }),
    );
  }
  if (more.length > 0) {
    throw codedError('PackageNotAdded', `There are several versions of ${text}: ${versions.join(', ')}.`, 'Name one.');
  }
  return first;
}
