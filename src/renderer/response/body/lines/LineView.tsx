import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useApp } from '../../../context/app-context.ts';
import { findInLine } from './find-in-line.ts';
import { LineSearch, type LineMatch } from './LineSearch.tsx';
import { useBodyLines, type BodyForm } from './use-body-lines.ts';
import { useLineScroller } from './use-line-scroller.ts';
import classes from '../../response.module.css';

/** A text of any size, by line: only visible lines are read and rendered. */
export function LineView({ runId, form, label }: { runId: string; form: BodyForm; label: string }) {
  const { response: store } = useApp();
  const { size, note, read, lineAt, extend } = useBodyLines(runId, form);
  const lines = Math.max(size.total, 1);
  const { ref, first, visible, height, offset, scrollTo, handlers } = useLineScroller(lines);
  const [match, setMatch] = useState<LineMatch>();
  useEffect(() => read(first, visible), [first, visible, read]);
  const showMatch = (found: LineMatch | undefined) => {
    setMatch(found);
    if (found) extend(found.line + 1);
  };
  // The line may not have been counted yet: `scrollTo` must know of it.
  const scrollToMatch = useEffectEvent(({ line }: LineMatch) => scrollTo(line - 3));
  useEffect(() => {
    if (match) scrollToMatch(match);
  }, [match]);
  const nextInLine = ({ line, text, start }: LineMatch) => {
    const shown = { line: lineAt(line) ?? '', next: lineAt(line + 1) };
    // A row of bytes also has their digits, which are not searched.
    const current = form === 'hex' ? undefined : (start ?? findInLine(shown, text));
    return current === undefined ? undefined : findInLine(shown, text, current + 1);
  };
  const searchByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
    // The browser would search only the lines that are rendered.
    event.preventDefault();
    event.currentTarget.querySelector('input')?.select();
  };
  return (
    <div className={classes['lineView']} onKeyDown={searchByKey}>
      <LineSearch
        match={match}
        onMatch={showMatch}
        find={(text, from) => store.getState().findLine(runId, form, text, from)}
        findInLine={nextInLine}
        lineCount={`${size.total.toLocaleString('en')} lines${size.complete ? '' : ' so far'}`}
      >
        {note && <span role="note">{note}</span>}
      </LineSearch>
      <div ref={ref} className={classes['lines']} tabIndex={0} role="region" aria-label={label} {...handlers}>
        <div style={{ height, position: 'relative' }}>
          <pre style={{ transform: `translateY(${offset}px)` }}>
            {Array.from({ length: Math.min(visible, lines - first) }, (_, row) => {
              const line = first + row;
              const text = lineAt(line) ?? '';
              const isFound = line === match?.line;
              return (
                <div key={row} data-found={isFound || undefined}>
                  {/* A row of bytes begins with its address. */}
                  {form !== 'hex' && <span>{line + 1}</span>}
                  {isFound ? <FoundLine key={`${line} ${match.start}`} line={text} match={match} /> : visibleText(text)}
                </div>
              );
            })}
          </pre>
        </div>
      </div>
    </div>
  );
}

/** A line in which the searched text is marked. */
function FoundLine({ line, match }: { line: string; match: LineMatch }) {
  const start = match.start ?? findInLine({ line }, match.text);
  if (start === undefined) return visibleText(line);
  const end = start + match.text.length;
  return (
    <>
      {visibleText(line.slice(0, start))}
      <mark ref={scrollSideways}>{visibleText(line.slice(start, end))}</mark>
      {visibleText(line.slice(end))}
    </>
  );
}

/** A line may be much wider than the window. */
function scrollSideways(mark: HTMLElement | null): void {
  const view = mark?.closest('[role="region"]');
  if (mark && view) view.scrollLeft = mark.offsetLeft - view.clientWidth / 2;
}
