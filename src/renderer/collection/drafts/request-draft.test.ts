import { expect, test } from 'vitest';
import type { EditedFolder } from '../../../contract/collection/collection.ts';
import type { OpenItem } from '../tabs/open-item.ts';
import { draftOf, isUnchanged, withDraft } from './request-draft.ts';

const folder = (docs: string) => ({ docs }) as EditedFolder;
const item = (version: string, saved: string, edited = saved): OpenItem => ({
  kind: 'folder',
  id: 'a',
  name: 'a',
  version,
  saved: folder(saved),
  edited: folder(edited),
});

test('a draft of the same version is an edit', () => {
  const draft = draftOf(item('v1', 'file', 'typed'));
  expect(withDraft(item('v1', 'file'), draft)).toEqual(item('v1', 'file', 'typed'));
});

test('a draft of an older version keeps that version, and asks', () => {
  const draft = draftOf(item('v1', 'file', 'typed'));
  expect(withDraft(item('v2', 'pulled'), draft)).toEqual({
    ...item('v1', 'pulled', 'typed'),
    diskChange: { version: 'v2' },
  });
});

test('a draft with the content of the newer file asks nothing', () => {
  const draft = draftOf(item('v1', 'file', 'typed'));
  expect(withDraft(item('v2', 'typed'), draft)).toEqual(item('v2', 'typed'));
});

test('the content of a kind that is not selected is no edit, also of a newer file', () => {
  const others = { bodies: {}, auths: { bearer: { type: 'bearer', token: 'typed' } as const } };
  const draft = draftOf({ ...item('v1', 'file'), others });
  expect(isUnchanged(draft)).toBe(true);
  expect(isUnchanged(draftOf({ ...item('v1', 'file', 'typed'), others }))).toBe(false);
  expect(withDraft(item('v1', 'file'), draft)).toEqual({ ...item('v1', 'file'), others });
  expect(withDraft(item('v2', 'pulled'), draft)).toEqual({ ...item('v2', 'pulled'), others });
});

test.each([null, '', 'null', '{', '[]', '{"version":1,"edited":{}}', '{"version":"v1"}'])(
  'no draft, or an unreadable one: %s',
  (text) => expect(withDraft(item('v1', 'file'), text)).toEqual(item('v1', 'file')),
);
