import { writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';
import { bundleWithLateParts } from './late-parts.ts';

/**
 * Writes the files, bundles `entry.ts` with all files whose names begin with `late` as late parts, and evaluates the
 * bundle.
 */
async function load(files: Record<string, string>): Promise<Record<string, (value?: unknown) => unknown>> {
  const folder = temporaryFolder('late-parts');
  for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
  const late = Object.keys(files).filter((name) => name.startsWith('late'));
  const { code } = await bundleWithLateParts(
    path.join(folder, 'entry.ts'),
    late.map((name) => path.join(folder, name)),
  );
  return vm.runInNewContext(code) as Record<string, (value?: unknown) => unknown>;
}

const log = 'export const evaluated: string[] = [];';

test('a late part is evaluated once, at the first call of one of its functions', async () => {
  const { evaluated, greet } = await load({
    'log.ts': log,
    'late-greeting.ts': `import { evaluated } from './log.ts'; evaluated.push('greeting');
      export interface Name { text: string }
      export function greeting(name: Name): string { return 'Hello ' + name.text; }
      export function farewell(): string { return 'Bye'; }`,
    'entry.ts': `import { evaluated as list } from './log.ts';
      import { farewell, greeting } from './late-greeting.ts';
      export const evaluated = (): string => list.join();
      export const greet = (text: string): string => greeting({ text }) + '. ' + farewell();`,
  });

  expect(evaluated?.()).toBe('');
  expect(greet?.('Ada')).toBe('Hello Ada. Bye');
  greet?.('Bob');
  expect(evaluated?.()).toBe('greeting');
});

test('code that several parts share is evaluated once, so that its state is the same everywhere', async () => {
  const { count } = await load({
    'counter.ts': 'let count = 0; export const next = (): number => ++count;',
    'shared-by-late.ts': `import { next } from './counter.ts'; export const first = next();`,
    'late-a.ts': `import { next } from './counter.ts'; import { first } from './shared-by-late.ts';
      export function a(): number[] { return [first, next()]; }`,
    'late-b.ts': `import { a } from './late-a.ts'; import { first } from './shared-by-late.ts';
      export function b(): number[] { return [first, ...a()]; }`,
    'entry.ts': `import { next } from './counter.ts'; import { a } from './late-a.ts'; import { b } from './late-b.ts';
      export const count = (): string => [next(), ...b(), ...a()].join();`,
  });

  expect(count?.()).toBe('1,2,2,3,2,4');
});

test('a part that exports something other than functions is refused by its name', async () => {
  const files = {
    'late-class.ts': 'export class Late {}',
    'entry.ts': `import { Late } from './late-class.ts'; export const create = () => new Late();`,
  };

  await expect(load(files)).rejects.toThrow(/late-class\.ts is evaluated late, so it can export functions only/);
});
