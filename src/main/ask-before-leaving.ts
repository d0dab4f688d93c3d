import type { BrowserWindow, Dialog } from 'electron';

const LEAVE = 0;

/**
 * Asks before a window is closed or loaded again when its page wants to stay. Electron alone obeys the page without a
 * word, so that closing the window or quitting would do nothing.
 */
export function askBeforeLeaving(dialog: Pick<Dialog, 'showMessageBoxSync'>, window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Leave this window?',
      detail: 'A run is under way, or a script has unsaved changes. Leaving stops the run.',
      buttons: ['Leave', 'Stay'],
      defaultId: 1,
      cancelId: 1,
    });
    if (answer === LEAVE) event.preventDefault();
  });
}
