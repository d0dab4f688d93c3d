import type { HttpRequest } from '@opencollection/types/requests/http';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { applyEdit, toEdited } from './edit-request.ts';

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
