import { notifications } from '@mantine/notifications';
import { toFailure } from '../../contract/errors.ts';

/** What went wrong, and what to do about it; stays until it is read. */
export function showError(thrown: unknown): void {
  const { message, remedy } = toFailure(thrown);
  notifications.show({ color: 'red', title: message, message: remedy, autoClose: false, role: 'alert' });
}
