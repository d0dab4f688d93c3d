/**
 * Finds the tools that the tests start besides Node: interpreters and a browser. On Debian as root, installs the
 * missing ones; elsewhere, prints the command.
 *
 * npx node scripts/install-test-tools.mjs
 */
import { fileURLToPath } from 'node:url';
import { languages } from '../src/core/programs/languages/languages.ts';
import { installWhereAllowed, isDebian, missingOf, otherTools, packagesOf } from './system-tools.mjs';

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
  ...otherTools,
];

/** @returns the names of the tools that cannot be started */
export const namesOfMissingTools = () => missingOf(testTools).map(({ name }) => name);

/** Installs the missing tools, or prints how to. @returns whether all tools are there */
function installTestTools() {
  const wasTried = installWhereAllowed(testTools);
  const missing = missingOf(testTools);
  if (missing.length === 0 || wasTried) return missing.length === 0;
  const names = missing.map((tool) => tool.name).join(', ');
  const brew = missing.map((tool) => tool.brew).filter(Boolean);
  const command = isDebian
    ? `sudo apt-get install ${packagesOf(missing).join(' ')}`
    : process.platform === 'darwin'
      ? `brew install ${[...new Set(brew)].join(' ')}`
      : `install ${names} with your package manager`;
  process.stdout.write(`The tests that need ${names} will be skipped. To have them: ${command}\n`);
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = installTestTools() ? 0 : 1;
