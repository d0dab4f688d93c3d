/** Adds an npm package to a workspace: fetches it, bundles it into one file, and lists it with its hash. */
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { withFileLock } from '../platform/files/file-lock.ts';
import { hashText } from '../platform/files/hash-text.ts';
import { resolveInside } from '../platform/files/paths.ts';
import { createPrivateTemporaryFolder } from '../platform/files/private-temporary-folder.ts';
import { cacheFolder } from '../platform/files/user-folders.ts';
import { inNameOrder } from '../platform/json/in-name-order.ts';
import { bundlePackage, type BundledPackage } from './bundle-package.ts';
import { fetchPackage, type FetchOptions, type InstalledPackage } from './fetch-package.ts';
import { emptyLock, fileOfPackage, integrityOf, LOCK_FILE, lockText } from './package-lock.ts';
import { packageKey, parsePackageName } from './package-name.ts';
import { readLock, type PackageFiles } from './read-package.ts';
import { writeAtomically } from '../platform/files/write-atomically.ts';
import { writeFailure } from '../platform/files/write-errors.ts';

export interface AddedPackage {
  /** Name and version, such as `ms@2.1.3`. */
  key: string;
  /** The file that was written, relative to the workspace. */
  file: string;
  bytes: number;
  /** The packages that were bundled into the file, including the package itself. */
  from: string[];
}

/**
 * Nothing is written before everything has succeeded. An existing version is written again.
 * @param specifier `npm:ms@2.1.3`, or without a version for the newest
 * @throws InvalidParams, PackageNotFetched, PackageUnsupported, InterpreterNotFound, Cancelled, WriteFailed
 */
export async function addPackage(files: PackageFiles, specifier: string, options: FetchOptions): Promise<AddedPackage> {
  const name = parsePackageName(specifier);
  const folder = await realpath(createPrivateTemporaryFolder('package'));
  try {
    const { version, installed } = await fetchPackage(folder, name, options);
    const bundled = await bundlePackage(folder, name.name, options);
    const key = packageKey({ name: name.name, version });
    const from = partsOf(bundled, installed);
    await write(files, { key, source: bundled.source, from });
    return { key, file: fileOfPackage(key), bytes: Buffer.byteLength(bundled.source), from: Object.keys(from) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The hashes of the packages in a bundle, by name and version. */
function partsOf({ files }: BundledPackage, installed: readonly InstalledPackage[]): Record<string, string> {
  const parts = new Map<string, string>();
  for (const file of files) {
    const [owner] = installed
      .filter(({ folder }) => file.startsWith(folder + path.sep))
      .sort((a, b) => b.folder.length - a.folder.length);
    if (owner) parts.set(owner.key, owner.integrity);
  }
  return Object.fromEntries(inNameOrder(parts));
}

interface NewPackage {
  key: string;
  source: string;
  from: Record<string, string>;
}

async function write(files: PackageFiles, { key, source, from }: NewPackage): Promise<void> {
  const { root } = files;
  const hash = hashText(root).slice(0, 16);
  await mkdir(cacheFolder(), { recursive: true });
  await withFileLock(path.join(cacheFolder(), `packages-${hash}.lock`), async () => {
    const { lockVersion, packages } = (await readLock(files)) ?? emptyLock();
    const newPackages = { ...packages, [key]: { integrity: integrityOf(source), from } };
    try {
      const file = resolveInside(root, fileOfPackage(key));
      await mkdir(path.dirname(file), { recursive: true });
      await writeAtomically(file, source);
      await writeAtomically(resolveInside(root, LOCK_FILE), lockText({ lockVersion, packages: newPackages }));
    } catch (error) {
      throw writeFailure(`The package ${key} in ${root}`, error);
    }
  });
}
