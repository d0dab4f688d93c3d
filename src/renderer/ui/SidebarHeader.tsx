import { IconFold, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SearchField } from './SearchField.tsx';
import { IconButton } from './buttons/IconButton.tsx';
import classes from './sidebar.module.css';

export interface SidebarHeaderProps {
  title: string;
  /** The field that filters the list below; `label` is its accessible name. */
  search?: { label: string; value: string; onChange(value: string): void };
  /** The button `+`; `label` is its accessible name and hint. */
  add?: { label: string; onClick(): void };
  onCollapseAll?: () => void;
  /** Further buttons, such as a menu, after the others. */
  children?: ReactNode;
}

/** The head of every sidebar: title, actions and a filter field. It stays in place while the list below scrolls. */
export function SidebarHeader({ title, search, add, onCollapseAll, children }: SidebarHeaderProps) {
  return (
    <header className={classes['header']}>
      <div className={classes['row']}>
        <h2>{title}</h2>
        {add && (
          <HeaderButton label={add.label} onClick={add.onClick}>
            <IconPlus size={16} />
          </HeaderButton>
        )}
        {onCollapseAll && (
          <HeaderButton label="Collapse all" onClick={onCollapseAll}>
            <IconFold size={16} />
          </HeaderButton>
        )}
        {children}
      </div>
      {search && <SearchField {...search} />}
    </header>
  );
}

function HeaderButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton label={props.label} size={24} onClick={props.onClick}>
      {props.children}
    </IconButton>
  );
}
