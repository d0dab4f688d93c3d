import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resolveInside } from './paths.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const base = temporaryFolder('paths');
const root = path.join(base, 'root');
mkdirSync(path.join(root, 'sub'), { recursive: true });
mkdirSync(path.join(base, 'other'));
writeFileSync(path.join(base, 'other', 'secret'), 'x');
writeFileSync(path.join(root, 'a.txt'), 'x');
symlinkSync(path.join(base, 'other'), path.join(root, 'out'));
symlinkSync(path.join(base, 'other', 'secret'), path.join(root, 'file-out'));
symlinkSync(path.join(base, 'missing'), path.join(root, 'dangling'));
symlinkSync('loop-b', path.join(root, 'loop-a'));
symlinkSync('loop-a', path.join(root, 'loop-b'));
symlinkSync('sub', path.join(root, 'in'));
symlinkSync(root, path.join(base, 'root-link'));

test.each([
  ['a.txt', 'a.txt'],
  ['sub/../a.txt', 'a.txt'],
  ['new/deep/file.yml', 'new/deep/file.yml'],
  ['in/new.yml', 'sub/new.yml'],
  ['..hidden', '..hidden'],
])('%s is inside', (file, expected) => {
  expect(resolveInside(root, file)).toBe(path.join(root, expected));
});

test('an absolute path is accepted in both spellings of a linked folder', () => {
  const link = path.join(base, 'root-link');
  expect(resolveInside(link, path.join(link, 'a.txt'))).toBe(path.join(root, 'a.txt'));
  expect(resolveInside(link, path.join(root, 'a.txt'))).toBe(path.join(root, 'a.txt'));
});

test.each([
  '',
  '.',
  '..',
  '../other/secret',
  '../root-evil/a',
  'sub/../../other/secret',
  '/etc/hosts',
  'out',
  'out/secret',
  'out/new-file',
  'out/new/deep',
  'file-out',
  'file-out/below',
  'dangling',
  'dangling/below',
  'loop-a',
  'loop-a/below',
  'a\0b',
])('%j is refused', (file) => {
  expect(() => resolveInside(root, file)).toThrow(expect.objectContaining({ code: 'OutsideWorkspace' }) as Error);
});
