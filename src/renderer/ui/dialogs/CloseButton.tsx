import { Button } from '@mantine/core';
import { useContext } from 'react';
import { CloseContext } from './close-context.ts';

/**
 * The button in the footer that closes the dialog: “Cancel” beside a button that saves and closes, “Close” where the
 * dialog stays open after its work.
 */
export function CloseButton({ label }: { label: 'Cancel' | 'Close' }) {
  return (
    <Button size="xs" variant="default" onClick={useContext(CloseContext)}>
      {label}
    </Button>
  );
}
