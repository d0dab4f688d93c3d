/** What the files of a request and of its folders define, found out once for all iterations of a run. */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { fieldDescriptionsOf } from '../../collection/format/descriptions.ts';
import { tagsOf } from '../../collection/format/tags-of.ts';
import { settingsOf, variableLevelsOf, withDefaults } from '../../collection/variables/inherit.ts';
import type { RequestDefinition } from '../request/request-job.ts';
import { afterResponse, scriptsOf } from '../request/scripts-of-request.ts';

export interface RequestDefinitions {
  of(item: LoadedRequest): RequestDefinition;
}

/** A run may have any number of requests. In one of more than these, few are sent again soon. */
const MAX_KEPT = 1000;

/** @param iterations of the run: with one, hardly any request is sent twice, and to keep all of them takes memory */
export function createRequestDefinitions(iterations = 1): RequestDefinitions {
  const limit = iterations === 1 ? 1 : MAX_KEPT;
  const definitions = new Map<LoadedRequest, RequestDefinition>();
  return {
    of(item) {
      const known = definitions.get(item);
      if (known) return known;
      if (definitions.size === limit) definitions.clear();
      const definition = definitionOf(item);
      definitions.set(item, definition);
      return definition;
    },
  };
}

const definitionOf = (item: LoadedRequest): RequestDefinition => ({
  request: whenRead(() => withDefaults(item)),
  settings: whenRead(() => settingsOf(item)),
  tags: whenRead(() => tagsOf(item)),
  fieldDescriptions: whenRead(() => fieldDescriptionsOf(item.request)),
  variables: whenRead(() => variableLevelsOf(item)),
  scriptsBefore: whenRead(() => scriptsOf(item, ['before-request'])),
  scriptsAfter: whenRead(() => scriptsOf(item, afterResponse)),
});

/** A function that computes its value with its first call, because a damaged file is an error of that moment. */
function whenRead<T>(compute: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
}
