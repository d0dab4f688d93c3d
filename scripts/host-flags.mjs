/** The arguments with which `npm start` starts the process that serves the interface, or Electron. */

/**
 * Flags of Node for the process that serves the interface. New objects get at most three times 4 MB: by default that
 * grows to 50 MB more, most of it garbage. With three times 8 MB the process has 6 MB more, and a load run of 64 users
 * takes a tenth less processor time; `outrigger load` has no such limit. V8 reads this flag only when a process starts.
 */
export const hostFlags = ['--max-semi-space-size=4'];

/** The arguments of `npm start` as Electron parses them: the value of a switch only after "=". */
export function electronSwitches(args) {
  const at = args.indexOf('--workspace');
  const folder = at < 0 ? undefined : args[at + 1];
  return folder === undefined ? args : args.toSpliced(at, 2, `--workspace=${folder}`);
}
