import { TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';
import type { ConsoleEntry } from './store/debugger-store.ts';
import { ValueTree } from './values/ValueTree.tsx';
import classes from './debugger.module.css';

/** Evaluates expressions in the selected frame; arrow up recalls earlier ones. */
export function DebugConsole() {
  const entries = useFrom('debugger', (state) => state.entries);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [entries]);
  return (
    <section aria-label="Debug console" className={classes['console']}>
      <div role="log" aria-label="Evaluated expressions" tabIndex={0} className={classes['entries']}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
        <div ref={end} />
      </div>
      <Prompt />
    </section>
  );
}

function Entry({ entry }: { entry: ConsoleEntry }) {
  const { key, expression, value, threw } = entry;
  // The members of a value are unavailable once its script continues.
  const isCurrent = useFrom('debugger', (state) => state.turn === entry.turn);
  const roots = useMemo(() => {
    const shownValue = value && (isCurrent ? value : { ...value, handle: null });
    return shownValue ? [{ path: `console ${key}`, name: '', value: shownValue, threw }] : [];
  }, [key, value, threw, isCurrent]);
  return (
    <div className={classes['entry']}>
      <div className={classes['expression']}>
        <IconChevronRight size={12} aria-hidden />
        {visibleText(expression)}
      </div>
      <ValueTree label={`Value of ${expression}`} roots={roots} />
    </div>
  );
}

function Prompt() {
  const { debugger: store } = useApp();
  const isStopped = useFrom('debugger', (state) => state.stop !== undefined);
  const [text, setText] = useState('');
  /** The number of steps back in the list of expressions; 0 is the one being typed. */
  const back = useRef(0);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '') {
      back.current = 0;
      setText('');
      store.getState().enter(text.trim()).catch(showError);
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const previousExpressions = store.getState().entries.map(({ expression }) => expression);
    back.current = Math.max(0, Math.min(previousExpressions.length, back.current + (event.key === 'ArrowUp' ? 1 : -1)));
    setText(back.current === 0 ? '' : (previousExpressions.at(-back.current) ?? ''));
  };
  return (
    <TextInput
      size="xs"
      className={classes['prompt'] ?? ''}
      aria-label="Expression to evaluate"
      placeholder={isStopped ? 'Evaluate an expression' : 'No script is stopped'}
      disabled={!isStopped}
      leftSection={<IconChevronRight size={14} />}
      value={text}
      maxLength={10_000}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  );
}
