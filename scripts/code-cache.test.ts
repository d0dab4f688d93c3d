import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { findSandboxRuntime } from '../src/core/processes/find-runtime.ts';
import { sandboxFlags } from '../src/core/sandbox-process/spawn-sandbox.ts';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';
import { codeCacheOf } from './code-cache.ts';
import { bundleBoot } from './guest-bundles.ts';

const root = path.join(import.meta.dirname, '..');

/** Compiles the code with its cache in a process with the flags. @returns whether V8 has rejected the cache */
function isRejected(code: string, cache: string, flags: readonly string[]): boolean {
  const program = `const [code, cache] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const cachedData = Buffer.from(cache, 'base64');
    console.log(new (require('node:vm').Script)(code, { cachedData }).cachedDataRejected);`;
  const { executable, env } = findSandboxRuntime();
  const input = JSON.stringify([code, cache]);
  const { stdout } = spawnSync(executable, [...flags, '-e', program], { input, env, encoding: 'utf8' });
  return JSON.parse(stdout) as boolean;
}

test('a sandbox process accepts the compiled form of the code of its realms, and V8 ignores it elsewhere', async () => {
  const { code } = await bundleBoot(root);

  const cache = codeCacheOf(code, root);

  expect(isRejected(code, cache, sandboxFlags)).toBe(false);
  expect(isRejected(`${code};`, cache, sandboxFlags)).toBe(true);
  expect(isRejected(code, cache, [...sandboxFlags, '--no-lazy'])).toBe(true);
});

test('code that cannot be run has no compiled form', () => {
  expect(codeCacheOf('({ boot: 1 })', root)).toBe('');
});

test('the configuration of the build, in which the function is bundled with others, makes one, too', async () => {
  const entry = path.join(import.meta.dirname, 'code-cache.ts');
  const bundle = (await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: entry, write: false },
  })) as Rolldown.RolldownOutput;
  const file = path.join(temporaryFolder('code-cache'), 'bundled.mjs');
  writeFileSync(file, bundle.output[0].code);
  const { codeCacheOf: bundledOne } = (await import(pathToFileURL(file).href)) as { codeCacheOf: typeof codeCacheOf };
  expect(bundledOne('({ boot: () => ({ deliver() {} }) })', root)).not.toBe('');
});
