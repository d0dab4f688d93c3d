import { createContext, useContext } from 'react';
import type { VisibleVariable } from './visible-variable.ts';

const Context = createContext<readonly VisibleVariable[]>([]);

/** Provides the variables for the inputs below it. */
export const VariablesContext = Context.Provider;
export const useVariables = (): readonly VisibleVariable[] => useContext(Context);
