import { Tooltip } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { CompletionList } from './CompletionList.tsx';
import { useCompletion } from './use-completion.ts';
import { describeVariable, isKnown, namesIn, splitReferences } from './variable-text.ts';
import { useVariables } from './variables-context.ts';
import type { VisibleVariable } from './visible-variable.ts';
import classes from './variables.module.css';

const HOVER_DELAY_MS = 300;

export interface VariableInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  readOnly?: boolean;
  /** Whether the text is invalid. */
  invalid?: boolean;
  /** True for a text without variables. */
  plain?: boolean;
  /** Suggestions for the whole text, such as the names of headers. */
  suggestions?: readonly string[];
  /** Shows dots instead of the text. */
  masked?: boolean;
  /** The text may have several lines: pasted line breaks are kept, and the box scrolls. */
  lines?: boolean;
  /** Draws a box around the input, as for a field of a form. */
  boxed?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPaste?: (event: ClipboardEvent<HTMLElement>) => void;
  /** Its position in a table, `<row> <column>`, for moving with the arrow keys. */
  cell?: string;
  /** The id of the element, for a label outside of this component. */
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
  const completesVariables = !readOnly && !plain;
  const completion = useCompletion(input, { value, onChange, suggestions, completesVariables });
  const { options, active } = completion;
  const [isFocused, setFocused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  /** Whether the input had several lines when it got the focus. It stays a textarea until the focus leaves: another element would lose the focus. */
  const [wasTall, setWasTall] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  const isTall = value.includes('\n') || wasTall;
  const Element = isTall ? 'textarea' : 'input';
  const coloured = !isTall && !masked && !plain && value.includes('{{');
  const isListShown = isFocused && options.length > 0;
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
          <ColouredReferences text={value} variables={variables} />
        </div>
      )}
      <Element
        ref={input}
        {...(props.id ? { id: props.id } : {})}
        {...(suggestions ? { role: 'combobox', 'aria-expanded': isListShown } : {})}
        {...(isTall ? {} : { type: masked ? 'password' : 'text' })}
        data-coloured={coloured || undefined}
        data-masked={(isTall && masked) || undefined}
        data-cell={props.cell}
        aria-label={label}
        {...(plain ? {} : { 'aria-autocomplete': 'list' })}
        aria-invalid={props.invalid || undefined}
        aria-controls={isListShown ? list : undefined}
        aria-activedescendant={isListShown ? `${list}-${active}` : undefined}
        placeholder={placeholder}
        readOnly={readOnly}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          completion.offer(event.currentTarget.selectionStart ?? undefined);
          onChange(event.currentTarget.value);
        }}
        onSelect={(event) => completion.moveCursor(event.currentTarget.selectionStart ?? undefined)}
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
          completion.close();
        }}
        onKeyDown={(event) => {
          if (!isListShown || !completion.handleKey(event)) props.onKeyDown?.(event);
        }}
        onPaste={(event) => {
          props.onPaste?.(event);
          const text = event.clipboardData.getData('text');
          if (!props.lines || isTall || event.defaultPrevented || !text.trimEnd().includes('\n')) return;
          // A single-line input would remove the line breaks.
          event.preventDefault();
          const { selectionStart, selectionEnd } = event.currentTarget;
          onChange(value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length));
        }}
      />
      {isListShown && <CompletionList id={list} options={options} active={active} onTake={completion.take} />}
      {names.length > 0 && (
        <Tooltip
          target={wrapper}
          opened
          multiline
          maw={560}
          position="bottom-start"
          label={names.map((name) => visibleText(`${name}: ${describeVariable(name, variables)}`)).join('\n')}
          className={classes['values'] ?? ''}
        />
      )}
    </div>
  );
}

/** The text, with each `{{name}}` in a colour that shows whether the name has a value. */
function ColouredReferences({ text, variables }: { text: string; variables: readonly VisibleVariable[] }) {
  return splitReferences(text).map((piece, index) =>
    index % 2 ? (
      <b key={index} data-known={isKnown(piece.slice(2, -2).trim(), variables)}>
        {piece}
      </b>
    ) : (
      <span key={index}>{piece}</span>
    ),
  );
}
