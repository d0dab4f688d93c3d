import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { useFocusReturn } from './focus-return.ts';

/** A dialog over the window. When it closes, the focus is where it was before, also when a menu or the palette opened it. */
export function Dialog(props: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  useFocusReturn(root, props.opened);
  return <Modal ref={root} centered returnFocus={false} {...props} />;
}
