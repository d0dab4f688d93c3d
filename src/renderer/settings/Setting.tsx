import type { ReactNode } from 'react';
import type { SettingId } from './setting-names.ts';
import classes from './settings.module.css';

export const settingElementId = (id: SettingId) => `setting-${id}`;

/** One setting, with an id that the palette can navigate to. */
export function Setting({ id, children }: { id: SettingId; children: ReactNode }) {
  return (
    <div id={settingElementId(id)} className={classes['setting']}>
      {children}
    </div>
  );
}
