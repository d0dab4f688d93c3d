/** The result of every importer: a collection in the OpenCollection form, and a list of what could not be carried over. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Environment } from '@opencollection/types/config/environments';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import type { Json } from '../../http/postman/postman-json.ts';

export { isObject, list, text, type Json } from '../../http/postman/postman-json.ts';

export interface ImportWarning {
  /** Names down to the request, or what it is about. */
  where: string;
  what: string;
}
/** The value of a secret variable. Files have only its name; the value goes to the store of secrets. */
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
      /** The name of its file or folder without the extension, where scripts name it; left out: it is made of the name. */
      file?: string;
      id?: string;
      tags?: string[];
      items: ImportedItem[];
      defaults?: RequestDefaults;
      docs?: string;
    };
/** Files beside the requests, which are copied along. */
export interface ImportedFiles {
  /** The folder that the paths start from, in the import and in the workspace alike. */
  folder: string;
  paths: readonly string[];
}

export interface Imported {
  /** In a person's words: "Postman collection". */
  kind: string;
  name: string;
  /** Its id in the program that it comes from. */
  id?: string;
  docs?: string;
  defaults?: RequestDefaults;
  /** The member `extensions` of the collection's file. */
  extensions?: Json;
  items: ImportedItem[];
  environments: Environment[];
  files?: ImportedFiles;
  secrets: ImportedSecret[];
  warnings: ImportWarning[];
}

/** A description; anything else than a text is left out. */
export const prose = (value: unknown): string => (typeof value === 'string' ? value : '');
export const disabledIf = (value: unknown): { disabled?: true } => (value ? { disabled: true } : {});
/** A member only where it says something. */
export const optional = <K extends string, V>(key: K, value: V | undefined | ''): Partial<Record<K, V>> =>
  (value === undefined || value === '' ? {} : { [key]: value }) as Partial<Record<K, V>>;
