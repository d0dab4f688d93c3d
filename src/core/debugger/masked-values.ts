/** Values of a stopped script with the secrets masked, as in the console. */
import type { DebugProperties, DebugValue } from '../../contract/debugger/debugger-calls.ts';
import type { Mask } from '../platform/secrets/mask.ts';

export const maskedValue = (value: DebugValue, mask: Mask): DebugValue => ({ ...value, text: mask(value.text) });

export const maskedProperties = ({ properties, more }: DebugProperties, mask: Mask): DebugProperties => ({
  properties: properties.map(({ name, value }) => ({ name: mask(name), value: value && maskedValue(value, mask) })),
  more,
});
