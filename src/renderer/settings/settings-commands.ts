/** Commands for the settings page, each setting, and the page of shortcuts. */
import type { StoreApi } from 'zustand';
import type { Command } from '../context/commands/command.ts';
import { settingNames, type SettingId } from './setting-names.ts';
import type { SettingsStore } from './settings-store.ts';

export function settingsCommands({ settings }: { settings: StoreApi<SettingsStore> }): Command[] {
  const show = (id?: SettingId) => settings.getState().show(id);
  const ids = Object.keys(settingNames) as SettingId[];
  return [
    { id: 'settings', label: 'Open settings', keys: 'Mod+,', keywords: 'preferences options', run: () => show() },
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      keys: '?',
      keywords: 'keys help',
      run: () => settings.getState().showShortcuts(true),
    },
    ...ids.map((id) => ({
      id: `setting-${id}`,
      label: `Settings: ${settingNames[id].label}`,
      keywords: settingNames[id].words,
      run: () => show(id),
    })),
  ];
}
