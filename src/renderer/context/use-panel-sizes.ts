import { useDefaultLayout } from 'react-resizable-panels';
import { useApp } from './app-context.ts';

/**
 * The sizes of the panels of one group, remembered on this computer; to be spread on the `Group`.
 * @param id name of the group, unique in the application
 * @param panelIds of the panels that are drawn, where not all of them always are
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
