/** pm.execution: chooses the next request, and skips this one; and what pm.info and the location say of the script. */
import type { GuestContext } from '../../contract/scripts/to-guest.ts';
import type { Fields } from '../channel.ts';
import { defineHidden, defineProperty, keysOf, PlainError, toText, withoutPrototype } from '../primordials.ts';

export interface ExecutionFlowParts {
  /** Receives `nextRequest` and `skipRequest`. */
  changes: Fields;
  /** The kind of the running script. */
  eventName: () => string;
  /** Ends the script at once, as if it had reached its end. */
  endNow: () => void;
}

export function createExecutionFlow({ changes, eventName, endNow }: ExecutionFlowParts) {
  return {
    skipRequest(this: void): never {
      // Postman's words, which look as if it were absent.
      if (eventName() !== 'prerequest') throw new TypeError('pm.execution.skipRequest is not a function');
      changes['skipRequest'] = true;
      endNow();
      throw new PlainError('The request is skipped.');
    },
    setNextRequest(this: void, name: unknown): void {
      if (name === undefined) delete changes['nextRequest'];
      else changes['nextRequest'] = name === null ? null : toText(name);
    },
  };
}

/** `pm.info`: its members cannot be changed, and a script may add its own, as in Postman. */
export function infoOf({ info }: GuestContext): object {
  const fixed = withoutPrototype<PropertyDescriptor>({ __proto__: null, writable: false, configurable: false });
  for (const name of keysOf(info)) defineProperty(info, name, fixed);
  return info;
}

/** The names of the request's folders, in Postman's form. */
export function locationOf(context: GuestContext): string[] & { current?: string } {
  const location = [...context.location] as string[] & { current?: string };
  // As in Postman, it is not listed.
  defineHidden(location, 'current', context.scriptOwner ?? context.location.at(-1) ?? '');
  return location;
}
