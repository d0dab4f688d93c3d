import type { ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';

/** At which exceptions a script stops, as the interface names it. */
export const exceptionNames: readonly { value: ExceptionStops; label: string }[] = [
  { value: 'none', label: 'Never' },
  { value: 'uncaught', label: 'Uncaught' },
  { value: 'assertions', label: 'Failed assertions' },
  { value: 'all', label: 'All' },
];
