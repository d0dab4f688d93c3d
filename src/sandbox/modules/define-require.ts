import { defineHidden, PlainError, toText } from '../primordials.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { RequestFileInfo } from '../../contract/scripts/script-context.ts';
import type { WorkspaceModules } from './workspace-modules.ts';

const isPackageName = (name: string): boolean => /^(@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/.test(name);
/** A package that was not added, several versions of it, and a script without a workspace. */
const isMissingPackage = (code: unknown): boolean =>
  code === 'PackageNotAdded' || code === 'Unsupported' || code === 'InvalidParams';

/**
 * `require` of scripts. Bruno's scripts require files of the collection by a relative path, and npm packages by
 * their names: those that were added, or those in the folder `node_modules` of the collection.
 * @param fileOfRequest called when a script requires something; its folder is the one that `bru.cwd()` names
 * @param modules called when a script requires what is no library
 */
export function defineRequire(
  global: object,
  libraries: Libraries,
  fileOfRequest: () => RequestFileInfo | undefined,
  modules: () => WorkspaceModules,
): void {
  defineHidden(global, 'require', (specifier: unknown): unknown => {
    const name = withoutFolder(toText(specifier), fileOfRequest()?.folder);
    if (/^\.\.?\//.test(name)) return fileOf(modules(), name);
    if (libraries.has(name)) return libraries.require(name);
    if (!isPackageName(name)) return modules().requireOfCollection(name) ?? libraries.require(name);
    try {
      return modules().require(`npm:${name}`);
    } catch (error) {
      if (!isMissingPackage((error as { code?: unknown } | undefined)?.code)) throw error;
      return modules().requireOfCollection(name) ?? libraries.require(name);
    }
  });
}

/** A missing file is named as by Node and Postman, where `pm.require` speaks of packages. */
function fileOf(modules: WorkspaceModules, name: string): unknown {
  try {
    return modules.require(name);
  } catch (error) {
    const { code, remedy } = (error ?? {}) as { code?: unknown; remedy?: unknown };
    if (code !== 'FileNotFound') throw error;
    throw Object.assign(new PlainError(`Cannot find module '${name}'`), { code, remedy });
  }
}

/** The path of a file as seen from the folder that contains it. */
const withoutFolder = (name: string, folder: string | undefined): string =>
  folder !== undefined && name.startsWith(`${folder}/`) ? `.${name.slice(folder.length)}` : name;
