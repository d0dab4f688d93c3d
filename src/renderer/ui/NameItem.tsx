import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** Something in a menu that is opened by its name, as the palette opens it too. An action is a command instead. */
export function NameItem(props: {
  icon?: ReactNode;
  /** Whether it is the one that is shown. */
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
