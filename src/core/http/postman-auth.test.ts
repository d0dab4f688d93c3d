/** Every kind of auth goes from Postman's format into ours and back without a loss. */
import { expect, test } from 'vitest';
import { authKinds } from '../../contract/auth-kinds.ts';
import { fromPostmanAuth, toPostmanAuth } from './postman-auth.ts';

/** A value for each parameter: a choice has its last option, which is not the default. */
function parametersOf(kind: string): { key: string; value: string | boolean; type: string }[] {
  return (authKinds[kind]?.fields ?? []).map(({ name, postman, options, flag }) => {
    const last = options?.findLast((one, at) => options.findIndex((other) => other.postman === one.postman) === at);
    const text = options ? ((last ?? options[0])?.postman ?? options.at(-1)?.value ?? '') : `{{${name}}}`;
    const value = flag ? true : text === 'true' || text === 'false' ? text === 'true' : text;
    return { key: postman ?? name, value, type: typeof value === 'boolean' ? 'boolean' : 'string' };
  });
}

const inPostman = Object.keys(authKinds).filter((kind) => kind !== 'oauth2' && !authKinds[kind]?.unknownToPostman);
test.each(inPostman)('%s', (kind) => {
  const postman = { type: kind, [kind]: parametersOf(kind) };
  const auth = fromPostmanAuth(postman);
  expect(auth === 'none' ? auth : toPostmanAuth(auth)).toEqual(postman);
  const asObject = Object.fromEntries(parametersOf(kind).map(({ key, value }) => [key, value]));
  expect(fromPostmanAuth({ type: kind, [kind]: asObject })).toEqual(auth);
});

test('OAuth 1 without parameters is sent as Postman does: in the body or the query, without a version', () => {
  const auth = fromPostmanAuth({ type: 'oauth1', oauth1: [{ key: 'consumerKey', value: 'c' }] });
  expect(auth).toEqual({ type: 'oauth1', consumerKey: 'c', placement: 'body', version: '' });
});
test('a written OAuth 1 without a placement goes into the header in Postman too', () => {
  expect(toPostmanAuth({ type: 'oauth1' })['oauth1']).toContainEqual({
    key: 'addParamsToHeader',
    value: true,
    type: 'boolean',
  });
});
test('an unknown kind keeps its name; no auth stays none', () => {
  expect(fromPostmanAuth({ type: 'passport', passport: [{ key: 'a', value: 'b' }] })).toEqual({
    type: 'passport',
    a: 'b',
  });
  expect([fromPostmanAuth({ type: 'noauth' }), fromPostmanAuth(null), fromPostmanAuth('x')]).toEqual([
    'none',
    'none',
    'none',
  ]);
});
