import { Button, type ButtonProps } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import { createElement, type FunctionComponent } from 'react';
import { showError } from './notify.ts';

// The stores, which show this message, are compiled without JSX for their tests.
const ToastButton = Button as FunctionComponent<ButtonProps & { onClick: () => void }>;

/** Offers the text that another window has typed at the same time, until it is chosen or the message is closed. */
export function toastWithOtherText(what: string, take: () => Promise<void>): void {
  const onClick = () => {
    toasts.hide(id);
    take().catch(showError);
  };
  const id = toasts.show({
    title: `Another window changed ${what} at the same time`,
    message: createElement(
      ToastButton,
      { size: 'compact-xs', variant: 'default', onClick },
      'Use the text of that window',
    ),
    autoClose: false,
  });
}
