import { notifications } from '@mantine/notifications';
import { toFailure } from '../../contract/errors.ts';

/** What went wrong, and what to do about it; stays until it is read. */
export function showError(thrown: unknown): void {
  const { message, remedy } = toFailure(thrown);
  notifications.show({ color: 'red', title: message, message: remedy, autoClose: false, role: 'alert' });
}

/** Something to know that is no error, for example why an action cannot be done now; goes by itself. */
export function showHint(message: string): void {
  notifications.show({ id: message, message, autoClose: 5_000, role: 'status' });
}
