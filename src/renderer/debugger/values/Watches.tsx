import { ActionIcon, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import { ValueTree } from './ValueTree.tsx';
import classes from '../debugger.module.css';

const rootOf = (index: number) => `watch ${index}`;

/** Expressions whose values are shown at each stop. */
export function Watches() {
  const { breakpoints, debugger: store } = useApp();
  const watches = useFrom('breakpoints', (state) => state.watches);
  const results = useFrom('debugger', (state) => state.results);
  const isStopped = useFrom('debugger', (state) => state.stop !== undefined);
  const [edited, setEdited] = useState<number>();
  const { setWatches } = breakpoints.getState();
  useEffect(() => {
    if (isStopped) for (const expression of watches) store.getState().evaluateWatch(expression).catch(showError);
  }, [store, watches, results, isStopped]);
  const roots = useMemo(
    () => watches.map((name, index) => ({ path: rootOf(index), name, ...results[name] })),
    [watches, results],
  );
  const indexOf = (root: string) => roots.findIndex(({ path }) => path === root);
  const addButton = useRef<HTMLButtonElement>(null);
  const finish = (text: string, isByKey: boolean) => {
    const others = watches.filter((_, index) => index !== edited);
    const next = [...watches];
    next[edited ?? watches.length] = text;
    if (text !== '' && !others.includes(text)) setWatches(next);
    setEdited(undefined);
    // The field goes, and with it the focus.
    if (isByKey) addButton.current?.focus();
  };
  return (
    <section aria-label="Watch">
      <h3 className={classes['heading']}>
        Watch
        <ActionIcon
          ref={addButton}
          size={18}
          variant="subtle"
          color="gray"
          aria-label="Add a watch"
          onClick={() => setEdited(watches.length)}
        >
          <IconPlus size={13} />
        </ActionIcon>
      </h3>
      <ValueTree
        label="Watch"
        roots={roots}
        endOf={(root) => (
          <span className={classes['actions']}>
            <WatchButton name={`Edit ${roots[indexOf(root)]?.name}`} onClick={() => setEdited(indexOf(root))}>
              <IconPencil size={12} />
            </WatchButton>
            <WatchButton
              name={`Remove ${roots[indexOf(root)]?.name}`}
              onClick={() => setWatches(watches.filter((_, index) => index !== indexOf(root)))}
            >
              <IconX size={12} />
            </WatchButton>
          </span>
        )}
      />
      {edited !== undefined && <WatchField key={edited} value={watches[edited] ?? ''} onEnd={finish} />}
    </section>
  );
}

function WatchButton({ name, onClick, children }: { name: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon
      size={18}
      variant="subtle"
      color="gray"
      aria-label={name}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}

/** @param props.onEnd receives the expression, empty when the person cancelled, and whether a key has ended the input */
function WatchField({ value, onEnd }: { value: string; onEnd: (text: string, isByKey: boolean) => void }) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      size="xs"
      autoFocus
      className={classes['watchField'] ?? ''}
      aria-label="Expression to watch"
      placeholder="Expression"
      value={text}
      maxLength={10_000}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onEnd(text.trim(), false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Otherwise the key would press the button that gets the focus.
        event.preventDefault();
        onEnd(event.key === 'Enter' ? text.trim() : '', true);
      }}
    />
  );
}
