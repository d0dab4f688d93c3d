import { hideToast, showError } from '../ui/messages/notify.ts';
import { currentFrame } from './store/debugger-store.ts';
import { showFrame, type FrameStores } from './show-frame.ts';

/**
 * Identifies the message that the line cannot be shown, for example because its request was deleted, so that it is not
 * repeated at each step.
 */
const LINE_NOT_SHOWN = 'stopped-line-not-shown';

/** Shows the line and the debugger when a script stops. */
export function followStops(stores: FrameStores): void {
  const { app, debugger: store } = stores;
  store.subscribe((state, before) => {
    if (state.turn === before.turn) return;
    hideToast(LINE_NOT_SHOWN);
    const frame = currentFrame(state);
    if (!frame) return;
    showFrame(stores, frame)
      .catch((error: unknown) => showError(error, LINE_NOT_SHOWN))
      // The frame determines the view, and each view has its own area below.
      .finally(() => app.getState().showConsole(true));
  });
}
