import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { authOf, variablesOf, withDefaults } from '../variables/inherit.ts';
import { loadCollection } from './collection-files.ts';
import { partOf } from './collection-part.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let root: string;
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};
beforeEach(() => {
  root = temporaryFolder('part');
  const header = (value: string) => `  headers:\n    - name: x-level\n      value: ${value}\n`;
  const auth = '  auth:\n    type: bearer\n    token: root\n';
  const variables = '  variables:\n    - name: tea\n      value: green\n';
  write(
    'opencollection.yml',
    `opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n${header('root')}${auth}${variables}`,
  );
  write('orders/folder.yml', `info:\n  name: Orders\n  type: folder\nrequest:\n${header('orders')}`);
  write('orders/old/a.yml', 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://a\n  auth: inherit\n');
  write('b.yml', 'info:\n  name: b\nhttp:\n  method: GET\n  url: http://b\n');
});

test.each(['orders', 'orders/old', 'orders/old/a.yml'])(
  '%s alone sends the same as in the whole collection',
  async (id) => {
    const loaded = await loadCollection(root);
    const whole = loaded.requests.find((request) => request.id === 'orders/old/a.yml');
    const part = partOf(loaded, id);
    expect(part.requests).toHaveLength(1);
    const [request] = part.requests;
    if (!request || !whole) return expect.unreachable();
    expect(withDefaults(request)).toEqual(withDefaults(whole));
    expect(authOf(request)).toEqual(authOf(whole));
    expect(variablesOf(request)).toEqual(variablesOf(whole));
    expect(request.path).toHaveLength(request.defaults.length + 1);
  },
);

test('the whole collection, and an item that does not exist', async () => {
  const loaded = await loadCollection(root);
  expect(partOf(loaded, '')).toBe(loaded);
  expect(() => partOf(loaded, 'gone')).toThrow('gone no longer exists.');
});
