import { Tooltip } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { CompletionList, type Option } from './CompletionList.tsx';
import { completeReference, describeVariable, isKnown, matching, namesIn } from './variable-text.ts';
import { openReference, splitReferences } from './variable-text.ts';
import { useVariables } from './variables-context.ts';
import classes from './variables.module.css';

const HOVER_DELAY_MS = 300;

export interface VariableInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  readOnly?: boolean;
  /** The text is not what it must be. */
  invalid?: boolean;
  /** A text for people, in which braces mean nothing. */
  plain?: boolean;
  /** Offered for the whole text, such as the names of headers. */
  suggestions?: readonly string[];
  /** Shows dots in the place of the text. */
  masked?: boolean;
  /** The text may have several lines: they are pasted as they are, and shown in a box that scrolls. */
  lines?: boolean;
  /** With a box around it, as a field of a form has it. */
  boxed?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPaste?: (event: ClipboardEvent<HTMLElement>) => void;
  /** Where it stands in a table, for moving with the arrow keys. */
  cell?: string;
  /** Of an input with a label of its own. */
  id?: string;
}

/** One line of text in which `{{name}}` is coloured, completed, and explained on hover. */
export function VariableInput(props: VariableInputProps) {
  const { label, value, onChange, placeholder, readOnly = false, suggestions, masked = false, plain = false } = props;
  const variables = useVariables();
  const list = useId();
  const wrapper = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  /** Stays while one types, also when the last line break goes: another element would lose the focus. */
  const [wasTall, setWasTall] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Where the cursor goes when the completed text is drawn. */
  const nextCursor = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (nextCursor.current === undefined) return;
    input.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = undefined;
  }, [value]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  const isTall = value.includes('\n') || wasTall;
  const Element = isTall ? 'textarea' : 'input';
  const coloured = !isTall && !masked && !plain && value.includes('{{');
  const open = isOpen && !readOnly && !plain ? openReference(value, cursor ?? value.length) : undefined;
  const options: Option[] = open
    ? matching(variables, open.typed).map(({ name }) => ({ name, detail: describeVariable(name, variables) }))
    : isOpen && suggestions && value !== ''
      ? matching(
          suggestions.map((name) => ({ name, detail: '' })),
          value,
        ).filter(({ name }) => name !== value)
      : [];
  const shown = isFocused && options.length > 0;
  const active = Math.min(chosen, options.length - 1);

  const take = (name: string) => {
    if (open) {
      const next = completeReference(value, { from: open.from, cursor: cursor ?? value.length, name });
      nextCursor.current = next.cursor;
      setCursor(next.cursor);
      onChange(next.text);
    } else onChange(name);
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (shown && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const option = options[active];
      const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (move !== 0) {
        event.preventDefault();
        return setChosen((active + move + options.length) % options.length);
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        return setOpen(false);
      }
      if (option && (event.key === 'Enter' || (event.key === 'Tab' && open))) {
        event.preventDefault();
        return take(option.name);
      }
    }
    props.onKeyDown?.(event);
  };
  const names = isHovered && !isFocused && !masked && !plain ? namesIn(value) : [];
  return (
    <div
      ref={wrapper}
      className={classes['input']}
      data-boxed={props.boxed || undefined}
      onPointerEnter={() => {
        if (value.includes('{{')) timer.current = setTimeout(() => setHovered(true), HOVER_DELAY_MS);
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current);
        setHovered(false);
      }}
    >
      {coloured && (
        <div ref={mirror} className={classes['mirror']} aria-hidden>
          {splitReferences(value).map((piece, index) =>
            index % 2 ? (
              <b key={index} data-known={isKnown(piece.slice(2, -2).trim(), variables)}>
                {piece}
              </b>
            ) : (
              <span key={index}>{piece}</span>
            ),
          )}
        </div>
      )}
      <Element
        ref={input}
        {...(props.id ? { id: props.id } : {})}
        {...(suggestions ? { role: 'combobox', 'aria-expanded': shown } : {})}
        {...(isTall ? {} : { type: masked ? 'password' : 'text' })}
        data-coloured={coloured || undefined}
        data-masked={(isTall && masked) || undefined}
        data-cell={props.cell}
        aria-label={label}
        {...(plain ? {} : { 'aria-autocomplete': 'list' })}
        aria-invalid={props.invalid || undefined}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown ? `${list}-${active}` : undefined}
        placeholder={placeholder}
        readOnly={readOnly}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          setCursor(event.currentTarget.selectionStart ?? undefined);
          setOpen(true);
          setChosen(0);
          onChange(event.currentTarget.value);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? undefined)}
        onScroll={(event) => {
          if (mirror.current) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
        }}
        onFocus={() => {
          setFocused(true);
          setWasTall(isTall);
        }}
        onBlur={() => {
          setFocused(false);
          setWasTall(false);
          setOpen(false);
        }}
        onKeyDown={onKey}
        onPaste={(event) => {
          props.onPaste?.(event);
          const text = event.clipboardData.getData('text');
          if (!props.lines || isTall || event.defaultPrevented || !text.trimEnd().includes('\n')) return;
          // An input of one line would drop the line breaks.
          event.preventDefault();
          const { selectionStart, selectionEnd } = event.currentTarget;
          onChange(value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length));
        }}
      />
      {shown && <CompletionList id={list} options={options} active={active} onTake={take} />}
      {names.length > 0 && (
        <Tooltip
          target={wrapper}
          opened
          multiline
          maw={560}
          position="bottom-start"
          label={names.map((name) => `${name}: ${describeVariable(name, variables)}`).join('\n')}
          className={classes['values'] ?? ''}
        />
      )}
    </div>
  );
}
