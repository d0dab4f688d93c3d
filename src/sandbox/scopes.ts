/** The variable scopes of one script, with what it has changed in them. */
import { scopeNames, type ScopeName } from '../contract/guest-operations.ts';
import type { GuestContext } from '../contract/to-guest.ts';
import type { ChangedScopes } from '../contract/script-context.ts';
import type { Channel } from './channel.ts';
import { parseJson } from './primordials.ts';
import type { Fields, Sdk } from './sdk.ts';
import { VariableScope } from './variable-scope.ts';

export interface Scopes {
  /** Creates the scope with the first call: most scripts use one or two. */
  of(name: ScopeName): VariableScope;
  changes(): ChangedScopes;
}

const labels: Record<ScopeName, string> = {
  local: 'pm.variables',
  data: 'pm.iterationData',
  environment: 'pm.environment',
  collection: 'pm.collectionVariables',
  globals: 'pm.globals',
};

export function createScopes(states: GuestContext['scopes'], channel: Channel, sdk: () => Sdk): Scopes {
  const created = new Map<ScopeName, VariableScope>();
  const fetchFor = (scope: ScopeName) => ({
    get(name: string): unknown {
      const reply = channel.callSync('scopes.get', { scope, name });
      return reply.ok && reply.value !== '' ? parseJson(reply.value) : undefined;
    },
    all(): Fields {
      const reply = channel.callSync('scopes.all', { scope });
      return reply.ok ? (parseJson(reply.value) as Fields) : {};
    },
  });
  const outer = () => scopeNames.slice(1).map(of);
  function of(name: ScopeName): VariableScope {
    let scope = created.get(name);
    if (!scope) {
      scope = new VariableScope({
        label: labels[name],
        name: states[name].name,
        values: states[name].values,
        fetch: states[name].values ? undefined : fetchFor(name),
        layers: name === 'local' ? outer : undefined,
        sdk,
      });
      created.set(name, scope);
    }
    return scope;
  }
  return {
    of,
    changes() {
      const changed: ChangedScopes = {};
      for (const [name, scope] of created) {
        const changes = VariableScope.changesOf(scope);
        if (changes) changed[name] = changes;
      }
      return changed;
    },
  };
}
