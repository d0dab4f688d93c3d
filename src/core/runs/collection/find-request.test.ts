import { expect, test } from 'vitest';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { findRequest, findRequestToRun } from './find-request.ts';

const requests = (bruno: boolean) =>
  ['login.yml', 'admin/login.yml', 'folder-scripts/sum -no ext.yml'].map((id) => ({
    id,
    name: 'login',
    request: {},
    ...(bruno ? { bruno: { runsRequestFirst: true, processEnvironment: {} } } : {}),
  })) as unknown as LoadedRequest[];

test('a script of Bruno runs a request by its file, and one of another collection the last of that name', () => {
  const { id } = requests(true)[findRequestToRun(requests(true), 'login')] ?? {};
  expect(id).toBe('login.yml');
  expect(findRequestToRun(requests(false), 'login')).toBe(2);
  expect(findRequest(requests(true), 'login')).toBe(2);
});

test.each([
  ['./admin/login.bru', 1],
  ['admin/login', 1],
  // Names of files that an import has to change.
  ['scripts/sum (no ext)', 2],
  ['scripts/sum (no ext).bru', 2],
  ['scripts/none', -1],
])('%s', (path, index) => {
  expect(findRequestToRun(requests(true), path)).toBe(index);
});
