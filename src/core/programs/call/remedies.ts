/** Remedies for failed calls: those of the specification, and further ones from experience. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beanshell } from '../languages/beanshell.ts';

export interface FailedCall {
  argv: readonly string[];
  /** A limited number of lines. */
  stdout: readonly string[];
  stderr: readonly string[];
  via: 'execute' | 'executeAsync';
  exitCode: number | null;
}

const anyLine = (lines: readonly string[], pattern: RegExp) => lines.some((line) => pattern.test(line));

const rows: readonly { applies: (call: FailedCall) => boolean; remedy: string | (() => string) }[] = [
  {
    applies: ({ stderr }) => anyLine(stderr, /could not find `?Cargo\.toml/i),
    remedy: 'Use pm.executeAsync with the option cwd: "<folder that holds Cargo.toml>".',
  },
  {
    applies: ({ stderr }) => anyLine(stderr, /go\.mod file not found|cannot find main module/i),
    remedy: 'Use pm.executeAsync with the option cwd: "<folder that holds go.mod>".',
  },
  {
    applies: ({ argv }) => argv[1] === 'run' && /\.go$/.test(argv[2] ?? '') && /\.go$/.test(argv[3] ?? ''),
    remedy: 'go takes an argument ending in .go directly behind the file for another source file: put another first.',
  },
  {
    applies: ({ stderr }) => anyLine(stderr, /^error: rustup could not choose a version/),
    remedy: 'Choose a version of Rust: rustup default stable.',
  },
  {
    applies: ({ argv, stderr }) =>
      argv[1] === 'run' &&
      /\.rs$/.test(argv[2] ?? '') &&
      argv.length > 3 &&
      !anyLine(stderr, /could not compile|^error: (?:rustup|failed to) /),
    remedy: 'cargo passes the file name to the program as its first argument: the others come behind it.',
  },
  {
    applies: ({ stderr }) => anyLine(stderr, /ClassNotFoundException: bsh\.Interpreter|main class bsh\.Interpreter/),
    remedy: () => `Use pm.executeAsync with the option env: { CLASSPATH: "${beanshellJar()}" }.`,
  },
  {
    applies: ({ stdout, stderr }) => process.platform === 'win32' && anyLine([...stdout, ...stderr], /\ufffd/),
    remedy: 'If the output is garbled, set the option windowsEncoding: "utf-8".',
  },
  {
    applies: ({ via, exitCode }) => via === 'execute' && exitCode === 0,
    remedy: 'pm.execute fails when anything is written to stderr; await pm.executeAsync(...) allows it.',
  },
];

export function remedyFor(call: FailedCall): string | undefined {
  const remedy = rows.find(({ applies }) => applies(call))?.remedy;
  return typeof remedy === 'function' ? remedy() : remedy;
}

/** The jar where a package of the system has installed it; otherwise a placeholder. */
function beanshellJar(): string {
  const { file, defaultFolder } = beanshell.needsFile;
  const installed = path.join(defaultFolder, file);
  return existsSync(installed) ? installed : `<path of ${file}>`;
}
