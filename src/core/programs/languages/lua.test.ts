import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeErrors } from '../../testing/language-errors.ts';
import { lua } from './lua.ts';

describeErrors(lua, [
  {
    title: 'an error',
    source: 'local function f()\n  error("own")\nend\nf()\n',
    message: 'own',
    place: 'sub/program.lua:2',
  },
  {
    title: 'a syntax error',
    source: 'local x = = 1\n',
    message: "unexpected symbol near '='",
    place: 'sub/program.lua:1',
  },
  {
    title: 'an error of the language',
    source: 'local t = nil\nprint(t.x)\n',
    message: "attempt to index a nil value (local 't')",
    place: 'sub/program.lua:2',
  },
  {
    title: 'a value that is not text, at the place in the trace',
    source: '\nerror({code=1})\n',
    message: '(error object is a table value)',
    place: 'sub/program.lua:2',
  },
  {
    title: 'an object that says what it is',
    source: 'error(setmetatable({}, {__tostring=function() return "obj error" end}))\n',
    message: 'obj error',
  },
  {
    title: 'a module that is missing',
    source: 'require "nope"\n',
    message: /^module 'nope' not found:/,
    place: 'sub/program.lua:1',
  },
  {
    title: 'a path that lua cuts because it is long',
    source: '',
    build: (directory) => {
      const folder = 'a-folder-with-a-long-name/and-another-one-below-it/sub';
      mkdirSync(path.join(directory, folder), { recursive: true });
      writeFileSync(path.join(directory, folder, 'program.lua'), '\nerror("own")\n');
      return `${folder}/program.lua`;
    },
    message: 'own',
    place: 'a-folder-with-a-long-name/and-another-one-below-it/sub/program.lua:2',
  },
]);
