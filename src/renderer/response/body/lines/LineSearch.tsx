import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconSearch } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { showError } from '../../../ui/messages/notify.ts';
import classes from '../../response.module.css';

export interface LineMatch {
  /** From 0. */
  line: number;
  text: string;
}

/** Searches a text in a body: Enter goes to the next line that contains it. */
export function LineSearch(props: {
  /** The last match. */
  match: LineMatch | undefined;
  onMatch: (match: LineMatch | undefined) => void;
  /** @returns the next line, starting at `from`, that contains the text; null when there is none */
  find: (text: string, from: number) => Promise<number | null>;
  /** The number of lines of the body, as text. */
  lineCount: string;
  children?: ReactNode;
}) {
  const { match, onMatch, find, lineCount, children } = props;
  const [text, setText] = useState('');
  const [hasNoMatch, setNoMatch] = useState(false);
  const latestText = useRef('');
  const findNext = async () => {
    if (text === '') return;
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
