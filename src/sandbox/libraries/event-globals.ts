/** chai announces its plugins through an EventTarget, which a bare realm lacks. */
import { Event, EventTarget } from 'event-target-shim';

for (const [name, value] of Object.entries({ Event, EventTarget })) {
  if (!(name in globalThis)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}
