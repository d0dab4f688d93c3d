/** Names of packages as scripts and commands write them: `npm:ms@2.1.3`. */
import { codedError } from '../../contract/errors.ts';

export interface PackageName {
  /** `ms` or `@scope/name`. */
  name: string;
  /** A version, a range or a tag; undefined where none is written. */
  version?: string;
}

const part = '[a-z0-9~_][a-z0-9~._-]*';
/** npm's rules for names of new packages, and of older ones with capitals; a version has no space and no `/` or `:`. */
const pattern = new RegExp(`^((?:@${part}/)?${part})(?:@([\\w.^~*+-]+))?$`, 'i');
const MAX_LENGTH = 300;

/** @param text with or without `npm:`. @throws InvalidParams */
export function parsePackageName(text: string): PackageName {
  const [, registry] = /^(\w+):/.exec(text) ?? [];
  const [, name, version] = (text.length <= MAX_LENGTH && pattern.exec(text.replace(/^npm:/, ''))) || [];
  if ((registry !== undefined && registry !== 'npm') || name === undefined) {
    throw codedError(
      'InvalidParams',
      `"${text.slice(0, MAX_LENGTH)}" is not the name of an npm package.`,
      'Write it as npm:ms@2.1.3 or npm:@scope/name@1.0.0.',
    );
  }
  return { name, ...(version === undefined ? {} : { version }) };
}

/** `ms@2.1.3` */
export const packageKey = ({ name, version }: PackageName): string =>
  version === undefined ? name : `${name}@${version}`;
