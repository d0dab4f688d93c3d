/**
 * Leaves the declarations that no script can use out of the editor's worker for JavaScript: it would bring those of every
 * version of the language and of a browser's page, which are a fifth of the bytes of the interface.
 */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const DECLARATIONS = /[\\/]monaco-editor[\\/].*[\\/]typescript[\\/]lib[\\/]lib\.js$/;

/** @param library the name of the declarations that the editor's compiler options name, such as `es2023` */
export function editorDeclarations(library: string): Plugin {
  return {
    name: 'editor-declarations',
    load: {
      filter: { id: DECLARATIONS },
      async handler(id) {
        const { libFileMap } = (await import(pathToFileURL(id).href)) as { libFileMap: Record<string, string> };
        return `export const libFileMap = ${JSON.stringify(withReferences(library, libFileMap))};`;
      },
    },
  };
}

/** The declarations of a library, with those that it references. */
export function withReferences(library: string, all: Readonly<Record<string, string>>): Record<string, string> {
  const needed: Record<string, string> = {};
  const add = (name: string): void => {
    const file = `lib.${name}.d.ts`;
    const text = all[file];
    if (text === undefined) throw new Error(`The editor has no declarations "${name}".`);
    if (file in needed) return;
    needed[file] = text;
    for (const [, reference = ''] of text.matchAll(/^\/\/\/\s*<reference\s+lib="([^"]+)"/gm)) add(reference);
  };
  add(library);
  return needed;
}
