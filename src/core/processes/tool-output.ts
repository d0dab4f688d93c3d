/** Runs short programs of the system for their output: `ps`, `taskkill`, `python3 --version`. */

export interface ToolOptions {
  /** Its complete environment. Default: that of this process. */
  env?: NodeJS.ProcessEnv;
  /** Milliseconds after which it is killed. Default: no limit. */
  timeoutMs?: number;
}
export interface ToolOutput {
  /** The content of each stream, without the last line end. */
  stdout: string;
  stderr: string;
  /** False when it could not be started, was killed, or ended with another exit code than 0. */
  succeeded: boolean;
}

/** Runs a program without input until it ends. Never rejects. */
export async function toolOutput(
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolOutput> {
  // Lazy, because loading execa takes 40 ms, and most runs need no such program.
  const { execa } = await import('execa');
  const tool = execa(file, args, {
    ...(options.env && { env: options.env, extendEnv: false }),
    stdin: 'ignore',
    reject: false,
    windowsHide: true,
  });
  // execa's own timeout is not used, because it waits for every descendant that holds the output open.
  const end = () => {
    tool.kill('SIGKILL');
    for (const stream of [tool.stdout, tool.stderr]) stream.destroy();
  };
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(end, options.timeoutMs);
  const { stdout, stderr, failed } = await tool.finally(() => clearTimeout(timer));
  return { stdout, stderr, succeeded: !failed };
}
