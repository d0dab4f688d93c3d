import { createContext } from 'react';

/** Closes the dialog around a component as Esc does: it asks first where closing would lose input. */
export const CloseContext = createContext<() => void>(() => undefined);
