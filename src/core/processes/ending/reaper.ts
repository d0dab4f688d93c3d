/**
 * Ends what this process has started when this process cannot: also after `kill -9`, a small helper outlives it,
 * sees its end of a pipe close, and kills every process group that is still on its list. Groups that a program has
 * left on purpose (setsid) are out of its reach.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { findSandboxRuntime } from '../find-runtime.ts';

export interface Reaper {
  /** From now on this process, and the group that it leads, end with us. */
  watch(pid: number): void;
  release(pid: number): void;
  /** Lets the helper go; what is still watched is ended by it. */
  close(): void;
}

/** A shell is 1 MB and starts in a millisecond; it ignores what a terminal sends to everybody. */
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

/** A released process is told with the next one that is watched, or so much later: each message wakes the helper. */
const RELEASE_MS = 50;

/** The helper is started with the first process to watch. */
export function createReaper(platform: NodeJS.Platform = process.platform): Reaper {
  let helper: ChildProcess | undefined;
  let released = '';
  let timer: NodeJS.Timeout | undefined;
  const tell = (line: string) => {
    clearTimeout(timer);
    timer = undefined;
    helper ??= start(platform);
    helper.stdin?.write(released + line);
    released = '';
  };
  return {
    watch: (pid) => tell(`+ ${pid}\n`),
    release(pid) {
      released += `- ${pid}\n`;
      timer ??= setTimeout(tell, RELEASE_MS, '').unref();
    },
    close() {
      if (released !== '') tell('');
      helper?.stdin?.end();
      helper = undefined;
    },
  };
}

function start(platform: NodeJS.Platform): ChildProcess {
  // An installed desktop application is no Node: its binary ignores ELECTRON_RUN_AS_NODE.
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
