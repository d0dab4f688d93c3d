import { expect, test } from 'vitest';
import { terminalText, withoutCiCommands } from './terminal-text.ts';

test.each([
  ['::error::no', '\\x3a:error::no'],
  ['fine\n   ::add-mask::x', 'fine\n   \\x3a:add-mask::x'],
  ['\u00a0::set-output::x', '\u00a0\\x3a:set-output::x'],
  ['fine\r::error::x', 'fine\\x0d::error::x'],
  ['see ##vso[task.setvariable variable=a]b', 'see \\x23#vso[task.setvariable variable=a]b'],
  ["##teamcity[testFailed name='a']", "\\x23#teamcity[testFailed name='a']"],
  ['##[add-mask]x', '\\x23#[add-mask]x'],
  ['a::b, ## Title [1] and std::vector', 'a::b, ## Title [1] and std::vector'],
])('%j is printed as %j', (text, printed) => {
  expect(terminalText(text)).toBe(printed);
});

test('a colour sequence before a CI command does not hide the command', () => {
  expect(withoutCiCommands('\x1b[31m  ::error::x')).toBe('\x1b[31m  \\x3a:error::x');
});
