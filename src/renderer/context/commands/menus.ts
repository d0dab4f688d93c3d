/**
 * The menus of the window: each lists commands by their ids. Menus have no actions of their own, so every entry is also
 * in the palette.
 */
const DIVIDER = '-';
const closeTabs = ['close-tab', 'close-other-tabs', 'close-tabs-right', 'close-saved-tabs', 'close-all-tabs'];

/** Of a request or a folder. */
const lineOfTree = [
  'run-in-runner',
  'new-request-in-folder',
  'new-folder',
  DIVIDER,
  'rename',
  'duplicate',
  'discard-changes',
  DIVIDER,
  'export-postman',
  'export-opencollection',
  DIVIDER,
  'delete',
];

export const menus = {
  requestTab: [...closeTabs, DIVIDER, 'duplicate-tab', 'discard-changes', 'reveal-in-tree'],
  scriptTab: [...closeTabs, DIVIDER, 'discard-changes'],
  requests: ['show-environments', 'cookies', 'connections'],
  addToCollection: ['new-request', 'new-folder', 'import', 'add-messaging-service'],
  collection: [
    'collection-settings',
    'export-collection-postman',
    'export-collection-opencollection',
    DIVIDER,
    'recently-deleted',
  ],
  requestLine: lineOfTree,
  folderLine: ['folder-settings', ...lineOfTree],
  untitledLine: ['discard-untitled'],
  workspace: ['open-folder'],
  recentWorkspace: ['forget-workspace'],
  environment: ['use-environment', 'rename-environment', 'duplicate-environment', 'delete-environment'],
  report: ['report-html', 'report-junit', 'report-json'],
  loadReport: ['load-report-html', 'load-report-json'],
  loadRun: ['load-report-html', 'load-report-json', DIVIDER, 'delete-load-run'],
  notifications: [
    'export-notifications-ndjson',
    'export-notifications-har',
    'import-notifications',
    DIVIDER,
    'replay-listed-notifications',
    'rehearse-webhooks',
    DIVIDER,
    'webhook-signatures',
    'messaging-account',
    DIVIDER,
    'delete-listed-notifications',
  ],
  breakpoint: [
    'toggle-breakpoint',
    'edit-breakpoint-condition',
    'edit-log-point',
    'disable-breakpoint',
    DIVIDER,
    'remove-all-breakpoints',
  ],
  copyNotification: [
    'copy-notification-body',
    'copy-notification-headers',
    'copy-notification-curl',
    'copy-notification-wait',
  ],
  useNotification: ['request-of-notification', 'test-of-notification', 'export-notification-har'],
} as const satisfies Record<string, readonly string[]>;
export type MenuName = keyof typeof menus;

/** The groups of a menu, which are separated by lines. */
export function menuGroups(name: MenuName): string[][] {
  const groups: string[][] = [[]];
  for (const id of menus[name] as readonly string[]) {
    if (id === DIVIDER) groups.push([]);
    else groups.at(-1)?.push(id);
  }
  return groups;
}
