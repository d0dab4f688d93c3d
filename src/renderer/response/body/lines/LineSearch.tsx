import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconSearch } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { showError } from '../../../ui/messages/notify.ts';
import classes from '../../response.module.css';

export interface LineMatch {
  /** From 0. */
  line: number;
  text: string;
  /** Where the text begins in the line; undefined: its first place there. */
  start?: number;
}

/** Searches a text in a body: Enter goes to its next place. */
export function LineSearch(props: {
  /** The last match. */
  match: LineMatch | undefined;
  onMatch: (match: LineMatch | undefined) => void;
  /** @returns the next line, starting at `from`, that contains the text; null when there is none */
  find: (text: string, from: number) => Promise<number | null>;
  /** The next place of the text in the line of a match; undefined when there is none. */
  findInLine: (match: LineMatch) => number | undefined;
  /** The number of lines of the body, as text. */
  lineCount: string;
  children?: ReactNode;
}) {
  const { match, onMatch, find, findInLine, lineCount, children } = props;
  const [text, setText] = useState('');
  const [hasNoMatch, setNoMatch] = useState(false);
  const latestText = useRef('');
  const findNext = async () => {
    if (text === '') return;
    const start = match && findInLine(match);
    if (match && start !== undefined) return onMatch({ ...match, start });
    const line = await find(text, match === undefined ? 0 : match.line + 1);
    // Another text was typed meanwhile.
    if (latestText.current !== text) return;
    setNoMatch(line === null);
    if (line !== null) onMatch({ line, text });
  };
  const next = () => void findNext().catch(showError);
  return (
    <div className={classes['lineSearch']}>
      <TextInput
        size="xs"
        aria-label="Search the body"
        placeholder="Search"
        leftSection={<IconSearch size={13} />}
        error={hasNoMatch}
        value={text}
        onChange={(event) => {
          latestText.current = event.currentTarget.value;
          setText(latestText.current);
          onMatch(undefined);
          setNoMatch(false);
        }}
        onKeyDown={(event) => event.key === 'Enter' && next()}
      />
      <ActionIcon size={24} variant="subtle" color="gray" aria-label="Next match" onClick={next}>
        <IconArrowDown size={14} />
      </ActionIcon>
      <span>
        {lineCount}
        <span role="status">{hasNoMatch ? ' · not found' : ''}</span>
      </span>
      {children}
    </div>
  );
}
