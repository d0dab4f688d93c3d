import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useFocusReturn } from './focus-return.ts';

/**
 * A dialog over the window. When it closes, the focus returns to where it was, even if a menu or the palette opened the
 * dialog.
 */
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

/** Fields for typing; select fields are excluded. */
const TEXT_FIELD =
  ':is(input:is(:not([type]), [type="text"], [type="password"]), textarea):not(:disabled, :read-only, [aria-haspopup])';

/**
 * Gives the focus to the field with `data-autofocus`, else to the first text field, before the next key is read: Mantine does
 * so a moment later, or gives it to the button that closes, and what is typed until then would go to the part of the window
 * behind the dialog.
 */
function FocusFirstField() {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current?.closest('[role="dialog"]');
    const field =
      dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector<HTMLElement>(TEXT_FIELD);
    // For Mantine, which looks for the attribute a moment later.
    field?.setAttribute('data-autofocus', 'true');
    field?.focus({ preventScroll: true });
  }, []);
  return <span ref={place} hidden />;
}
