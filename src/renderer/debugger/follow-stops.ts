import { isConsoleOpen, type View } from '../context/app-store.ts';
import { showError } from '../ui/notify.ts';
import { currentFrame } from './debugger-store.ts';
import { showFrame, type FrameStores } from './show-frame.ts';

/**
 * Shows the line and the debugger whenever a script stops. The area below the view, where it was closed, is closed again when
 * the run has ended.
 */
export function followStops(stores: FrameStores): void {
  const { app, debugger: store } = stores;
  const opened = new Set<View>();
  const showPanel = () => {
    if (isConsoleOpen(app.getState())) return;
    opened.add(app.getState().view);
    app.getState().showConsole(true);
  };
  const closePanels = () => {
    const { settings, view, showConsole } = app.getState();
    // In another view it is closed when that view is shown.
    if (opened.delete(view) && settings.layout.consoleIn.includes(view)) showConsole(false);
  };
  store.subscribe((state, before) => {
    if (state.runId === undefined && before.runId !== undefined) closePanels();
    const frame = currentFrame(state);
    if (!frame || state.turn === before.turn) return;
    showFrame(stores, frame).then(showPanel, showError);
  });
  app.subscribe(({ view }, before) => {
    if (view !== before.view && store.getState().runId === undefined) closePanels();
  });
}
