/** Restrictions for every page in a window of Outrigger, whatever page it shows. */
import type { Session, WebContents } from 'electron';
import { ORIGIN } from './page-protocol.ts';

/** Refuses navigation to other pages, new windows and embedded pages. */
export function restrictContents(contents: WebContents): void {
  const stayOnPage = (event: { url: string; preventDefault(): void }) => {
    if (!event.url.startsWith(`${ORIGIN}/`)) event.preventDefault();
  };
  contents.on('will-navigate', stayOnPage);
  contents.on('will-redirect', stayOnPage);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Refuses camera, location and notifications. The only permission is writing to the clipboard, for the copy buttons.
 */
export function restrictSession(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
}
