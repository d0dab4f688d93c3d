/**
 * The one function that leads out of a script's realm: (operation, text) => text or nothing. Known to both sides, and
 * without schemas: nothing but text crosses.
 */
export type HostFunction = (operation: number, text: string) => unknown;

export const operation = {
  message: 0,
  syncCall: 1,
  startTimer: 2,
  stopTimer: 3,
  askIdle: 4,
  locateSyntaxError: 5,
} as const;
