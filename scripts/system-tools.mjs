/**
 * Tools of the system that the tests start, and their installation: on Debian as root by apt-get. Runs on any Node from 20
 * on. Started as a program, it installs the tools that need no list of languages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What the tests start besides Node and the interpreters of scripts. */
export const otherTools = [
  { name: 'zsh', packages: ['zsh'], brew: 'zsh' },
  { name: 'busybox', packages: ['busybox'], version: ['true'], brew: 'busybox' },
  { name: 'redis-server', packages: ['redis-server'], version: ['--version'], brew: 'redis' },
  { name: 'locust', packages: ['python3-locust'], version: ['--help'], brew: 'locust' },
  { name: 'openssl', packages: ['openssl'], version: ['version'], brew: 'openssl' },
  { name: 'Commons Lang', packages: ['libcommons-lang3-java'], file: '/usr/share/java/commons-lang3.jar' },
  { name: 'Commons Codec', packages: ['libcommons-codec-java'], file: '/usr/share/java/commons-codec.jar' },
  { name: 'Guava', packages: ['libguava-java'], file: '/usr/share/java/guava.jar' },
  { name: 'Gson', packages: ['libgoogle-gson-java'], file: '/usr/share/java/gson.jar' },
  {
    name: 'Jackson',
    packages: ['libjackson2-databind-java', 'libjackson2-core-java', 'libjackson2-annotations-java'],
    file: '/usr/share/java/jackson-databind.jar',
  },
  { name: 'Bouncy Castle', packages: ['libbcprov-java'], file: '/usr/share/java/bcprov.jar' },
  { name: 'BeanShell', packages: ['bsh'], file: '/usr/share/java/bsh.jar' },
  { name: 'chromium', packages: ['chromium', 'fonts-liberation'], brew: '--cask chromium', file: '/usr/bin/chromium' },
];

/**
 * The tests are faster with this tool, and work without it. Not every distribution has its package, so it is installed
 * separately. Chromium is named with it, because both share files that must have the same version.
 */
const headlessShell = { packages: ['chromium', 'chromium-headless-shell'], file: '/usr/bin/chromium-headless-shell' };

function isThere({ name, file, version = ['--version'] }) {
  if (file) return existsSync(file);
  // The tool is started and not only looked up, because a version manager may have a placeholder that does not work for
  // this user.
  const searchPath = process.platform === 'win32' ? process.env.PATH : `/usr/bin:/bin:${process.env.PATH}`;
  return (
    spawnSync(name, version.length > 0 ? [...version] : ['-c', ':'], {
      stdio: 'ignore',
      env: { ...process.env, PATH: searchPath },
    }).status === 0
  );
}

export const missingOf = (tools) => tools.filter((tool) => !isThere(tool));

export const isDebian = existsSync('/usr/bin/apt-get');
const canInstall = isDebian && process.getuid?.() === 0;

/** @param output where errors of apt-get go: `inherit` or `ignore` */
function apt(args, output) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network, the package lists are not waited for.
  const options = ['-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1'];
  // One after the other, because apt-get fails where another one updates the lists.
  spawnSync('flock', [root, 'apt-get', ...options, ...args], { stdio: ['ignore', 'ignore', output], env });
}

/** @returns whether installing was tried: only Debian's root can */
export function installWhereAllowed(tools) {
  if (!canInstall) return false;
  const missing = missingOf(tools);
  const wantsShell = !existsSync(headlessShell.file);
  if (missing.length === 0 && !wantsShell) return true;
  const names = [...missing.map(({ name }) => name), ...(wantsShell ? ['chromium-headless-shell'] : [])];
  process.stdout.write(`Installing for the tests: ${names.join(', ')}…\n`);
  apt(['update'], 'inherit');
  const install = ['install', '-y', '--no-install-recommends'];
  if (missing.length > 0) apt([...install, ...packagesOf(missing)], 'inherit');
  if (wantsShell) apt([...install, ...headlessShell.packages], 'ignore');
  return true;
}

export const packagesOf = (tools) => [...new Set(tools.flatMap((tool) => tool.packages))];

if (process.argv[1] === fileURLToPath(import.meta.url)) installWhereAllowed(otherTools);
