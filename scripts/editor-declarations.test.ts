import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { SCRIPT_LIBRARY } from '../src/renderer/monaco/script-library.ts';
import { withReferences } from './editor-declarations.ts';

const file = 'node_modules/monaco-editor/esm/vs/languages/features/typescript/lib/lib.js';
const { libFileMap } = (await import(pathToFileURL(path.resolve(import.meta.dirname, '..', file)).href)) as {
  libFileMap: Record<string, string>;
};

test('the editor knows the language of scripts, and neither a page nor other versions', () => {
  const files = Object.keys(withReferences(SCRIPT_LIBRARY, libFileMap));
  expect(files).toEqual(
    expect.arrayContaining(['lib.es2023.d.ts', 'lib.es2023.array.d.ts', 'lib.es5.d.ts', 'lib.decorators.d.ts']),
  );
  expect(files.filter((name) => /dom|webworker|scripthost|esnext/.test(name))).toEqual([]);
});

test('declarations that the editor lacks are an error of the build', () => {
  expect(() => withReferences('es1999', libFileMap)).toThrow('no declarations "es1999"');
});
