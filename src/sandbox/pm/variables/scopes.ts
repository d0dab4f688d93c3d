/** The variable scopes of one script, with its changes. */
import { scopeNames, type ScopeName } from '../../../contract/scripts/guest-operations.ts';
import type { GuestContext } from '../../../contract/scripts/to-guest.ts';
import type { ChangedScopes } from '../../../contract/scripts/script-context.ts';
import type { Channel, Fields } from '../../channel.ts';
import { parseJson, toJson, toText, withoutPrototype, PlainMap } from '../../primordials.ts';
import type { Sdk } from '../requests/sdk.ts';
import { changesOf, forgetValues, handOver } from './scope-changes.ts';
import { ownValuesOf, VariableScope, type VariableScopeOptions } from './variable-scope.ts';

export interface Scopes {
  /** Creates the scope with the first call, because most scripts use one or two. */
  of(name: ScopeName): VariableScope;
  /** The variables of the scope itself: `get` of the local scope finds those of the others, too. */
  ownValues(name: ScopeName): Fields;
  /** The variables as they were when the script began. */
  initial(name: ScopeName): Fields;
  changes(): ChangedScopes;
  /** Runs work that uses the same variables. @param work receives the changes of the script so far */
  shareWhile<T>(work: (changes: ChangedScopes) => Promise<T>): Promise<T>;
}

function labelOf(name: ScopeName): string {
  switch (name) {
    case 'data':
      return 'pm.iterationData';
    case 'collection':
      return 'pm.collectionVariables';
    case 'environment':
    case 'globals':
      return `pm.${name}`;
    default:
      return 'pm.variables';
  }
}

export function createScopes(states: GuestContext['scopes'], channel: Channel, sdk: () => Sdk): Scopes {
  const createdScopes = new PlainMap<ScopeName, VariableScope>();
  const fetchValue = (scope: ScopeName, name: string): unknown => {
    const reply = channel.callSync('scopes.get', { scope, name });
    return reply.ok && reply.value !== '' ? parseJson(reply.value) : undefined;
  };
  const fetchAll = (scope: ScopeName): Fields => {
    const reply = channel.callSync('scopes.all', { scope });
    return reply.ok ? (parseJson(reply.value) as Fields) : {};
  };
  const create = (name: ScopeName) => {
    const state = states[name] ?? { values: {} };
    return new VariableScope(
      state,
      withoutPrototype<VariableScopeOptions>({
        __proto__: null,
        label: labelOf(name),
        fetchValue: (variable) => fetchValue(name, variable),
        fetchAll: () => fetchAll(name),
        onSecret: secretReport(name, state.secrets, channel),
        layers: name === 'local' ? outer : undefined,
        sdk,
        warn: channel.warn,
      }),
    );
  };
  const outer = () => scopeNames.slice(1).map(of);
  function of(name: ScopeName): VariableScope {
    let scope = createdScopes.get(name);
    if (!scope) createdScopes.set(name, (scope = create(name)));
    return scope;
  }
  const changesBy = (read: (scope: VariableScope) => ChangedScopes[ScopeName]): ChangedScopes => {
    const changed: ChangedScopes = {};
    for (const [name, scope] of createdScopes) {
      // As in Postman, a script changes the data for itself only.
      if (name === 'data') continue;
      const changes = read(scope);
      if (changes) changed[name] = changes;
    }
    return changed;
  };
  return withoutPrototype<Scopes>({
    __proto__: null,
    of,
    ownValues: (name) => ownValuesOf(of(name)),
    initial: (name) => create(name).toObject(),
    changes: () => changesBy(changesOf),
    async shareWhile(work) {
      for (const name of scopeNames) of(name);
      try {
        return await work(changesBy(handOver));
      } finally {
        for (const scope of createdScopes.values()) forgetValues(scope);
      }
    },
  });
}

/** Reports each value of a secret variable before the script can show it, where the scope has secret variables. */
function secretReport(
  scope: ScopeName,
  secrets: readonly string[] | undefined,
  channel: Channel,
): VariableScopeOptions['onSecret'] {
  if (!secrets) return undefined;
  const reportedNames = new PlainMap<string, string>();
  return (name, value) => {
    const text = typeof value === 'string' ? value : toText(toJson(value));
    if (!secrets.includes(name) || reportedNames.get(name) === text) return;
    reportedNames.set(name, text);
    channel.callSync('scopes.secret', { scope, name, value: text });
  };
}
