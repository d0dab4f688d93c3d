import { notifications } from '@mantine/notifications';
import { toFailure } from '../../../contract/errors.ts';

/**
 * What went wrong, and what to do about it; stays until it is read, or until its cause is gone.
 * @param cause names what failed; a further error of the same cause takes the place of the former, see `hideToast`
 */
export function showError(thrown: unknown, cause?: string): void {
  const { code, message, remedy } = toFailure(thrown);
  // The top of the window says it, once for all that fails because of it.
  if (code === 'Disconnected') return;
  if (cause !== undefined) hideToast(cause);
  notifications.show({
    ...(cause === undefined ? {} : { id: cause }),
    ...{ color: 'red', title: message, message: remedy, autoClose: false, role: 'alert' },
  });
}

/** Takes the message of this cause away, because it is not true any more; does nothing when there is none. */
export function hideToast(cause: string): void {
  notifications.hide(cause);
}

/** Takes all messages away: they were about a workspace that is not shown any more. */
export function hideAllToasts(): void {
  notifications.clean();
}

/** Something to know that is no error, for example why an action cannot be done now; goes by itself. */
export function showHint(message: string): void {
  notifications.show({ id: message, message, autoClose: 5_000, role: 'status' });
}

/** Lines of a message that names what a file has no place for. */
const MAX_LINES = 12;

/** What an export has left out; stays until it is read. */
export function showOmitted(omitted: readonly { where: string; what: string }[]): void {
  const lines = omitted.slice(0, MAX_LINES).map(({ where, what }) => `${where}: ${what}`);
  const more = omitted.length - lines.length;
  notifications.show({
    title: 'Not in the exported file',
    message: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    styles: { description: { whiteSpace: 'pre-line' } },
    autoClose: false,
    role: 'status',
  });
}
