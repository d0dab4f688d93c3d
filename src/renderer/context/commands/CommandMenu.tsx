import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp } from '../app-context.ts';
import { commandIcons } from './command-icons.ts';
import { commandById, runCommand, shownKeys } from './commands.ts';
import { menuGroups, type MenuName } from './menus.ts';

interface CommandItemProps {
  id: string;
  /** The item on which the menu was opened; absent: commands apply to the selection. */
  target?: string;
}

interface CommandItemsProps {
  menu: MenuName;
  target?: string;
}

/** A menu of commands. The child is the button that opens it. */
export function CommandMenu({
  position,
  children,
  ...items
}: CommandItemsProps & { position?: NonNullable<MenuProps['position']>; children: ReactNode }) {
  return (
    <Menu {...(position ? { position } : {})}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <CommandItems {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The commands of a menu as its items, for `Menu.Dropdown`. */
export function CommandItems({ menu, target }: CommandItemsProps) {
  const { commands } = useApp();
  const groups = menuGroups(menu);
  // Mantine would focus the first item, and the focus would be lost if that is disabled.
  const first = groups.flat().find((id) => commandById(commands, id).unavailable?.(target) === undefined);
  return groups.map((ids, index) => (
    <Fragment key={index}>
      {index > 0 && <Menu.Divider />}
      {ids.map((id) => (
        <CommandItem key={id} id={id} isFirst={id === first} {...(target === undefined ? {} : { target })} />
      ))}
    </Fragment>
  ));
}

function CommandItem({ id, target, isFirst }: CommandItemProps & { isFirst: boolean }) {
  const { commands } = useApp();
  const command = commandById(commands, id);
  const reason = command.unavailable?.(target);
  const Icon = command.icon && commandIcons[command.icon];
  return (
    <Menu.Item
      leftSection={Icon && <Icon size={14} aria-hidden />}
      rightSection={command.keys && shownKeys(command.keys)}
      disabled={reason !== undefined}
      data-autofocus={isFirst || undefined}
      title={reason === undefined ? undefined : visibleText(reason)}
      data-removes={command.removes}
      // Delayed until the menu has closed: it gives the focus back to its button unless the focus has moved since then, and
      // a dialog that opened at the same time would lose it.
      onClick={() => void setTimeout(() => runCommand(commands, id, target))}
    >
      {visibleText(
        (target === undefined ? undefined : command.labelFor?.(target)) ?? command.menuLabel ?? command.label,
      )}
    </Menu.Item>
  );
}

/** A command as a button within a menu, beside the item that it applies to. */
export function CommandIconItem({ id, target, label }: CommandItemProps & { label: string }) {
  const { commands } = useApp();
  const { icon } = commandById(commands, id);
  const Icon = commandIcons[icon ?? 'close'];
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      role="menuitem"
      aria-label={visibleText(label)}
      onClick={() => runCommand(commands, id, target)}
    >
      <Icon size={14} />
    </ActionIcon>
  );
}
