import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { visibleText } from '../../contract/visible-text.ts';

/** A menu item that opens something by its name, as the palette does. Menu items for actions are commands instead. */
export function NameItem(props: {
  icon?: ReactNode;
  /** Whether the item is the one that is shown. */
  active?: boolean;
  disabled?: boolean;
  hint?: string;
  children: ReactNode;
  onOpen: () => void;
}) {
  const { icon, active = false, disabled = false, hint, children, onOpen } = props;
  return (
    <Menu.Item
      leftSection={icon}
      data-active={active || undefined}
      disabled={disabled}
      title={hint === undefined ? undefined : visibleText(hint)}
      onClick={onOpen}
    >
      {children}
    </Menu.Item>
  );
}
