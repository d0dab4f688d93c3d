import { expect, test } from 'vitest';
import { maskAuth } from '../../platform/secrets/mask-credentials.ts';
import { authFieldValue, authKinds, withAuthField } from '../../../contract/collection/auth-kinds.ts';

const rows = Object.entries(authKinds).flatMap(([type, { fields }]) => fields.map((field) => ({ type, field })));

test.each(rows.filter(({ field }) => field.secret))(
  '$type: $field.name is masked in the history',
  ({ type, field }) => {
    const masked = maskAuth(withAuthField({ type }, field.name, 'hidden'));
    expect(authFieldValue(masked, field.name)).toBe('(masked)');
  },
);
test.each(rows)('$type: $field.name depends only on an existing field', ({ type, field }) => {
  const names = authKinds[type]?.fields.map(({ name }) => name) ?? [];
  if (field.appliesTo) expect(names).toContain(field.appliesTo.field);
  expect(names.filter((name) => name === field.name)).toHaveLength(1);
});
test('a field of a nested object is changed separately', () => {
  const auth = { type: 'oauth1', privateKey: { type: 'text', value: 'a' } };
  expect(withAuthField(auth, 'privateKey.value', 'b')).toEqual({ ...auth, privateKey: { type: 'text', value: 'b' } });
});
