/** Identifies the script in an editor, for breakpoints and stopped scripts. */
import type { Breakpoint, DebugPlace } from '../../contract/debugger/debugger-calls.ts';
import { nameInStacks, UNTITLED_REQUEST } from '../../contract/scripts/script-name.ts';
import type { ScriptPlace } from '../../contract/runs/run-event.ts';
import { folderOf, lastPart, withoutExtension } from './item-path.ts';
import { isUntitled, type OpenItem } from './tabs/open-item.ts';

/** The path of a file in the workspace, or the scripts of one kind of a request, a folder or the collection. */
export type ScriptRef = Breakpoint['script'];

/** Two references to one script have the same key. */
export const scriptKey = (script: ScriptRef): string =>
  typeof script === 'string' ? `file ${script}` : `${script.kind} ${script.id}`;

export const isSameScript = (a: ScriptRef, b: ScriptRef): boolean => scriptKey(a) === scriptKey(b);

/** The file, or the request, folder or collection with the kind of its script. */
export function scriptTitle(script: ScriptRef): string {
  if (typeof script === 'string') return lastPart(script);
  return `${script.id === '' ? 'collection' : lastPart(withoutExtension(script.id))} ${script.kind}`;
}

/**
 * Describes a place of a stack, including the request that runs the script, if a folder or the collection contains it.
 */
export function placeTitle({ script, line, edited }: DebugPlace): string {
  if (!edited) return `${script === '' ? 'text' : script}, line ${line}`;
  const request = folderOf(script);
  const isOwn = nameInStacks(withoutExtension(edited.id)) === request;
  return `${scriptTitle(edited)}${isOwn ? '' : ` of ${lastPart(request)}`}, line ${edited.line}`;
}

/**
 * The script in the form that the host knows; undefined for an untitled request other than the sent one.
 * @param sentId of the request that was sent: while it is untitled, the host does not know its id
 */
export function hostScript(script: ScriptRef, sentId: string | undefined): ScriptRef | undefined {
  if (typeof script === 'string' || !isUntitled(script.id)) return script;
  return script.id === sentId ? { ...script, id: UNTITLED_REQUEST } : undefined;
}

/**
 * The request, folder or collection in which a script of a run is edited: the host does not know the id of a request
 * without a file. Undefined if such a request is closed, or was sent again.
 */
export function idOfRunScript(
  script: Pick<ScriptPlace, 'id'>,
  { runId, open }: { runId: string; open: readonly OpenItem[] },
): string | undefined {
  if (script.id !== UNTITLED_REQUEST) return script.id;
  const sent = open.find((item) => item.kind === 'request' && item.run === runId);
  // A folder can have that name.
  return sent?.id.startsWith(`${UNTITLED_REQUEST}/`) ? UNTITLED_REQUEST : sent?.id;
}

/** The inverse of `hostScript`: a place of a stack as a line of an open text. @param paths of the known files */
export function shownPlace(
  { script, line, edited }: DebugPlace,
  { sentId, paths }: { sentId: string | undefined; paths: readonly string[] },
): { script: ScriptRef; line: number } {
  // Names in stacks have no spaces and no brackets. A name that matches no known file is the path of a module.
  if (!edited) return { script: paths.find((path) => nameInStacks(path) === script) ?? script, line };
  const isSent = edited.id === UNTITLED_REQUEST && sentId !== undefined && isUntitled(sentId);
  return { script: { id: isSent ? sentId : edited.id, kind: edited.kind }, line: edited.line };
}
