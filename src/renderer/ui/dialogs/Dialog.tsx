import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useFocusReturn } from './focus-return.ts';

/** A dialog over the window. When it closes, the focus is where it was before, also when a menu or the palette opened it. */
export function Dialog({ children, ...props }: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  useFocusReturn(root, props.opened);
  return (
    <Modal ref={root} centered returnFocus={false} {...props}>
      {children}
      <FocusFirstField />
    </Modal>
  );
}

/**
 * Gives the focus to the field with `data-autofocus` before the next key is read: Mantine does so a moment later, and what
 * is typed until then would go to the part of the window behind the dialog.
 */
function FocusFirstField() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current?.closest('[role="dialog"]');
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, []);
  return <span ref={place} hidden />;
}
