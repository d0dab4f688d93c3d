import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';
import { modulesInOneFunction } from './modules-in-one-function.ts';

/** Evaluates `entry.js` of the files; modules call `evaluated(name)` to be listed. */
function load(files: Record<string, string>, globals: object = {}) {
  const folder = temporaryFolder('modules-in-one-function');
  mkdirSync(path.join(folder, 'inner'));
  for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
  const modules = modulesInOneFunction();
  const entry = modules.add(path.join(folder, 'entry.js'));
  const list: string[] = [];
  const context = { ...globals, evaluated: (name: string) => list.push(name) };
  const exports = vm.runInNewContext(
    `(() => { ${modules.source()} return () => load(${entry}); })()`,
    context,
  ) as () => (...values: unknown[]) => unknown;
  return { list, exports };
}

test('a required module is evaluated once, where its name is used first', () => {
  const { list, exports } = load({
    'entry.js': `var used = require('./inner/used'), unused = require('./unused');
      evaluated('entry');
      function call(value) { return value === undefined ? unused() : used(value) + new used.Box(value).value; }
      module.exports = call;`,
    'inner/used.js': `evaluated('used'); var Box = require('../box'); module.exports = (value) => value + 1; module.exports.Box = Box;`,
    'box.js': `evaluated('box'); module.exports = function Box(value) { this.value = value; };`,
    'unused.js': `evaluated('unused'); module.exports = () => 'unused';`,
  });

  expect(exports()(1)).toBe(3);
  expect(exports()(2)).toBe(5);
  expect(list).toEqual(['entry', 'used', 'box']);
  expect(exports()()).toBe('unused');
});

test('names that mean something else stay as they are', () => {
  const { list, exports } = load({
    'entry.js': `var keys = require('./keys'), size = require('./size'), count = require('./count');
      function ofParameter(size) { return size; }
      count = 7;
      module.exports = () => [{ keys: 'key' }.keys, keys.keys, ofParameter(3), size(), count];`,
    'keys.js': `module.exports = { keys: 'of the module' };`,
    'size.js': `evaluated('size'); module.exports = () => 'size';`,
    'count.js': `module.exports = 1;`,
  });

  expect(exports()()).toEqual(['key', 'of the module', 3, 'size', 7]);
  // The name is also that of a parameter.
  expect(list).toEqual(['size']);
});

test('a module may be the module that it requires, and modules may require each other', () => {
  const { exports } = load({
    'entry.js': `module.exports = require('./even');`,
    'even.js': `var odd = require('./odd'); module.exports = (n) => n === 0 || odd(n - 1);`,
    'odd.js': `var even = require('./even'); module.exports = (n) => n !== 0 && even(n - 1);`,
  });

  expect([exports()(10), exports()(7)]).toEqual([true, false]);
});

test('a module that could not be evaluated is evaluated again', () => {
  const state = { fails: true };
  const { exports } = load(
    {
      'entry.js': `var part = require('./part'); module.exports = () => part();`,
      'part.js': `if (state.fails) throw new Error('full'); module.exports = () => 'part';`,
    },
    { state },
  );

  expect(() => exports()()).toThrow('full');
  state.fails = false;
  expect(exports()()).toBe('part');
});
