import { defineHidden, PlainError, toText } from '../primordials.ts';
import { isOfBruno } from '../bruno/bruno-globals.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { RequestFileInfo } from '../../contract/scripts/script-context.ts';

/** Before the name of a package in the folder `node_modules` of a collection of Bruno. */
export const BESIDE = 'beside the collection:';

const isPackageName = (name: string): boolean => /^(@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/.test(name);
/** A package that was not added, several versions of it, and a script without a workspace. */
const isMissingPackage = (code: unknown): boolean =>
  code === 'PackageNotAdded' || code === 'Unsupported' || code === 'InvalidParams';

/**
 * `require` of scripts. Bruno's scripts require files of the collection by a relative path, and npm packages by
 * their names: those that were added, or those in the folder `node_modules` of the collection.
 * @param fileOfRequest called when a script requires something; its folder is the one that `bru.cwd()` names
 */
export function defineRequire(
  global: object,
  libraries: Libraries,
  fileOfRequest: () => RequestFileInfo | undefined,
  requireWorkspace: (name: unknown) => unknown,
): void {
  const beside = (name: string): unknown => (isOfBruno(fileOfRequest()) ? requireWorkspace(BESIDE + name) : undefined);
  defineHidden(global, 'require', (specifier: unknown): unknown => {
    const name = withoutFolder(toText(specifier), fileOfRequest()?.folder);
    if (/^\.\.?\//.test(name)) return fileOf(requireWorkspace, name);
    if (libraries.has(name)) return libraries.require(name);
    if (!isPackageName(name)) return beside(name) ?? libraries.require(name);
    try {
      return requireWorkspace(`npm:${name}`);
    } catch (error) {
      if (!isMissingPackage((error as { code?: unknown } | undefined)?.code)) throw error;
      return beside(name) ?? libraries.require(name);
    }
  });
}

/** A missing file is named as by Node and Postman, where `pm.require` speaks of packages. */
function fileOf(requireWorkspace: (name: unknown) => unknown, name: string): unknown {
  try {
    return requireWorkspace(name);
  } catch (error) {
    const { code, remedy } = (error ?? {}) as { code?: unknown; remedy?: unknown };
    if (code !== 'FileNotFound') throw error;
    throw Object.assign(new PlainError(`Cannot find module '${name}'`), { code, remedy });
  }
}

/** The path of a file as seen from the folder that contains it. */
const withoutFolder = (name: string, folder: string | undefined): string =>
  folder !== undefined && name.startsWith(`${folder}/`) ? `.${name.slice(folder.length)}` : name;
