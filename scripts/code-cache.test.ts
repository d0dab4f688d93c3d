import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findSandboxRuntime } from '../src/core/processes/find-runtime.ts';
import { sandboxFlags } from '../src/core/sandbox-process/spawn-sandbox.ts';
import { codeCacheOf } from './code-cache.ts';
import { bundleWithLateParts } from './late-parts.ts';

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
  const boot = path.join(import.meta.dirname, '../src/sandbox/boot.ts');
  const { code } = await bundleWithLateParts(boot, []);

  const cache = codeCacheOf(code);

  expect(isRejected(code, cache, sandboxFlags)).toBe(false);
  expect(isRejected(`${code};`, cache, sandboxFlags)).toBe(true);
  expect(isRejected(code, cache, [...sandboxFlags, '--no-lazy'])).toBe(true);
});

test('code that cannot be run has no compiled form', () => {
  expect(codeCacheOf('({ boot: 1 })')).toBe('');
});
