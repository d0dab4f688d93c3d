import type { DebugPlace } from '../../contract/debugger/debugger-calls.ts';
import { shownPlace, type ScriptRef } from '../collection/script-ref.ts';
import type { AppContext } from '../context/app-context.ts';

export type FrameStores = Pick<AppContext, 'app' | 'breakpoints' | 'debugger' | 'requests' | 'response' | 'scripts'>;

/** Opens the editor with the line of a frame, in the view and tab that it belongs to. */
export async function showFrame(stores: FrameStores, frame: DebugPlace): Promise<void> {
  const { app, breakpoints, scripts } = stores;
  // Code that the script has created from text is in no file.
  if (frame.script === '') return;
  const { workspace } = app.getState();
  const paths = [...scripts.getState().open, ...workspace.scripts].map(({ path }) => path);
  await showScriptLine(stores, shownPlace(frame, { sentId: breakpoints.getState().sentId, paths }));
}

export async function showScriptLine(
  { app, response, scripts }: Pick<FrameStores, 'app' | 'response' | 'scripts'>,
  { script, line }: { script: ScriptRef; line: number },
): Promise<void> {
  if (typeof script === 'string') {
    app.getState().show('scripts');
    await scripts.getState().openScript(script, line);
  } else {
    app.getState().show('requests');
    await response.getState().showScript({ ...script, line, column: 1 });
  }
}
