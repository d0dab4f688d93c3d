/**
 * Decides which thrown errors stop a script. The sandbox catches every error of a script, so V8 considers all of them
 * caught. V8 is therefore asked to stop at each error, and this file decides whether the script, or a library that it
 * calls, handles it.
 */
import type { Debugger, Runtime } from 'node:inspector';
import type { ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';
import { errorPlaces, type ErrorPlace, type ErrorPlaces } from './error-places.ts';
import type { InspectorClient } from '../inspector/inspector-client.ts';
import type { StackReader } from '../inspector/stack-reader.ts';

/** Names that V8 gives to the awaited parts of an asynchronous stack. Errors propagate only through these. */
const AWAITED = /^(?:await|Promise\b)/;

type ThrownError = Runtime.RemoteObject & { uncaught?: boolean };

export interface ExceptionFilter {
  /** Whether the script stops here; true for every pause that is not an exception. @throws DebuggerFailed */
  shouldStop(paused: Debugger.PausedEventDataType, stops: ExceptionStops): Promise<boolean>;
}

export const isException = ({ reason }: Pick<Debugger.PausedEventDataType, 'reason'>): boolean =>
  reason === 'exception' || reason === 'promiseRejection';

export function createExceptionFilter(client: InspectorClient, stacks: StackReader): ExceptionFilter {
  const scripts = new Map<string, Promise<ErrorPlaces>>();
  function placesOf(scriptId: string): Promise<ErrorPlaces> {
    const places =
      scripts.get(scriptId) ??
      client
        .call<Debugger.GetScriptSourceReturnType>('Debugger.getScriptSource', { scriptId })
        .then(({ scriptSource }) => errorPlaces(scriptSource));
    scripts.set(scriptId, places);
    return places;
  }
  const placeAt = async ({ scriptId, lineNumber, columnNumber = 0 }: Debugger.Location): Promise<ErrorPlace> =>
    (await placesOf(scriptId))(lineNumber, columnNumber);

  async function isHandled(paused: Debugger.PausedEventDataType): Promise<boolean> {
    // V8 knows when nobody waits for a promise. A promise that it considers handled may be handled by the sandbox only.
    if ((paused.data as ThrownError | undefined)?.uncaught === true) return false;
    const frames = stacks.handlingLocations(paused.callFrames);
    const innermost = frames[0] && (await placeAt(frames[0]));
    /**
     * A rejection by an explicit call belongs to the place where the promise was made, whichever function rejected it.
     */
    const isRejectCall =
      paused.reason === 'promiseRejection' && (innermost?.isPromiseReject === true || innermost?.rejects === false);
    let isRejection = isRejectCall;
    for (const frame of frames) {
      const place = await placeAt(frame);
      if (isRejection ? place.catchesRejections : place.catchesErrors) return true;
      isRejection ||= place.rejects;
    }
    for (const { description, locations } of stacks.asyncParts(paused.asyncStackTrace)) {
      if (!isRejectCall && !AWAITED.test(description)) return false;
      for (const location of locations) if ((await placeAt(location)).catchesRejections) return true;
    }
    return false;
  }

  return {
    async shouldStop(paused, stops) {
      if (!isException(paused) || stops === 'all') return true;
      if (stops === 'assertions') return isAssertion(paused.data as ThrownError | undefined);
      return stops === 'uncaught' && !(await isHandled(paused));
    },
  };
}

/**
 * The error class of chai and of Node's `assert`; errors of other assertion libraries have this name in their stack.
 */
const isAssertion = (thrown: ThrownError | undefined): boolean =>
  thrown?.className === 'AssertionError' || /^AssertionError\b/.test(thrown?.description ?? '');
