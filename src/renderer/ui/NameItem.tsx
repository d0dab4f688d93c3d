import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** An item in a menu that is opened by its name, as in the palette. For actions, menus have commands instead. */
export function NameItem(props: {
  icon?: ReactNode;
  /** Whether it is the shown one. */
  active?: boolean;
  disabled?: boolean;
  hint?: string;
  children: ReactNode;
  onOpen: () => void;
}) {
  const { icon, active = false, disabled = false, hint, children, onOpen } = props;
  return (
    <Menu.Item leftSection={icon} data-active={active || undefined} disabled={disabled} title={hint} onClick={onOpen}>
      {children}
    </Menu.Item>
  );
}
