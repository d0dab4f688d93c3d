import { notifications as toasts } from '@mantine/notifications';
import { CancelWork } from '../buttons/CancelWork.tsx';
import { SLOW_MS } from '../use-work.ts';
import { showHint } from './notify.ts';
import { isStop, toFailure } from '../../../contract/errors.ts';

/**
 * Does work of a command that has no dialog. When it takes long, a message shows it, with a button that cancels it;
 * what the host says about its cancellation is shown as information.
 */
export async function withCancelButton(title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let id: string | undefined;
  const timer = setTimeout(() => {
    id = toasts.show({
      title,
      message: <CancelWork work={{ isSlow: true, cancel }} size="compact-xs" />,
      loading: true,
      autoClose: false,
      withCloseButton: false,
      role: 'status',
    });
  }, SLOW_MS);
  try {
    await work(controller.signal);
  } catch (error) {
    const failure = toFailure(error);
    if (!controller.signal.aborted || !isStop(failure)) throw error;
    showHint(failure.message);
  } finally {
    clearTimeout(timer);
    if (id !== undefined) toasts.hide(id);
  }
}
