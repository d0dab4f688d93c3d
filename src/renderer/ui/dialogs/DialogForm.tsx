import type { ReactNode } from 'react';

/** The content of a dialog whose main button has the type `submit`: Enter in a field does the same. */
export function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // React passes the event on to the component that has opened the dialog, which may have a form of its own.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
