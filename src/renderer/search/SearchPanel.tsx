import { ActionIcon, Button, Checkbox, Loader, TextInput, UnstyledButton } from '@mantine/core';
import { IconLetterCase, IconLetterW, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { countText } from '../../contract/count-text.ts';
import type { SearchedItem, SearchHit } from '../../contract/collection/search.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { MethodLabel } from '../ui/labels/MethodLabel.tsx';
import { useFocusReturn } from '../ui/dialogs/focus-return.ts';
import { showError, showHint } from '../ui/messages/notify.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import { keyOf } from './search-store.ts';
import { useRenderedLines } from '../ui/lists/use-rendered-lines.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './search.module.css';

const ROW = 26;
const partText: Record<SearchHit['part'], string> = {
  name: 'Name',
  address: 'Address',
  params: 'Params',
  headers: 'Headers',
  auth: 'Auth',
  body: 'Body',
  variables: 'Variables',
  'before-request': 'Pre-request script',
  'after-response': 'Post-response script',
  docs: 'Docs',
  script: 'Script',
};

/** Searches and replaces in the whole collection and in scripts; shown instead of the tree. */
export function SearchPanel() {
  const { search: store } = useApp();
  const { text, replacement, matchCase, wholeWord, items, excluded, answered, searching, complete } = useFrom(
    'search',
    (state) => state,
  );
  const panel = useRef<HTMLElement>(null);
  useFocusReturn(panel, true);
  const hits = items.flatMap((item) => item.hits);
  const chosenHits = hits.filter((hit) => hit.replaceable && !excluded.has(keyOf(hit)));
  const ask = (change: Parameters<ReturnType<typeof store.getState>['ask']>[0]) =>
    void store.getState().ask(change).catch(showError);
  const replace = async () => {
    const { replaced, problems, undo } = await store.getState().replace();
    toastWithUndo(`${replaced} ${replaced === 1 ? 'place was' : 'places were'} replaced`, undo);
    problems.forEach(showHint);
  };
  return (
    <section ref={panel} className={classes['panel']} aria-label="Search the collection">
      <header className={classes['header']}>
        <h1>Search the collection</h1>
        <ActionIcon
          size={22}
          variant="subtle"
          color="gray"
          aria-label="Close the search"
          onClick={() => store.getState().show(false)}
        >
          <IconX size={14} />
        </ActionIcon>
      </header>
      <TextInput
        size="xs"
        autoFocus
        aria-label="Search for"
        placeholder="Search for"
        maxLength={1000}
        value={text}
        onChange={(event) => ask({ text: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && store.getState().show(false)}
        rightSectionWidth={56}
        rightSection={
          <>
            <Switch label="Match case" pressed={matchCase} onPress={() => ask({ matchCase: !matchCase })}>
              <IconLetterCase size={14} />
            </Switch>
            <Switch label="Whole word" pressed={wholeWord} onPress={() => ask({ wholeWord: !wholeWord })}>
              <IconLetterW size={14} />
            </Switch>
          </>
        }
      />
      <div className={classes['replace']}>
        <TextInput
          size="xs"
          aria-label="Replace with"
          placeholder="Replace with"
          value={replacement}
          onChange={(event) => store.getState().setReplacement(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={chosenHits.length === 0 || !answered}
          onClick={() => void replace().catch(showError)}
        >
          Replace {chosenHits.length}
        </Button>
      </div>
      <p className={classes['count']} role="status">
        {searching && <Loader size={12} role="img" aria-label="Searching" />}
        {answered && text !== '' && hitsText(hits.length, items.length, complete)}
      </p>
      <Results items={items} />
    </section>
  );
}

const hitsText = (hits: number, items: number, complete: boolean): string => {
  if (hits === 0) return 'Nothing was found.';
  const first = complete ? '' : 'The first ';
  return `${first}${countText(hits, 'hit')} in ${countText(items, 'item')}`;
};

function Switch(props: { label: string; pressed: boolean; onPress: () => void; children: ReactNode }) {
  const { label, pressed, onPress, children } = props;
  return (
    <IconButton
      label={label}
      size={22}
      variant={pressed ? 'light' : 'subtle'}
      color={pressed ? 'blue' : 'gray'}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </IconButton>
  );
}

type Row = { item: SearchedItem; hit?: SearchHit };

/** The hits, below the request or folder that contains them; only visible ones are rendered. */
function Results({ items }: { items: readonly SearchedItem[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = items.flatMap((item): Row[] => [{ item }, ...item.hits.map((hit) => ({ item, hit }))]);
  const virtual = useRenderedLines(scroller, { count: rows.length, height: ROW });
  return (
    <div ref={scroller} className={classes['results']}>
      <ul aria-label="Search results" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const { item, hit } = row;
          return (
            <li
              key={hit ? keyOf(hit) : `item ${item.id}`}
              style={{ transform: `translateY(${start}px)`, height: size }}
            >
              {hit ? <HitRow hit={hit} /> : <ItemRow item={item} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ItemRow({ item }: { item: SearchedItem }) {
  return (
    <div className={classes['item']} title={visibleText([...item.path, item.name].join(' / '))}>
      {item.kind === 'request' && <MethodLabel method={item.method} />}
      <span>{visibleText(item.name)}</span>
      {item.unsaved && <small>unsaved</small>}
    </div>
  );
}

function HitRow({ hit }: { hit: SearchHit }) {
  const { search: store } = useApp();
  const excluded = useFrom('search', (state) => state.excluded.has(keyOf(hit)));
  const { text, start, end, part, line } = hit;
  const from = Math.max(0, start - 12);
  const place = `${partText[part]}, line ${line}`;
  return (
    <div className={classes['hit']}>
      <Checkbox
        size="xs"
        aria-label={`Replace in ${place}`}
        title={hit.replaceable ? undefined : 'Rename the request to change its name.'}
        disabled={!hit.replaceable}
        checked={hit.replaceable && !excluded}
        onChange={() => store.getState().toggle(hit)}
      />
      <UnstyledButton
        className={classes['line'] ?? ''}
        title={`${place}: ${text}`}
        onClick={() => void store.getState().open(hit).catch(showError)}
      >
        {from > 0 && '…'}
        {text.slice(from, start)}
        <mark>{text.slice(start, end)}</mark>
        {text.slice(end)}
        <small>{partText[part]}</small>
      </UnstyledButton>
    </div>
  );
}
