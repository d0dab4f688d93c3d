/** The errors of writing a file, in words: which file, why, and what can be done. */
import { codedError, isErrorCode, type CodedError } from '../../../contract/errors.ts';

/** @param file as the person knows it */
export const changedOnDisk = (file: string): CodedError =>
  codedError('FileChangedOnDisk', `${file} was changed by another program since it was opened.`);

const PERMISSIONS = [
  'the permissions of the file or of its folder do not allow it',
  'Change the permissions, or use another folder.',
] as const;
const NO_FOLDER = ['its folder does not exist', 'Create the folder, or use another one.'] as const;
const IN_USE = ['another program uses it', 'Close that program, and try again.'] as const;

/** Why the system refuses to write, and what a person can do, by the code of its error. */
const refusals: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EACCES: PERMISSIONS,
  EPERM: PERMISSIONS,
  EROFS: ['the file system is read-only', 'Use a copy in a folder that can be written to.'],
  ENOSPC: ['the disk is full', 'Free some space on the disk, and try again.'],
  EDQUOT: ["this user's share of the disk is used up", 'Free some space on the disk, and try again.'],
  EFBIG: ['it would be larger than the system allows', 'Let it become smaller, or raise the limit of the system.'],
  ENOENT: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EISDIR: ['it is a folder', 'Choose another name.'],
  ENAMETOOLONG: ['its name is too long for the file system', 'Choose a shorter name.'],
  EBUSY: IN_USE,
  ETXTBSY: IN_USE,
};

/** @param error any error of the system. The paths in its message are left out: they may be those of temporary files */
export function whyNotWritten(error: unknown): { reason: string; remedy: string | undefined } {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (known) return { reason: `${known[0]} (${code}).`, remedy: known[1] };
  const isOfSystem = /^E[A-Z0-9]+$/.test(code);
  return { reason: isOfSystem ? `${message.replace(/, [a-z]+( '.*')?$/s, '')}.` : message, remedy: undefined };
}

/**
 * The error WriteFailed about a file.
 * @param description names the file, at the beginning of the message
 * @param error of the system, or made by this function. An error of another code is returned as it is
 */
export function writeFailure(description: string, error: unknown): CodedError {
  const { code, cause } = error as CodedError;
  if (isErrorCode(code) && cause === undefined) return error as CodedError;
  const { reason, remedy } = whyNotWritten(cause ?? error);
  const failure = codedError('WriteFailed', `${description} could not be written: ${reason}`, remedy);
  return Object.assign(failure, { cause: cause ?? error });
}
