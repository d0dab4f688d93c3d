import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { CommandItems } from '../../context/commands/CommandMenu.tsx';

/** Saves the report of one run as a file. The child is the button. */
export function ReportMenu({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <CommandItems menu="report" target={String(id)} />
      </Menu.Dropdown>
    </Menu>
  );
}
