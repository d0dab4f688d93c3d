/**
 * Vite plugin: `virtual:guest-bundles` is the source text of the sandbox's parts, each bundled from src/sandbox
 * into one expression in strict mode.
 */
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const id = 'virtual:guest-bundles';
const parts = { prelude: 'prelude.ts', boot: 'boot.ts', chai: 'libraries/chai.ts' };

async function bundle(entry: string): Promise<{ code: string; modules: string[] }> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: '__part' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = result[0]?.output[0];
  if (!chunk) throw new Error(`${entry} gave no bundle`);
  const code = `(function () { 'use strict';\n${chunk.code}\nreturn typeof __part === 'undefined' ? undefined : __part; })()`;
  return { code, modules: chunk.moduleIds };
}

/** @param root the project's folder */
export function guestBundles(root: string): Plugin {
  return {
    name: 'outrigger-guest-bundles',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const bundles: Record<string, string> = {};
      for (const [name, file] of Object.entries(parts)) {
        const { code, modules } = await bundle(path.join(root, 'src/sandbox', file));
        bundles[name] = code;
        for (const module of modules) this.addWatchFile(module);
      }
      return `export const bundles = ${JSON.stringify(bundles)};`;
    },
  };
}
