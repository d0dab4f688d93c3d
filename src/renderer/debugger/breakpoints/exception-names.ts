import type { ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';

/** The labels of the kinds of exception stops. */
export const exceptionNames: readonly { value: ExceptionStops; label: string }[] = [
  { value: 'none', label: 'Never' },
  { value: 'uncaught', label: 'Uncaught' },
  { value: 'assertions', label: 'Failed assertions' },
  { value: 'all', label: 'All' },
];
