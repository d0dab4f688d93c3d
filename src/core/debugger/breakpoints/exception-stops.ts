/**
 * Which thrown errors stop a script. The sandbox catches every error of a script, so that V8 takes all of them for caught:
 * V8 is asked to stop at each, and what counts is whether the script, or a library that it calls, handles the error.
 */
import type { Debugger, Runtime } from 'node:inspector';
import type { ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';
import { errorPlaces, type ErrorPlace, type ErrorPlaces } from './error-places.ts';
import type { InspectorClient } from '../inspector/inspector-client.ts';
import type { StackReader } from '../inspector/stack-reader.ts';

/** The work that is awaited, and what V8 calls such a part of a stack. Errors go on through these only. */
const AWAITED = /^(?:await|Promise\b)/;

type ThrownError = Runtime.RemoteObject & { uncaught?: boolean };

export interface ExceptionFilter {
  /** Whether the script stops here; true for everything that is no exception. @throws DebuggerFailed */
  wants(paused: Debugger.PausedEventDataType, stops: ExceptionStops): Promise<boolean>;
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
    // V8 knows when nobody waits for a promise; what it takes for handled may be handled by the sandbox alone.
    if ((paused.data as ThrownError | undefined)?.uncaught === true) return false;
    const frames = stacks.handlingLocations(paused.callFrames);
    const innermost = frames[0] && (await placeAt(frames[0]));
    /** The promise was rejected by a call, in whatever function: it belongs to where it was made. */
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
    async wants(paused, stops) {
      if (!isException(paused) || stops === 'all') return true;
      if (stops === 'assertions') return isAssertion(paused.data as ThrownError | undefined);
      return stops === 'uncaught' && !(await isHandled(paused));
    },
  };
}

/** The class of errors of chai and of Node's `assert`; what other checks throw has this name in its stack. */
const isAssertion = (thrown: ThrownError | undefined): boolean =>
  thrown?.className === 'AssertionError' || /^AssertionError\b/.test(thrown?.description ?? '');
