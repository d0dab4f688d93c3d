import { hideToast, showError } from '../ui/messages/notify.ts';
import { currentFrame } from './store/debugger-store.ts';
import { showFrame, type FrameStores } from './show-frame.ts';

/** The line cannot be shown, for example because its request was deleted. Each step would say so again. */
const LINE_NOT_SHOWN = 'stopped-line-not-shown';

/** Shows the line and the debugger whenever a script stops. */
export function followStops(stores: FrameStores): void {
  const { app, debugger: store } = stores;
  store.subscribe((state, before) => {
    if (state.turn === before.turn) return;
    hideToast(LINE_NOT_SHOWN);
    const frame = currentFrame(state);
    if (!frame) return;
    showFrame(stores, frame)
      .catch((error: unknown) => showError(error, LINE_NOT_SHOWN))
      // The frame decides which view is shown, and each view has an area below it of its own.
      .finally(() => app.getState().showConsole(true));
  });
}
