/** Installs the packages of a lock file that has no addresses. Runs on any Node from 20 on. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder in which npm installs before the packages get their place. */
const STAGING = '.installing';

/** Runs npm in a folder and waits until it ends. */
const npm = (folder, args, stdio) =>
  spawnSync('npm', args, { cwd: folder, stdio, encoding: 'utf8', shell: process.platform === 'win32' });

/** Runs `npm ci` in a folder. @param output `inherit` or `ignore`. @returns whether it has succeeded */
const npmCi = (folder, output, options = []) =>
  npm(folder, ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options], ['ignore', output, output]).status ===
  0;

/**
 * Installs what `package-lock.json` names into `node_modules`, as `npm ci` does, in half the time where the registry has
 * archives at the usual addresses: the lock file has none, because they name a registry, and without them npm asks for the
 * description of each package first. The former packages stay until all new ones are there.
 * @returns whether the packages are installed; npm has printed why not
 */
export function installPackages(folder) {
  return installByAddresses(folder) || npmCi(folder, 'inherit');
}

/** Reports no errors: what fails here is tried again with the descriptions, and npm then says why that fails. */
function installByAddresses(folder) {
  const staging = path.join(folder, STAGING);
  const packages = path.join(folder, 'node_modules');
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging);
    for (const name of ['package.json', '.npmrc'].filter((file) => existsSync(path.join(folder, file)))) {
      copyFileSync(path.join(folder, name), path.join(staging, name));
    }
    const registry = npm(folder, ['config', 'get', 'registry'], 'pipe').stdout.trim();
    const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
    writeFileSync(path.join(staging, 'package-lock.json'), JSON.stringify(withAddresses(lock, registry)));
    // The second attempt is the retry.
    if (!npmCi(staging, 'ignore', ['--fetch-retries=0'])) return false;
    rmSync(packages, { recursive: true, force: true });
    renameSync(path.join(staging, 'node_modules'), packages);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * The lock file with the address of each archive. npm compares the archive with the hash in the lock file, wherever it
 * comes from.
 */
function withAddresses(lock, registry) {
  const located = Object.entries(lock.packages).map(([place, entry]) => {
    if (!entry.integrity || entry.resolved) return [place, entry];
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const archive = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    return [place, { ...entry, resolved: `${registry.replace(/\/?$/, '/')}${name}/-/${archive}` }];
  });
  return { ...lock, packages: Object.fromEntries(located) };
}
