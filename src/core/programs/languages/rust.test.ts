import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeErrors } from '../../testing/language-errors.ts';
import { rust } from './rust.ts';

function crate(directory: string, source: string): string {
  mkdirSync(path.join(directory, 'crate/src'), { recursive: true });
  writeFileSync(
    path.join(directory, 'crate/Cargo.toml'),
    '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
  );
  writeFileSync(path.join(directory, 'crate/src/main.rs'), source);
  return 'crate/src/main.rs';
}
const failing = { build: crate, options: { cwd: 'crate' } };

describeErrors(rust, [
  {
    title: 'a panic',
    source: 'fn main() {\n  let v: Vec<i32> = vec![];\n  println!("{}", v[7]);\n}\n',
    ...failing,
    message: 'panicked: index out of bounds: the len is 0 but the index is 7',
    place: 'crate/src/main.rs:3',
  },
  {
    title: 'what does not compile: the first error',
    source: 'fn main() {\n  let _x: i32 = "a";\n  let _y: i32 = "b";\n}\n',
    ...failing,
    message: /^error\[E\d+\]: /,
    place: 'crate/src/main.rs:2',
  },
  {
    title: 'an error that main returns, below a warning',
    source: 'fn main() -> Result<(), Box<dyn std::error::Error>> {\n  let x: i32 = "a".parse()?;\n  Ok(())\n}\n',
    ...failing,
    message: 'Error: ParseIntError { kind: InvalidDigit }',
  },
  {
    title: 'a text on stderr and an exit code',
    source: 'fn main() {\n  eprintln!("no key");\n  std::process::exit(4);\n}\n',
    ...failing,
    message: 'no key',
  },
]);
