import { showError } from '../ui/notify.ts';
import { currentFrame } from './debugger-store.ts';
import { showFrame, type FrameStores } from './show-frame.ts';

/** Shows the line and the debugger whenever a script stops. */
export function followStops(stores: FrameStores): void {
  const { app, debugger: store } = stores;
  store.subscribe((state, before) => {
    const frame = currentFrame(state);
    if (!frame || state.turn === before.turn) return;
    // The frame decides which view is shown, and each view has an area below it of its own.
    showFrame(stores, frame).then(() => app.getState().showConsole(true), showError);
  });
}
