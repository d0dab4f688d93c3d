import { Popover } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import classes from './variables.module.css';

export interface Option {
  name: string;
  /** The value of the name, or empty. */
  detail: string;
}

/** A list of names below its input; the input keeps the focus and handles the keys. */
export function CompletionList(props: {
  id: string;
  options: readonly Option[];
  active: number;
  onTake: (name: string) => void;
}) {
  const { id, options, active, onTake } = props;
  const current = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    void current.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Popover
      opened
      position="bottom-start"
      offset={2}
      // Inside the region of its input, but not clipped by scrolling containers.
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes['anchor']} />
      </Popover.Target>
      <Popover.Dropdown p={4} className={classes['list'] ?? ''}>
        <div id={id} role="listbox" aria-label="Completions">
          {options.map(({ name, detail }, index) => (
            <div
              key={name}
              ref={index === active ? current : undefined}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes['option']}
              // The input must not lose the focus, which would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(name)}
            >
              <b>{visibleText(name)}</b>
              {detail !== '' && <span>{visibleText(detail)}</span>}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
