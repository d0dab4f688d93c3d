/** The scripts of a request in the order in which they run, including those of the collection and its folders. */
import type { ScriptPlace } from '../../../contract/runs/run-event.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import type { OpenRequest } from '../../collection/format/open-collection.ts';

/** Kinds of scripts that files contain. */
type WrittenKind = 'before-request' | 'after-response' | 'tests';
/** Kinds that are generated from other members of the request. */
type GeneratedKind = 'response-variables' | 'assertions';
export type ScriptKind = WrittenKind | GeneratedKind;

export const afterResponse: readonly ScriptKind[] = ['response-variables', 'after-response', 'assertions', 'tests'];

export interface PlacedScript {
  title: ScriptKind;
  /** The name in the console and in stacks. */
  name: string;
  code: string;
  /** Where the script is edited; absent for a generated script. */
  place?: ScriptPlace;
  /** The name of the collection or folder that contains it; absent for the request's own scripts. */
  owner?: string;
}

/** The kinds in the order of `kinds`; scripts of one kind run from the collection down to the request. */
export function scriptsOf(item: LoadedRequest, kinds: readonly ScriptKind[]): PlacedScript[] {
  // Looking for each kind takes longer than filling in a request.
  if (!item.request.runtime && item.defaults.every(({ scripts, actions }) => !scripts && !actions)) return [];
  return kinds.flatMap((title) => {
    const name = `${item.id.replace(/\.ya?ml$/, '')}/${title}.js`;
    return scriptsOfKind(item, title).map((script) => ({ ...script, title, name }));
  });
}

type ScriptOfKind = Omit<PlacedScript, 'title' | 'name'>;

function scriptsOfKind(item: LoadedRequest, kind: ScriptKind): ScriptOfKind[] {
  if (kind === 'assertions') return generated(assertionsScript(item.request));
  if (kind === 'response-variables') return generated(responseVariablesScript(item));
  return writtenScripts(item, kind);
}

function writtenScripts(item: LoadedRequest, title: WrittenKind): ScriptOfKind[] {
  const requestDepth = item.defaults.length;
  // The defaults of the collection, followed by those of each folder of the path.
  const levels = [...item.defaults.map(({ scripts }) => scripts), item.request.runtime?.scripts];
  const written = levels.flatMap((scripts = [], depth) =>
    scripts.some(({ type }) => type === title) ? [{ scripts, depth }] : [],
  );
  if (written.length === 0) return [];
  if (title !== 'before-request' && item.bruno?.runsRequestFirst) written.reverse();
  const foldersOfRequest = item.folder ?? item.id;
  return written.flatMap(({ scripts, depth }) => {
    const id = depth === requestDepth ? item.id : foldersOfRequest.split('/').slice(0, depth).join('/');
    const owner = depth === requestDepth ? undefined : item.path.at(depth - requestDepth - 1);
    const kind: ScriptPlace['kind'] = title === 'before-request' ? 'pre-request' : 'post-response';
    // The interface edits the scripts of a kind as one text, with tests after the others (see edit-request.ts).
    const others = title === 'tests' ? scripts.filter((script) => script.type === 'after-response') : [];
    const before = others.map((other) => other.code).filter(Boolean);
    return scripts
      .filter(({ type }) => type === title)
      .flatMap(({ code }) => {
        const linesBefore = before.length === 0 ? 0 : before.join('\n').split('\n').length;
        before.push(code);
        const place = { id, kind, linesBefore };
        return code.trim() === '' ? [] : [{ code, place, ...(owner === undefined ? {} : { owner }) }];
      });
  });
}

const generated = (code: string): ScriptOfKind[] => (code === '' ? [] : [{ code }]);

/** A call of the sandbox's `runAssertions` (sandbox/bruno/bruno-checks.ts); empty without assertions. */
function assertionsScript({ runtime }: OpenRequest): string {
  const assertions = (runtime?.assertions ?? [])
    .filter(({ disabled, expression }) => !disabled && expression !== '')
    .map(({ expression, operator, value }) => ({ expression, operator, value }));
  return assertions.length === 0 ? '' : `runAssertions(${JSON.stringify(assertions)});`;
}

/**
 * A call of the sandbox's `setResponseVariables`. Of several actions for one variable, the innermost is used. An action of
 * another kind is an error of the request.
 */
function responseVariablesScript({ request, defaults }: LoadedRequest): string {
  const levels = [...defaults.map(({ actions }) => actions), request.runtime?.actions];
  const actions = levels.flatMap((level = []) => level).filter(({ disabled }) => !disabled);
  if (actions.length === 0) return '';
  const variables = new Map<string, object>();
  for (const { type, phase, selector, variable } of actions) {
    if (type !== 'set-variable' || phase === 'before-request' || !variable?.name) continue;
    const { name, scope } = variable;
    variables.set(name, { name, scope, expression: selector?.expression ?? '' });
  }
  const afterwards = actions.filter(({ type, phase }) => type !== 'set-variable' || phase === 'before-request');
  const refusals = afterwards.map(({ type, phase }) => {
    const message = `The action "${type}" of the phase "${phase ?? ''}" is not supported: write it as a script.`;
    return `throw new Error(${JSON.stringify(message)});`;
  });
  const set = variables.size === 0 ? [] : [`setResponseVariables(${JSON.stringify([...variables.values()])});`];
  return [...set, ...refusals.slice(0, 1)].join('\n');
}
