import { notifications as toasts } from '@mantine/notifications';
import { CancelWork } from '../buttons/CancelWork.tsx';
import { SLOW_MS } from '../work/use-work.ts';
import { showHint } from './notify.ts';
import { isStop, toFailure } from '../../../contract/errors.ts';

/**
 * Does work of a command that has no dialog. When it takes long, a message shows it, with a button that cancels it;
 * what the host says about its cancellation is shown as information.
 * @param work calls `setTitle` with how far it has come
 */
export async function withCancelButton(
  title: string,
  work: (signal: AbortSignal, setTitle: (title: string) => void) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let id: string | undefined;
  let shownTitle = title;
  const message = () => ({
    title: shownTitle,
    message: <CancelWork work={{ isSlow: true, cancel }} size="compact-xs" />,
    loading: true,
    autoClose: false,
    withCloseButton: false,
    role: 'status',
  });
  const setTitle = (next: string) => {
    shownTitle = next;
    if (id !== undefined) toasts.update({ id, ...message() });
  };
  const timer = setTimeout(() => {
    id = toasts.show(message());
  }, SLOW_MS);
  try {
    await work(controller.signal, setTitle);
  } catch (error) {
    const failure = toFailure(error);
    if (!controller.signal.aborted || !isStop(failure)) throw error;
    showHint(failure.message);
  } finally {
    clearTimeout(timer);
    if (id !== undefined) toasts.hide(id);
  }
}
