/**
 * The result of every importer: a collection in the OpenCollection form, and warnings about everything that could not
 * be carried over.
 */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Environment } from '@opencollection/types/config/environments';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import type { Json } from '../../http/postman/postman-json.ts';

export { isObject, list, rawText, tableRows, text, type Json } from '../../http/postman/postman-json.ts';

export interface ImportWarning {
  /** The names of the folders and the request, or another description of the place. */
  where: string;
  what: string;
}
/** The value of a secret variable. Files contain only its name; the value goes to the store of secrets. */
export interface ImportedSecret {
  /** The environment that declares it; null for a variable of the collection itself. */
  environment: string | null;
  name: string;
  value: string;
}
export type ImportedItem =
  | { name: string; file?: string; request: OpenRequest }
  | {
      name: string;
      /**
       * The name of its file or folder without the extension, where scripts refer to it; absent: derived from the name.
       */
      file?: string;
      id?: string;
      tags?: string[];
      items: ImportedItem[];
      defaults?: RequestDefaults;
      docs?: string;
      /** Why its own file could not be read: a run of the collection as it is sends none of its requests. */
      damaged?: string;
    };
/** Files beside the requests, which are copied along. */
export interface ImportedFiles {
  /** The folder that the paths are relative to, in the import and in the workspace. */
  folder: string;
  paths: readonly string[];
}

export interface ImportedCollection {
  /** For messages, such as "Postman collection". */
  kind: string;
  name: string;
  /** Its id in the other program. */
  id?: string;
  docs?: string;
  defaults?: RequestDefaults;
  /** The member `extensions` of the collection's file. */
  extensions?: Json;
  items: ImportedItem[];
  environments: Environment[];
  /** Values of global variables, by name. */
  globals?: Record<string, unknown>;
  /**
   * Requests that could not be read, by their files without the extension. An import leaves them out; a run of the
   * collection as it is ends them with the reason, because it would pass without them.
   */
  leftOut?: { file: string; reason: string }[];
  /** The same for the file of the collection itself. */
  damaged?: string;
  files?: ImportedFiles;
  secrets: ImportedSecret[];
  warnings: ImportWarning[];
}

/**
 * The text of a field that is one value; empty for lists and objects, which can contain themselves where references are
 * resolved.
 */
export const scalarText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : prose(value);
/** A description; empty for anything but a text. */
export const prose = (value: unknown): string => (typeof value === 'string' ? value : '');
export const disabledIf = (value: unknown): { disabled?: true } => (value ? { disabled: true } : {});
/** The member, or nothing for an undefined value. */
export const optional = <K extends string, V>(key: K, value: V | undefined | ''): Partial<Record<K, V>> =>
  (value === undefined || value === '' ? {} : { [key]: value }) as Partial<Record<K, V>>;

/** The member, or nothing for an empty list. */
export const listMember = <K extends string, T>(key: K, items: readonly T[]): Partial<Record<K, T[]>> =>
  (items.length === 0 ? {} : { [key]: items }) as Partial<Record<K, T[]>>;

/** The first place of a warning, and the number of further ones. */
export const firstPlace = (first: string, others: number): string =>
  others > 0 ? `${first} (and ${others} more)` : first;
