/** The commands that lead to the place where a failure is mended, by its code; each is a button below the failure. */
import type { ErrorCode } from '../../../contract/errors.ts';

export const failureCommands = {
  CertificateProblem: 'connections',
  ProxyProblem: 'connections',
  ProgramsDirectoryNotFound: 'new-program',
  PackageNotAdded: 'add-package',
  PackageChanged: 'add-package',
  NotListening: 'show-webhooks',
} as const satisfies Partial<Record<ErrorCode, string>>;

export const commandFor = (code: string | undefined): string | undefined =>
  Object.entries(failureCommands).find(([known]) => known === code)?.[1];
