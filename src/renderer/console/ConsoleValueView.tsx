import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { consoleText, keyText, type ConsoleValue } from '../../contract/scripts/console-value.ts';
import { shorten, visibleText } from '../../contract/visible-text.ts';
import { useKept } from '../ui/lists/use-kept.ts';
import classes from './console.module.css';

const PREVIEW = 120;
const openValues = new WeakMap<object, boolean>();

/** A logged value whose members can be expanded level by level. It is data only; no code of the script runs here. */
export function ConsoleValueView({ value, name }: { value: ConsoleValue; name?: string }) {
  const [open, setOpen] = useKept(openValues, value, false);
  const label = name === undefined ? null : <span className={classes['key']}>{visibleText(name)}: </span>;
  if (!value.entries || value.entries.length === 0) {
    return (
      <span>
        {label}
        <span data-value={value.type}>{visibleText(consoleText(value), { lines: true })}</span>
      </span>
    );
  }
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <span className={open ? classes['opened'] : undefined}>
      <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={12} aria-hidden />
        {label}
        <span data-value={value.type}>{visibleText(open ? title(value) : preview(value))}</span>
      </UnstyledButton>
      {open && (
        <span className={classes['entries']}>
          {value.entries.map(({ key, value: item }, index) => (
            <span key={index}>
              <ConsoleValueView
                value={item}
                name={typeof key === 'object' ? consoleText(key) : keyText(key ?? `${index}`)}
              />
            </span>
          ))}
          {value.more !== undefined && <span className={classes['key']}>… {value.more} more</span>}
        </span>
      )}
    </span>
  );
}

function title({ type, text, entries, more = 0 }: ConsoleValue): string {
  return text || (type === 'list' ? `Array(${(entries?.length ?? 0) + more})` : 'Object');
}
function preview(value: ConsoleValue): string {
  const lines = consoleText(value).split('\n');
  const text = lines.length === 1 ? (lines[0] ?? '') : lines.map((line) => line.trim()).join(' ');
  return shorten(text, PREVIEW);
}
