/** The globals of Bruno's scripts. Lazy: scripts that use none of them load nothing. */
import type { Fields } from '../channel.ts';
import type { RequestFileInfo } from '../../contract/scripts/script-context.ts';
import type { FindGlobal } from '../late-globals.ts';
import type { BrunoParts, BrunoRuntime } from './bruno.ts';

/** Whether the script belongs to a collection of Bruno. */
export const isOfBruno = (file: RequestFileInfo | undefined): boolean => file?.variables !== undefined;

/** Called by the host's generated scripts, in any collection: assertions, and variables that are set from the response. */
const isOfHost = (name: PropertyKey): boolean => name === 'runAssertions' || name === 'setResponseVariables';

/** Names that Node gives Bruno's scripts. Other scripts must not see them, because libraries take them for Node's or a browser's. */
const isOfNode = (name: PropertyKey): boolean => name === 'global' || name === 'fetch' || name === 'performance';

const timeOrigin = Date.now();
/** Milliseconds since the realm was created, in the precision of the clock of scripts. */
const createPerformance = () => ({ timeOrigin, now: () => Date.now() - timeOrigin });

function isName(name: PropertyKey): boolean {
  switch (name) {
    case 'bru':
    case 'req':
    case 'res':
    case 'test':
    case 'expect':
    case 'assert':
      return true;
    default:
      return isOfHost(name);
  }
}

export interface BrunoGlobals {
  find: FindGlobal;
  module(name: 'axios' | 'fetch' | 'formData'): unknown;
  /** The fields of `done` that the script has changed through these globals. */
  endState(): Fields | undefined;
}

/**
 * @param parts is called after a script has begun
 * @param fileOfRequest names the variables of a collection of Bruno; scripts of other collections do not see the globals
 */
export function createBrunoGlobals(
  parts: () => BrunoParts,
  fileOfRequest: () => RequestFileInfo | undefined,
): BrunoGlobals {
  const isVisible = (): boolean => fileOfRequest() === undefined || isOfBruno(fileOfRequest());
  let runtime: BrunoRuntime | undefined;
  const load = (): BrunoRuntime => {
    if (runtime) return runtime;
    const needed = parts();
    const { createBruno } = needed.libraries.load<{ createBruno(parts: BrunoParts): BrunoRuntime }>('~bruno');
    return (runtime = createBruno(needed));
  };
  return {
    find(name) {
      if (isOfNode(name)) {
        if (!isOfBruno(fileOfRequest())) return undefined;
        return () => (name === 'global' ? globalThis : name === 'fetch' ? load().modules.fetch : createPerformance());
      }
      if (!isName(name) || (!isVisible() && !isOfHost(name))) return undefined;
      if (name === 'res' && !parts().context.response) return undefined;
      return () => load().globals[name as string];
    },
    module: (name) => load().modules[name],
    endState: () => runtime?.endState(),
  };
}
