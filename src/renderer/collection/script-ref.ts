/** Which script an editor shows, as breakpoints and stopped scripts name it. */
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

/** A place of a stack in words: also the request whose script runs, where a folder or the collection has added it. */
export function placeTitle({ script, line, edited }: DebugPlace): string {
  if (!edited) return `${script === '' ? 'text' : script}, line ${line}`;
  const request = folderOf(script);
  const isOwn = nameInStacks(withoutExtension(edited.id)) === request;
  return `${scriptTitle(edited)}${isOwn ? '' : ` of ${lastPart(request)}`}, line ${edited.line}`;
}

/**
 * The script as the host knows it; undefined for another untitled request than the one that is sent.
 * @param sentId of the request that is sent: while it is untitled, the host knows no id of it
 */
export function hostScript(script: ScriptRef, sentId: string | undefined): ScriptRef | undefined {
  if (typeof script === 'string' || !isUntitled(script.id)) return script;
  return script.id === sentId ? { ...script, id: UNTITLED_REQUEST } : undefined;
}

/**
 * The request, folder or collection in which a script of a run is edited: the host knows no id of a request that had no file
 * when it was sent. Undefined for such a request that is closed, or was sent again.
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

/** A place of a stack as a line of what is open: the reverse of `hostScript`. @param paths of the files that are known */
export function shownPlace(
  { script, line, edited }: DebugPlace,
  { sentId, paths }: { sentId: string | undefined; paths: readonly string[] },
): { script: ScriptRef; line: number } {
  // Names in stacks have no spaces and no brackets. A name that no known file has is the path of a module.
  if (!edited) return { script: paths.find((path) => nameInStacks(path) === script) ?? script, line };
  const isSent = edited.id === UNTITLED_REQUEST && sentId !== undefined && isUntitled(sentId);
  return { script: { id: isSent ? sentId : edited.id, kind: edited.kind }, line: edited.line };
}
