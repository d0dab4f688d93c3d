import { useEffect, useState, type KeyboardEvent } from 'react';
import { useApp } from '../../../context/app-context.ts';
import { LineSearch } from './LineSearch.tsx';
import { useBodyLines, type BodyForm } from './use-body-lines.ts';
import { useLineScroller } from './use-line-scroller.ts';
import classes from '../../response.module.css';

/** A text of any size, by line: only visible lines are read and rendered. */
export function LineView({ runId, form, label }: { runId: string; form: BodyForm; label: string }) {
  const { response: store } = useApp();
  const { size, note, read, lineAt, extend } = useBodyLines(runId, form);
  const lines = Math.max(size.total, 1);
  const { ref, first, visible, height, offset, scrollTo, handlers } = useLineScroller(lines);
  const [matchLine, setMatchLine] = useState<number>();
  useEffect(() => read(first, visible), [first, visible, read, size]);
  const showMatch = (line: number | undefined) => {
    setMatchLine(line);
    if (line === undefined) return;
    extend(line + 1);
    requestAnimationFrame(() => scrollTo(Math.max(0, line - 3)));
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
        matchLine={matchLine}
        onMatch={showMatch}
        find={(text, from) => store.getState().findLine(runId, form, text, from)}
        lineCount={`${size.total.toLocaleString('en')} lines${size.complete ? '' : ' so far'}`}
      >
        {note && <span role="note">{note}</span>}
      </LineSearch>
      <div ref={ref} className={classes['lines']} tabIndex={0} role="region" aria-label={label} {...handlers}>
        <div style={{ height, position: 'relative' }}>
          <pre style={{ transform: `translateY(${offset}px)` }}>
            {Array.from({ length: Math.min(visible, lines - first) }, (_, row) => {
              const line = first + row;
              return (
                <div key={row} data-found={line === matchLine || undefined}>
                  <span>{line + 1}</span>
                  {lineAt(line) ?? ''}
                </div>
              );
            })}
          </pre>
        </div>
      </div>
    </div>
  );
}
