/** What a failure of npm means: npm explains it in lines for its own users. */
import { codedError, type CodedError } from '../../contract/errors.ts';
import { packageKey, type PackageName } from './package-name.ts';

interface Explanation {
  cause: string;
  remedy: string;
}

/** @param printedText the end of npm's output, which the message ends with */
export function npmFailure(packageName: PackageName, printedText: string): CodedError {
  const explanation = explain(packageName, printedText);
  const cause = explanation ? `: ${explanation.cause}` : '';
  const message = `npm could not fetch ${packageKey(packageName)}${cause}.\n${printedText.trim()}`;
  return codedError('PackageNotFetched', message, explanation?.remedy);
}

function explain({ name }: PackageName, printedText: string): Explanation | undefined {
  const code = /^npm (?:error|ERR!) code (E\w{1,30})/m.exec(printedText)?.[1];
  switch (code) {
    case 'E404': {
      // The missing package may be one that the package depends on.
      const missing = /requested resource '(@?[^'@\s]{1,214})@/.exec(printedText)?.[1] ?? name;
      return {
        cause: `the registry has no package ${missing}`,
        remedy: 'Check the name; a private package needs its registry in the settings of npm.',
      };
    }
    case 'ETARGET': {
      const missing = /No matching version found for (\S{1,300}?)\.?\s*$/m.exec(printedText)?.[1] ?? name;
      return {
        cause: `the registry has no version ${missing}`,
        remedy: 'Choose another version; a name without a version is the newest one.',
      };
    }
    case 'E401':
    case 'E403':
      return {
        cause: `the registry refuses access (${code})`,
        remedy: 'Sign in with npm login, and add the package again.',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'ENETUNREACH':
      return {
        cause: `the registry cannot be reached (${code})`,
        remedy: 'Check the connection, and the registry and proxy in the settings of npm.',
      };
    default:
      return undefined;
  }
}
