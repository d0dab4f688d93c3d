/** A value of a stopped script as text, for the hover of an editor. */
import { isSameScript, shownPlace, type ScriptRef } from '../../collection/script-ref.ts';
import { currentFrame } from '../store/debugger-store.ts';
import type { FrameStores } from '../show-frame.ts';
import { valueText } from './value-rows.ts';

const MAX_LISTED = 12;

/** @returns undefined where the script is not stopped, or has no such value in the selected frame */
export async function describeValue(
  { breakpoints, debugger: store }: Pick<FrameStores, 'breakpoints' | 'debugger'>,
  script: ScriptRef,
  expression: string,
): Promise<string | undefined> {
  const frame = currentFrame(store.getState());
  const { sentId } = breakpoints.getState();
  const paths = typeof script === 'string' ? [script] : [];
  if (!frame || !isSameScript(shownPlace(frame, { sentId, paths }).script, script)) return undefined;
  const value = await store.getState().lookUp(expression);
  if (!value) return undefined;
  const { properties = [], more = 0 } = value.contains ?? {};
  const listedProperties = properties.slice(0, MAX_LISTED).map(({ name, value }) => `  ${name}: ${valueText(value)}`);
  const notListed = properties.length - listedProperties.length + more;
  return [
    `${expression}: ${valueText(value.value)}`,
    ...listedProperties,
    ...(notListed > 0 ? [`  … ${notListed} more`] : []),
  ].join('\n');
}
