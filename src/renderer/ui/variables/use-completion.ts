/** Completion of a text: of `{{name}}` at the cursor, or of the whole text from a list. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Option } from './CompletionList.tsx';
import { completeReference, describeVariable, matching, openReference } from './variable-text.ts';
import { useVariables } from './variables-context.ts';
import type { VisibleVariable } from './visible-variable.ts';

export interface Completion {
  options: Option[];
  /** The option that Enter accepts, as an index of `options`. */
  active: number;
  /** Opens the list of options, after the person typed. */
  offer(cursor: number | undefined): void;
  moveCursor(cursor: number | undefined): void;
  close(): void;
  take(name: string): void;
  /** @returns whether the list of options used the key, which then has no other effect */
  handleKey(event: KeyboardEvent<HTMLElement>): boolean;
}

export function useCompletion(
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  props: {
    value: string;
    onChange: (value: string) => void;
    /** Suggestions for the whole text. */
    suggestions: readonly string[] | undefined;
    /** `{{` begins the name of a variable. */
    completesVariables: boolean;
  },
): Completion {
  const { value, onChange, suggestions, completesVariables } = props;
  const variables = useVariables();
  const [cursor, setCursor] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const [chosenIndex, setChosen] = useState(0);
  const placeCursor = useCursorAfterRender(input, value);
  const reference = isOpen && completesVariables ? openReference(value, cursor ?? value.length) : undefined;
  const suggested = () => (isOpen && suggestions ? suggestedOptions(suggestions, value) : []);
  const options = reference ? variableOptions(variables, reference.typed) : suggested();
  const active = Math.min(chosenIndex, options.length - 1);
  const take = (name: string) => {
    if (reference) {
      const next = completeReference(value, { from: reference.from, cursor: cursor ?? value.length, name });
      placeCursor(next.cursor);
      setCursor(next.cursor);
      onChange(next.text);
    } else onChange(name);
    setOpen(false);
  };
  return {
    options,
    active,
    offer(position) {
      setCursor(position);
      setOpen(true);
      setChosen(0);
    },
    moveCursor: setCursor,
    close: () => setOpen(false),
    take,
    handleKey(event) {
      if (options.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
      const option = options[active];
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setChosen((active + step + options.length) % options.length);
      else if (event.key === 'Escape') {
        event.stopPropagation();
        setOpen(false);
      } else if (option && (event.key === 'Enter' || (event.key === 'Tab' && reference))) take(option.name);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

/** @returns a function that sets where the cursor is once the next text is rendered */
function useCursorAfterRender(
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  text: string,
): (cursor: number) => void {
  const nextCursor = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (nextCursor.current === undefined) return;
    input.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = undefined;
  }, [input, text]);
  return (cursor) => {
    nextCursor.current = cursor;
  };
}

/** @param typed the beginning of the name, after `{{` */
const variableOptions = (variables: readonly VisibleVariable[], typed: string): Option[] =>
  matching(variables, typed).map(({ name }) => ({ name, detail: describeVariable(name, variables) }));

/** @returns the suggestions that match, without the text itself; an empty list for an empty text */
function suggestedOptions(suggestions: readonly string[], text: string): Option[] {
  if (text === '') return [];
  const options = suggestions.map((name) => ({ name, detail: '' }));
  return matching(options, text).filter(({ name }) => name !== text);
}
