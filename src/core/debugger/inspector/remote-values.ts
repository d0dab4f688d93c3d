/** Values of a stopped script, as the inspector describes them. The process can be hostile: texts are cut. */
import type { Runtime } from 'node:inspector';
import {
  MAX_PROPERTIES,
  MAX_VALUE_TEXT,
  type DebugProperties,
  type DebugValue,
} from '../../../contract/debugger/debugger-calls.ts';
import type { InspectorClient } from './inspector-client.ts';

/** Handles of objects, which are valid until the script goes on. Only what was given out here can be opened. */
export interface RemoteValues {
  valueOf(remote: Runtime.RemoteObject): DebugValue;
  /** What was thrown, with its message also where it is no error of the language. @throws DebuggerFailed */
  exceptionOf(remote: Runtime.RemoteObject): Promise<DebugValue>;
  handleOf(objectId: string): number;
  /** Undefined when the handle is not valid any more. @throws DebuggerFailed */
  properties(handle: number): Promise<DebugProperties | undefined>;
  forget(): void;
}

/** A stopped script answers at once, unless it has replaced what lists are read with. */
const LOOK_MS = 10_000;

/** Others lead to the sandbox: the scopes of its functions, where a bound function leads. */
const shownInternals = new Set(['[[Entries]]', '[[PromiseState]]', '[[PromiseResult]]', '[[PrimitiveValue]]']);

export function createRemoteValues(client: InspectorClient): RemoteValues {
  let handles = new Map<number, { objectId: string; length: number }>();
  let lastHandle = 0;
  function handleOf(objectId: string, length = 0): number {
    handles.set((lastHandle += 1), { objectId, length });
    return lastHandle;
  }
  const valueOf = (remote: Runtime.RemoteObject): DebugValue => ({
    type: remote.subtype ?? remote.type,
    text: textOf(remote).slice(0, MAX_VALUE_TEXT),
    // A symbol has an id, and nothing to open.
    handle:
      remote.objectId === undefined || remote.type === 'symbol' ? null : handleOf(remote.objectId, lengthOf(remote)),
  });

  const propertiesOf = (objectId: string) =>
    client.call<Runtime.GetPropertiesReturnType>(
      'Runtime.getProperties',
      { objectId, ownProperties: true, generatePreview: false },
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
    handleOf,
    async properties(handle) {
      const value = handles.get(handle);
      if (!value) return undefined;
      const more = Math.max(0, value.length - MAX_PROPERTIES);
      const objectId = more > 0 ? await firstItems(client, value.objectId) : value.objectId;
      const { result, internalProperties = [] } = await propertiesOf(objectId);
      const all = [
        ...result.map(({ name, value }) => ({ name, value: value ? valueOf(value) : null })),
        ...internalProperties
          .filter(({ name }) => shownInternals.has(name))
          .map(({ name, value }) => ({ name, value: value ? valueOf(value) : null })),
      ];
      const properties = all
        .slice(0, MAX_PROPERTIES)
        .map(({ name, value }) => ({ name: name.slice(0, MAX_VALUE_TEXT), value }));
      return { properties, more: all.length - properties.length + more };
    },
    forget: () => void (handles = new Map()),
  };
}

const FIRST_ITEMS = `function () {
  const first = Object.create(null);
  for (let index = 0; index < ${MAX_PROPERTIES}; index += 1) {
    const property = Object.getOwnPropertyDescriptor(this, index);
    if (property) Object.defineProperty(first, index, property);
  }
  return first;
}`;

/** A very long list is not sent whole: its first items are, as an object of their own. Getters stay getters. */
async function firstItems(client: InspectorClient, objectId: string): Promise<string> {
  const { result } = await client.call<Runtime.CallFunctionOnReturnType>(
    'Runtime.callFunctionOn',
    { objectId, functionDeclaration: FIRST_ITEMS, silent: true },
    LOOK_MS,
  );
  return result.objectId ?? objectId;
}

/** The length of a list, as `Array(3)` says it; 0 for anything else. */
function lengthOf({ subtype, description = '' }: Runtime.RemoteObject): number {
  const isList = subtype === 'array' || subtype === 'typedarray';
  return isList ? Number(/\((\d+)\)$/.exec(description)?.[1] ?? 0) : 0;
}

function textOf({ type, subtype, value, description, unserializableValue }: Runtime.RemoteObject): string {
  if (type === 'string') return String(value);
  // The stack of an error has frames of the sandbox.
  if (subtype === 'error' && description !== undefined) return description.split('\n    at ', 1)[0] ?? '';
  return unserializableValue ?? description ?? String(value);
}
