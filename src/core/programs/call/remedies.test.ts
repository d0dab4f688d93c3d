import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { remedyFor } from './remedies.ts';

test('the remedy for a missing bsh.jar names the installed one', () => {
  const stderr = ['Error: Could not find or load main class bsh.Interpreter'];
  const call = {
    argv: ['java', 'bsh.Interpreter', 'a.bsh'],
    stdout: [],
    stderr,
    via: 'executeAsync',
    exitCode: 1,
  } as const;
  const jar = existsSync('/usr/share/java/bsh.jar') ? '/usr/share/java/bsh.jar' : '<path of bsh.jar>';
  expect(remedyFor(call)).toBe(`Use pm.executeAsync with the option env: { CLASSPATH: "${jar}" }.`);
});

test('the remedy for the arguments of a Rust program is given only where cargo has started it', () => {
  const remedyOf = (...stderr: string[]) =>
    remedyFor({ argv: ['cargo', 'run', 'a.rs', 'x'], stdout: [], stderr, via: 'executeAsync', exitCode: 101 });
  expect(remedyOf("thread 'main' panicked at src/main.rs:3:5:", 'index out of bounds')).toContain('first argument');
  expect(remedyOf('error: rustup could not choose a version of cargo to run')).toBe(
    'Choose a version of Rust: rustup default stable.',
  );
  expect(remedyOf('error: failed to parse manifest at `/a/Cargo.toml`')).toBeUndefined();
});
