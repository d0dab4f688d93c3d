/**
 * The packages of a workspace for its scripts: `scripts/packages` contains one file for each, and a lock file with
 * their hashes. Both are meant to be committed: a run downloads nothing.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { describeProblems } from '../../contract/describe-problems.ts';
import { codedError } from '../../contract/errors.ts';
import { parseBoundedJson } from '../platform/json/bounded-json.ts';
import { inNameOrder } from '../platform/json/in-name-order.ts';
import { jsonText } from '../platform/json/json-text.ts';

/** Relative to the workspace, with `/`. */
const PACKAGES_FOLDER = 'scripts/packages';
export const LOCK_FILE = `${PACKAGES_FOLDER}/packages-lock.json`;

const lock = z.strictObject({
  lockVersion: z.literal(1),
  /** By name and version, such as `ms@2.1.3`. */
  packages: z.record(
    z.string(),
    z.strictObject({
      /** The hash of the file in this folder. */
      integrity: z.string(),
      /** The packages in the bundle, each with the hash that npm has verified. */
      from: z.record(z.string(), z.string()),
    }),
  ),
});
export type PackageLock = z.output<typeof lock>;

export const emptyLock = (): PackageLock => ({ lockVersion: 1, packages: {} });

/** For the values of all packages: one with a hundred dependencies has about a hundred. */
const MAX_VALUES = 50_000;

/** @throws InvalidData, where the text is not a lock file */
export function parseLock(text: string): PackageLock {
  // Counted before, because a schema collects an error for each of its values.
  const bounded = parseBoundedJson(text, JSON.parse, MAX_VALUES);
  if ('problem' in bounded) throw notALock(`it ${bounded.problem}`);
  const parsed = jsonText(lock).safeParse(text);
  if (parsed.success) return parsed.data;
  throw notALock(describeProblems(parsed.error));
}

const notALock = (problem: string): Error =>
  codedError(
    'InvalidData',
    `${LOCK_FILE} is not a list of packages: ${problem}.`,
    'Take an older version of it, or delete it and add the packages again.',
  );

/** Ordered by name, so that adding a package changes few lines. */
export function lockText({ lockVersion, packages }: PackageLock): string {
  const sorted = Object.fromEntries(inNameOrder(Object.entries(packages)));
  return `${JSON.stringify({ lockVersion, packages: sorted }, null, 2)}\n`;
}

/** @param key such as `ms@2.1.3`; @returns the path of its file in the workspace */
export const fileOfPackage = (key: string): string => `${PACKAGES_FOLDER}/${key}.js`;

/** Whether a file of the workspace has the name of a package: `scripts/packages/ms@2.1.3.js`. */
export const isPackageFile = (file: string): boolean => /^scripts\/packages\/(@[^/]+\/)?[^/@]+@\d[^/]*\.js$/.test(file);

/** The hash in npm's notation. */
export const integrityOf = (text: string): string => `sha512-${createHash('sha512').update(text).digest('base64')}`;
