import { expect, test } from 'vitest';
import { npmFailure } from './npm-failure.ts';

const notFound = `npm error code E404
npm error 404 Not Found - GET https://registry.example/@team%2fabsent
npm error 404  The requested resource '@team/absent@^1.0.0' could not be found or you do not have permission to access it.`;
const noVersion = `npm error code ETARGET
npm error notarget No matching version found for helper@99.0.0.`;

test.each([
  [notFound, 'the registry has no package @team/absent', /Check the name/],
  ['npm ERR! code E404', 'the registry has no package ms', /Check the name/],
  [noVersion, 'the registry has no version helper@99.0.0', /without a version/],
  ['npm error code ENOTFOUND', 'the registry cannot be reached (ENOTFOUND)', /connection/],
  ['npm error code ECONNREFUSED', 'the registry cannot be reached (ECONNREFUSED)', /connection/],
  ['npm error code E401', 'the registry refuses access (E401)', /npm login/],
])('a failure of npm is explained before what npm has printed: %s', (printed, cause, remedy) => {
  const { message, ...error } = npmFailure({ name: 'ms', version: '9.9.9' }, `npm http fetch GET\n${printed}\n`);
  expect(message).toBe(`npm could not fetch ms@9.9.9: ${cause}.\nnpm http fetch GET\n${printed}`);
  expect(error).toMatchObject({ code: 'PackageNotFetched', remedy: expect.stringMatching(remedy) as string });
});

test('for another failure, what npm has printed has to be read', () => {
  expect(npmFailure({ name: 'ms' }, 'npm error code EOTHER')).toMatchObject({
    message: 'npm could not fetch ms.\nnpm error code EOTHER',
    remedy: 'Read what npm has printed.',
  });
});
