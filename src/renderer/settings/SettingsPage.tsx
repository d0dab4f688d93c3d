import { NavLink } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';
import { AppearanceSettings } from './sections/AppearanceSettings.tsx';
import { ConnectionForm } from './sections/ConnectionForm.tsx';
import { PermissionSettings } from './sections/PermissionSettings.tsx';
import { ProgramSettings } from './sections/ProgramSettings.tsx';
import { settingElementId } from './Setting.tsx';
import { settingNames } from './setting-names.ts';
import classes from './settings.module.css';
import { ShortcutList } from './ShortcutList.tsx';
import { TimeoutSettings } from './sections/TimeoutSettings.tsx';

const sections = [...new Set(Object.values(settingNames).map(({ section }) => section))];
const sectionId = (name: string) => `settings-${name.toLowerCase().replaceAll(' ', '-')}`;

/** Every setting on one page, in sections. Changes apply at once. */
export function SettingsPage() {
  const { settings } = useApp();
  const root = useFrom('app', (state) => state.workspace.root);
  const requestedSetting = useFrom('settings', (state) => state.requestedSetting);
  const isLoaded = useFrom('settings', (state) => state.connection !== undefined);
  const saving = useFrom('settings', (state) => state.saving);

  useEffect(() => void settings.getState().load().catch(showError), [settings, root]);
  useEffect(() => {
    if (requestedSetting === undefined || !isLoaded) return;
    const element = document.getElementById(settingElementId(requestedSetting));
    element?.scrollIntoView({ block: 'center' });
    element?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')?.focus();
    settings.setState({ requestedSetting: undefined });
  }, [settings, requestedSetting, isLoaded]);

  const parts: Record<string, ReactNode> = {
    Appearance: <AppearanceSettings />,
    Timeouts: <TimeoutSettings />,
    'Proxy and certificates': <ConnectionForm />,
    Programs: <ProgramSettings />,
    'Script permissions': <PermissionSettings />,
    'Keyboard shortcuts': <ShortcutList />,
  };
  return (
    <section className={classes['view']} aria-label="Settings">
      <nav className={classes['sections']} aria-label="Sections of the settings">
        {sections.map((name) => (
          <NavLink
            key={name}
            component="button"
            label={name}
            onClick={() => document.getElementById(sectionId(name))?.scrollIntoView({ block: 'start' })}
          />
        ))}
      </nav>
      <div className={classes['page']} role="region" aria-label="All settings" tabIndex={0}>
        <h1>
          Settings <small role="status">{saving ? 'Saving' : 'Saved'}</small>
        </h1>
        {sections.map((name) => (
          <section key={name} id={sectionId(name)} className={classes['section']} aria-label={name}>
            <h2>{name}</h2>
            {parts[name]}
          </section>
        ))}
      </div>
    </section>
  );
}
