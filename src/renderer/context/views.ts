/** The entries of the rail. The end-to-end tests go through this list, so this file imports nothing. */
export const views = [
  'requests',
  'scripts',
  'programs',
  'webhooks',
  'runner',
  'history',
  'environments',
  'settings',
] as const;
export type View = (typeof views)[number];
