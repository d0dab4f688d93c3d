import { Alert, Button, Group, Modal, Text, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { CloseContext } from './close-context.ts';
import { useFocusReturn } from './focus-return.ts';

/**
 * A dialog over the window. When it closes, the focus returns to where it was, even if a menu or the palette opened the
 * dialog.
 * @param props `unsaved`: closing would lose input, so Esc, the close button and a click beside the dialog ask first
 */
export function Dialog({ children, unsaved = false, onClose, ...props }: ModalProps & { unsaved?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  const [asksToDiscard, setAsks] = useState(false);
  useFocusReturn(root, props.opened);
  const close = unsaved ? () => setAsks(true) : onClose;
  return (
    <Modal ref={root} centered returnFocus={false} {...props} onClose={close}>
      <CloseContext value={close}>{children}</CloseContext>
      {asksToDiscard && unsaved && <DiscardQuestion onContinue={() => setAsks(false)} onDiscard={onClose} />}
      <FocusFirstField />
    </Modal>
  );
}

function DiscardQuestion({ onContinue, onDiscard }: { onContinue: () => void; onDiscard: () => void }) {
  const continueButton = useRef<HTMLButtonElement>(null);
  // The end of a long dialog may be out of view.
  useLayoutEffect(() => continueButton.current?.focus(), []);
  return (
    <Alert color="orange" mt="sm" py="xs">
      <Text size="xs" fw={600} mb={6}>
        Your changes are not saved.
      </Text>
      <Group gap="xs">
        <Button ref={continueButton} size="xs" variant="default" onClick={onContinue}>
          Continue editing
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={onDiscard}>
          Discard changes
        </Button>
      </Group>
    </Alert>
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
