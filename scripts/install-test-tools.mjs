/**
 * Finds the tools that the tests start besides Node: interpreters and a browser. On Debian as root, installs the
 * missing ones; elsewhere, prints the command.
 *
 * npx node scripts/install-test-tools.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages } from '../src/core/programs/languages/languages.ts';

/**
 * The interpreters named in the table of languages. A language without a Debian package is tested only where it is
 * installed already.
 */
const interpreters = languages
  .filter(({ test }) => test.packages.length > 0)
  .flatMap(({ prefix, test: { packages, brew, tools = [prefix[0]] }, versionArguments: version }) =>
    tools.map((name) => ({ name, packages, brew, version: name === prefix[0] ? version : undefined })),
  );

/** One tool may be the interpreter of two languages, so there are fewer tools than languages. */
export const testTools = [
  ...interpreters.filter((tool, index) => interpreters.findIndex(({ name }) => name === tool.name) === index),
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
  const path = process.platform === 'win32' ? process.env.PATH : `/usr/bin:/bin:${process.env.PATH}`;
  return (
    spawnSync(name, version.length > 0 ? [...version] : ['-c', ':'], {
      stdio: 'ignore',
      env: { ...process.env, PATH: path },
    }).status === 0
  );
}

const missingTools = () => testTools.filter((tool) => !isThere(tool));
/** @returns the names of the tools that cannot be started */
export const namesOfMissingTools = () => missingTools().map(({ name }) => name);

const isDebian = existsSync('/usr/bin/apt-get');
const canInstall = isDebian && process.getuid?.() === 0;

/** @param output where errors of apt-get go: `inherit` or `ignore` */
function apt(args, output) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network, the package lists are not waited for.
  const options = ['-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1'];
  spawnSync('apt-get', [...options, ...args], { stdio: ['ignore', 'ignore', output], env });
}

/** Returns the names of the tools that are missing after the attempt. */
export function installTestTools() {
  const missing = missingTools();
  const packages = [...new Set(missing.flatMap((tool) => tool.packages))];
  const names = missing.map((tool) => tool.name).join(', ');
  if (canInstall) {
    const wantsShell = !existsSync(headlessShell.file);
    if (missing.length === 0 && !wantsShell) return [];
    const all = [...missing.map((tool) => tool.name), ...(wantsShell ? ['chromium-headless-shell'] : [])];
    process.stdout.write(`Installing for the tests: ${all.join(', ')}…\n`);
    apt(['update'], 'inherit');
    const install = ['install', '-y', '--no-install-recommends'];
    if (missing.length > 0) apt([...install, ...packages], 'inherit');
    if (wantsShell) apt([...install, ...headlessShell.packages], 'ignore');
    return namesOfMissingTools();
  }
  if (missing.length === 0) return [];
  const brew = missing.map((tool) => tool.brew).filter(Boolean);
  const command = isDebian
    ? `sudo apt-get install ${packages.join(' ')}`
    : process.platform === 'darwin'
      ? `brew install ${[...new Set(brew)].join(' ')}`
      : `install ${names} with your package manager`;
  process.stdout.write(`The tests that need ${names} will be skipped. To have them: ${command}\n`);
  return missing.map((tool) => tool.name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = installTestTools().length > 0 ? 1 : 0;
