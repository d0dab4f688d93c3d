import { notifications } from '@mantine/notifications';
import { toFailure } from '../../../contract/errors.ts';
import { visibleLines } from '../../../contract/visible-text.ts';

/**
 * Shows an error with its remedy, until it is closed or its cause is gone.
 * @param cause identifies the failed work; a further error of the same cause replaces the former, see `hideToast`
 */
export function showError(thrown: unknown, cause?: string): void {
  const { code, message, remedy } = toFailure(thrown);
  // The top of the window shows it, once for everything that fails because of it.
  if (code === 'Disconnected') return;
  if (cause !== undefined) hideToast(cause);
  notifications.show({
    ...(cause === undefined ? {} : { id: cause }),
    color: 'red',
    title: visibleLines(message),
    message: visibleLines(remedy),
    autoClose: false,
    role: 'alert',
  });
}

/** Removes the message of this cause, which no longer applies; has no effect when there is none. */
export function hideToast(cause: string): void {
  notifications.hide(cause);
}

/** Removes all messages, when they are about a workspace that is no longer shown. */
export function hideAllToasts(): void {
  notifications.clean();
}

/** Shows information that is not an error, for example why an action is unavailable; disappears by itself. */
export function showHint(message: string): void {
  notifications.show({ id: message, message: visibleLines(message), autoClose: 5_000, role: 'status' });
}

/** Limit of the lines in a message about omitted parts. */
const MAX_LINES = 12;

/** Lists the parts that an export has omitted; shown until it is closed. */
export function showOmitted(omitted: readonly { where: string; what: string }[]): void {
  const lines = omitted.slice(0, MAX_LINES).map(({ where, what }) => `${where}: ${what}`);
  const more = omitted.length - lines.length;
  notifications.show({
    title: 'Not in the exported file',
    message: visibleLines([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')),
    styles: { description: { whiteSpace: 'pre-line' } },
    autoClose: false,
    role: 'status',
  });
}
