/** Programs of the system that are asked for something, and end by themselves: `ps`, `taskkill`, `python3 --version`. */

export interface ToolOptions {
  /** All of its environment. Default: ours. */
  env?: NodeJS.ProcessEnv;
  /** Milliseconds after which it is killed. Default: it may take as long as it wants. */
  timeoutMs?: number;
}
export interface ToolOutput {
  /** What each stream held, without the last line end. */
  stdout: string;
  stderr: string;
  /** False when it could not be started, was killed, or ended with another exit code than 0. */
  succeeded: boolean;
}

/** Runs a program without input, to its end. Never rejects. */
export async function toolOutput(
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolOutput> {
  // Loaded with the first use: it takes 40 ms, and most runs need no such program.
  const { execa } = await import('execa');
  const running = execa(file, args, {
    ...(options.env && { env: options.env, extendEnv: false }),
    stdin: 'ignore',
    reject: false,
    windowsHide: true,
  });
  // Not execa's own limit of time, which waits for everything that the program has started and that holds its output.
  const end = () => {
    running.kill('SIGKILL');
    for (const stream of [running.stdout, running.stderr]) stream.destroy();
  };
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(end, options.timeoutMs);
  const { stdout, stderr, failed } = await running.finally(() => clearTimeout(timer));
  return { stdout, stderr, succeeded: !failed };
}
