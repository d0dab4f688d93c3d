import { useDefaultLayout } from 'react-resizable-panels';
import { useApp } from './app-context.ts';

/**
 * The stored sizes of one group's panels, to be spread on the `Group`.
 * @param id name of the group, unique in the application
 * @param panelIds ids of the rendered panels, where some are optional
 */
export function usePanelSizes(id: string, panelIds?: string[]) {
  const { app } = useApp();
  return useDefaultLayout({
    id,
    panelIds,
    storage: app.getState().panelSizes,
    onlySaveAfterUserInteractions: true,
  });
}
