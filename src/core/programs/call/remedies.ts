/** What to do about a failed call: the contract's "Known problems and remedies" and what we saw besides. */

export interface FailedCall {
  argv: readonly string[];
  stdout: string;
  stderr: string;
  via: 'execute' | 'executeAsync';
  exitCode: number | null;
}

const rows: readonly { seen: (call: FailedCall) => boolean; remedy: string }[] = [
  {
    seen: ({ stderr }) => /could not find `?Cargo\.toml/i.test(stderr),
    remedy: 'Use pm.executeAsync with the option cwd: "<folder that holds Cargo.toml>".',
  },
  {
    seen: ({ stderr }) => /go\.mod file not found|cannot find main module/i.test(stderr),
    remedy: 'Use pm.executeAsync with the option cwd: "<folder that holds go.mod>".',
  },
  {
    seen: ({ argv, stderr }) => argv[1] === 'run' && /\.go$/.test(argv[3] ?? '') && stderr.length > 0,
    remedy: 'go takes an argument ending in .go directly behind the file for another source file: put another first.',
  },
  {
    seen: ({ argv }) => argv[1] === 'run' && /\.rs$/.test(argv[2] ?? ''),
    remedy: 'cargo passes the file name to the program as its first argument: the others come behind it.',
  },
  {
    seen: ({ stderr }) => /ClassNotFoundException: bsh\.Interpreter|main class bsh\.Interpreter/.test(stderr),
    remedy: 'Use pm.executeAsync with the option env: { CLASSPATH: "<path of bsh.jar>" }.',
  },
  {
    seen: ({ stdout, stderr }) => process.platform === 'win32' && (stdout + stderr).includes('\ufffd'),
    remedy: 'If the output is garbled, set the option windowsEncoding: "utf-8".',
  },
  {
    seen: ({ via, exitCode }) => via === 'execute' && exitCode === 0,
    remedy: 'pm.execute fails when anything is written to stderr; await pm.executeAsync(...) allows it.',
  },
];

export function remedyFor(call: FailedCall): string | undefined {
  return rows.find(({ seen }) => seen(call))?.remedy;
}
