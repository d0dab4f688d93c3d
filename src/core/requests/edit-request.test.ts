import type { HttpRequest } from '@opencollection/types/requests/http';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { applyEdit, applyVariables, toEdited } from './edit-request.ts';

const file = `# written by hand
info:
  name: Create # the name
  type: http
http:
  method: POST # a method
  url: "{{base}}/a"
  unknownKey: kept
  body:
    type: json
    data: |-
      {
        "a": 1 // a comment
      }
runtime:
  scripts:
    - type: before-request
      code: console.log(1)
    - type: hooks
      code: kept
settings:
  timeout: 5
`;
const read = (text: string) => toEdited(parse(text) as HttpRequest);

test('saving without a change gives the file as it was', () => {
  expect(applyEdit(file, read(file))).toBe(file);
});

test('only what was changed is changed; comments, order and unknown keys stay', () => {
  const edited = {
    ...read(file),
    method: 'PUT',
    headers: [{ name: 'X', value: '1' }],
    postResponse: "pm.test('x', () => {});\nconsole.log(2);",
  };
  const saved = applyEdit(file, edited);
  expect(read(saved)).toEqual(edited);
  for (const kept of [
    '# written by hand',
    'Create # the name',
    'unknownKey: kept',
    '"a": 1 // a comment',
    'code: kept',
    'timeout: 5',
  ]) {
    expect(saved).toContain(kept);
  }
  expect(saved.indexOf('info:')).toBeLessThan(saved.indexOf('http:'));
});

test('body, scripts and docs can be taken away and set', () => {
  const nothing = { ...read(file), body: { type: 'none' as const, text: '' }, preRequest: '', docs: 'What it does.' };
  const saved = applyEdit(file, nothing);
  expect(read(saved)).toEqual(nothing);
  expect(saved).toContain('code: kept');
  const again = { ...nothing, body: { type: 'xml' as const, text: '<a/>' } };
  expect(read(applyEdit(saved, again))).toEqual(again);
});

test('a form keeps what its file says', () => {
  const form =
    'http:\n  method: POST\n  url: http://x\n  body:\n    type: form-urlencoded\n    data:\n      - name: a\n        value: b\n';
  expect(read(form).body.type).toBe('other');
  expect(applyEdit(form, { ...read(form), url: 'http://y' })).toContain('type: form-urlencoded');
});

test('variables of an environment: changed, added, taken away; secrets have no value in the file', () => {
  const text =
    'name: Test # the name\nvariables:\n  # the address\n  - name: base\n    value: http://a\n  - name: gone\n    value: x\n  - secret: true\n    name: token\n';
  const variable = (name: string, value: string, secret = false) => ({ name, value, secret, set: true });
  const unchanged = [variable('base', 'http://a'), variable('gone', 'x'), variable('token', '', true)];
  expect(applyVariables(text, unchanged)).toBe(text);
  const saved = applyVariables(text, [
    variable('base', 'http://b'),
    variable('token', 'very secret', true),
    variable('new', '1'),
    variable('key', 'also secret', true),
  ]);
  expect(parse(saved)).toEqual({
    name: 'Test',
    variables: [
      { name: 'base', value: 'http://b' },
      { secret: true, name: 'token' },
      { name: 'new', value: '1' },
      { secret: true, name: 'key' },
    ],
  });
  expect(saved).toContain('# the address');
  expect(saved).not.toContain('secret"');
  expect(saved).not.toMatch(/very|also/);
  const hidden = applyVariables(text, [variable('base', 'http://a', true)]);
  expect(parse(hidden)).toEqual({ name: 'Test', variables: [{ secret: true, name: 'base' }] });
});
