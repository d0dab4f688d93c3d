/** What no page in a window of ours may do, whatever it has become. */
import type { Session, WebContents } from 'electron';
import { ORIGIN } from './page-protocol.ts';

/** No other page, no second window, no embedded page. */
export function restrictContents(contents: WebContents): void {
  const stayOnPage = (event: { url: string; preventDefault(): void }) => {
    if (!event.url.startsWith(`${ORIGIN}/`)) event.preventDefault();
  };
  contents.on('will-navigate', stayOnPage);
  contents.on('will-redirect', stayOnPage);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** No camera, no location, no notification: the one exception is writing to the clipboard, for the copy buttons. */
export function restrictSession(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
}
