/**
 * Commands that run a program which their arguments name. The arguments of other commands are the input of the program
 * that was allowed, and differ from call to call.
 */
import path from 'node:path';
import { resolveLinks } from '../../platform/files/paths.ts';

const runners = new Set(
  (
    'busybox chroot chrt command doas docker entr env eval exec expect fd find flatpak flock gdb ionice lldb ltrace make ' +
    'nice nohup npm npx nsenter parallel podman pnpm rundll32 runuser script setarch setpriv setsid socat ssh start ' +
    'stdbuf strace su sudo systemd-run taskset tar time timeout toybox unbuffer unshare watch wsl xargs xvfb-run yarn'
  ).split(' '),
);

/** @param executable absolute path; what counts is its own name, and that of the file to which it links */
export const runsItsArguments = (executable: string): boolean =>
  [executable, resolveLinks(executable) ?? executable].some((file) =>
    runners.has(path.basename(file).replace(/\.(exe|cmd|bat)$/i, '')),
  );
