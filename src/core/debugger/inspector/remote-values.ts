/** Reads the values of a stopped script from the inspector. The process can be hostile, so texts are checked and cut. */
import type { Runtime } from 'node:inspector';
import {
  MAX_PROPERTIES,
  MAX_VALUE_TEXT,
  type DebugProperties,
  type DebugValue,
} from '../../../contract/debugger/debugger-calls.ts';
import type { InspectorClient } from './inspector-client.ts';
import { previewText, textFrom } from './value-preview.ts';

/** Handles of objects, which are valid until the script continues. Only handles that were issued here can be opened. */
export interface RemoteValues {
  valueOf(remote: Runtime.RemoteObject): DebugValue;
  /** The thrown value, with a message also where it is not an `Error`. @throws DebuggerFailed */
  exceptionOf(remote: Runtime.RemoteObject): Promise<DebugValue>;
  /** Of the object that has the variables of a scope. */
  scopeHandle(objectId: string): number;
  /** Undefined when the handle is no longer valid. @throws DebuggerFailed */
  properties(handle: number): Promise<DebugProperties | undefined>;
  forget(): void;
}

/** A stopped script answers at once, unless it has replaced the built-in functions that list properties. */
const LOOK_MS = 10_000;

/**
 * The internal slots that are shown. Others, such as scopes or the target of a bound function, lead into the sandbox.
 */
const shownInternals = new Set(['[[Entries]]', '[[PromiseState]]', '[[PromiseResult]]', '[[PrimitiveValue]]']);

export function createRemoteValues(client: InspectorClient): RemoteValues {
  let handles = new Map<number, { objectId: string; length: number; isScope: boolean }>();
  let lastHandle = 0;
  function handleOf(objectId: string, length = 0, isScope = false): number {
    handles.set((lastHandle += 1), { objectId, length, isScope });
    return lastHandle;
  }
  const valueOf = (remote: Runtime.RemoteObject): DebugValue => ({
    type: textFrom(remote.subtype ?? remote.type, MAX_VALUE_TEXT),
    text: textOf(remote),
    // A symbol has an object id, but no properties.
    handle:
      remote.objectId === undefined || remote.type === 'symbol' ? null : handleOf(remote.objectId, lengthOf(remote)),
  });

  const propertiesOf = (objectId: string) =>
    client.call<Runtime.GetPropertiesReturnType>(
      'Runtime.getProperties',
      { objectId, ownProperties: true, generatePreview: true },
      LOOK_MS,
    );

  return {
    valueOf,
    async exceptionOf(remote) {
      const value = valueOf(remote);
      if (remote.objectId === undefined || remote.subtype === 'error') return value;
      const { result } = await propertiesOf(remote.objectId);
      const message = result.find(({ name }) => name === 'message')?.value;
      if (message?.type !== 'string') return value;
      return { ...value, text: `${value.text}: ${textOf(message)}`.slice(0, MAX_VALUE_TEXT) };
    },
    scopeHandle: (objectId) => handleOf(objectId, 0, true),
    async properties(handle) {
      const value = handles.get(handle);
      if (!value) return undefined;
      const more = Math.max(0, value.length - MAX_PROPERTIES);
      const objectId = more > 0 ? await firstItems(client, value.objectId) : value.objectId;
      const { result, internalProperties = [] } = await propertiesOf(objectId);
      const variables = value.isScope ? result.filter((variable) => !isUnusedArguments(variable)) : result;
      const all = [...variables, ...internalProperties.filter(({ name }) => shownInternals.has(name))];
      const properties = all
        .slice(0, MAX_PROPERTIES)
        .map(({ name, value }) => ({ name: textFrom(name, MAX_VALUE_TEXT), value: value ? valueOf(value) : null }));
      return { properties, more: all.length - properties.length + more };
    },
    forget: () => void (handles = new Map()),
  };
}

/** V8 lists `arguments` in the scope of each function; without a value, where the function does not use it. */
const isUnusedArguments = ({ name, value }: Runtime.PropertyDescriptor): boolean =>
  name === 'arguments' && value?.type === 'undefined';

const FIRST_ITEMS = `function () {
  const first = Object.create(null);
  for (let index = 0; index < ${MAX_PROPERTIES}; index += 1) {
    const property = Object.getOwnPropertyDescriptor(this, index);
    if (property) Object.defineProperty(first, index, property);
  }
  return first;
}`;

/**
 * Returns the first items of a very long list as an object of their own, because it is not sent whole. Getters are not
 * evaluated.
 */
async function firstItems(client: InspectorClient, objectId: string): Promise<string> {
  const { result } = await client.call<Runtime.CallFunctionOnReturnType>(
    'Runtime.callFunctionOn',
    { objectId, functionDeclaration: FIRST_ITEMS, silent: true },
    LOOK_MS,
  );
  return result.objectId ?? objectId;
}

/** The length of a list, from a description such as `Array(3)`; 0 for anything else. */
function lengthOf({ subtype, description }: Runtime.RemoteObject): number {
  const isList = subtype === 'array' || subtype === 'typedarray';
  return isList ? Number(/\((\d+)\)$/.exec(textFrom(description, MAX_VALUE_TEXT))?.[1] ?? 0) : 0;
}

function textOf(remote: Runtime.RemoteObject): string {
  const { type, subtype, unserializableValue } = remote;
  const value: unknown = remote.value;
  if (type === 'string') return textFrom(value, MAX_VALUE_TEXT);
  const description = textFrom(remote.description, MAX_VALUE_TEXT);
  // The inspector's text of an error is its stack, which has frames of the sandbox.
  if (subtype === 'error' && description !== '') return description.split('\n    at ', 1)[0] ?? '';
  const plain = value === null || typeof value !== 'object' ? String(value) : '';
  return textFrom(unserializableValue, MAX_VALUE_TEXT) || (previewText(remote) ?? (description || plain));
}
