/**
 * Ends the started processes when this process cannot: a small helper process survives even `kill -9`, sees its end of
 * a pipe close, and kills every process group that is still registered. It cannot reach groups that a program has left
 * deliberately (setsid).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { findSandboxRuntime } from '../find-runtime.ts';

export interface Reaper {
  /** Registers a process: it and the group that it leads end with this process. */
  watch(pid: number): void;
  release(pid: number): void;
  /** Ends the helper, which then ends all processes that are still registered. */
  close(): void;
}

/**
 * The helper is a shell, which takes 1 MB and starts in a millisecond; it ignores the signals that a terminal sends to
 * the whole group. Its messages are lines, `+ pid` and `- pid`, because a shell cannot read frames.
 */
const posixHelper = `trap '' INT TERM HUP
list=' '
while read -r sign pid; do
  case $sign in
    +) list="$list$pid " ;;
    -) case $list in *" $pid "*) list="\${list%%" $pid "*} \${list#*" $pid "}" ;; esac ;;
  esac
done
for pid in $list; do kill -s KILL -- "-$pid" 2>/dev/null; kill -s KILL "$pid" 2>/dev/null; done`;

const windowsHelper = `const list = new Set(); let unfinished = '';
process.stdin.on('data', (chunk) => { const lines = (unfinished + chunk).split('\\n'); unfinished = lines.pop();
  for (const line of lines) line[0] === '+' ? list.add(line.slice(2)) : list.delete(line.slice(2)); });
process.stdin.on('end', () => { for (const pid of list)
  require('child_process').spawnSync('taskkill', ['/pid', pid, '/t', '/f']); });`;

/** A release is sent with the next registration, or after these milliseconds, because each message wakes the helper. */
const RELEASE_MS = 50;

/** The helper is started with the first registration. */
export function createReaper(platform: NodeJS.Platform = process.platform): Reaper {
  let helper: ChildProcess | undefined;
  let released = '';
  let timer: NodeJS.Timeout | undefined;
  const send = (line: string) => {
    clearTimeout(timer);
    timer = undefined;
    helper ??= start(platform);
    helper.stdin?.write(released + line);
    released = '';
  };
  return {
    watch: (pid) => send(`+ ${pid}\n`),
    release(pid) {
      released += `- ${pid}\n`;
      timer ??= setTimeout(send, RELEASE_MS, '').unref();
    },
    close() {
      if (released !== '') send('');
      helper?.stdin?.end();
      helper = undefined;
    },
  };
}

function start(platform: NodeJS.Platform): ChildProcess {
  // The binary of an installed desktop application cannot run as Node: it ignores ELECTRON_RUN_AS_NODE.
  const runtime =
    platform === 'win32' ? findSandboxRuntime((process as { resourcesPath?: string }).resourcesPath) : undefined;
  const [file, args] = runtime ? [runtime.executable, ['-e', windowsHelper]] : ['/bin/sh', ['-c', posixHelper]];
  const helper = spawn(file, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
    env: { ...process.env, ...runtime?.env },
  });
  helper.on('error', () => undefined);
  helper.stdin?.on('error', () => undefined);
  helper.unref();
  (helper.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return helper;
}
