import { Button, Loader, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../../context/app-context.ts';
import { CodeEditor } from '../../../monaco/CodeEditor.tsx';
import { showError } from '../../../ui/messages/notify.ts';
import { CopyText } from '../../../ui/buttons/CopyText.tsx';
import classes from '../../response.module.css';
import shared from '../../../ui/shared.module.css';

type Result = { text: string; count: number; shown: number } | { problem: string; position: number | null };

/** A JSONPath (RFC 9535) filter for the body, with its results as JSON. */
export function JsonPathFilter({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { response: store } = useApp();
  const [path, setPath] = useState('$');
  const [result, setResult] = useState<Result>();
  const runningSearch = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => runningSearch.current?.abort(), []);
  const apply = async () => {
    runningSearch.current?.abort();
    const controller = new AbortController();
    runningSearch.current = controller;
    setBusy(true);
    try {
      const matches = await store.getState().query(runId, path, controller.signal);
      if (runningSearch.current === controller) setResult(matches);
    } catch (error) {
      if (!controller.signal.aborted) showError(error);
    } finally {
      if (runningSearch.current === controller) setBusy(false);
    }
  };
  const problem = result && 'problem' in result ? result : undefined;
  const matches = result && 'text' in result ? result : undefined;
  return (
    <>
      <form
        className={classes['filter']}
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <TextInput
          data-autofocus
          autoFocus
          size="xs"
          className={classes['filterPath'] ?? ''}
          aria-label="JSONPath"
          placeholder="$.items[?@.price < 10].name"
          value={path}
          error={problem && <ProblemText path={path} {...problem} />}
          onChange={(event) => {
            // The matches of the former path must not appear below this one.
            runningSearch.current?.abort();
            runningSearch.current = undefined;
            setBusy(false);
            // The field begins with the $ that people also type.
            setPath(event.currentTarget.value.replace(/^\$\$/, '$'));
            setResult(undefined);
          }}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        <Button type="submit" size="xs" variant="default">
          Filter
        </Button>
        {busy && <Loader size={14} role="img" aria-label="Filtering" />}
        {matches && (
          <>
            <span role="status">
              {matches.count.toLocaleString('en')} {matches.count === 1 ? 'match' : 'matches'}
              {matches.shown < matches.count && `, first ${matches.shown.toLocaleString('en')} shown`}
            </span>
            <CopyText label="Copy the matches" read={() => Promise.resolve(matches.text)} />
          </>
        )}
      </form>
      {matches && <CodeEditor label="Matches" language="body-json" value={matches.text} />}
      {!result && !busy && <p className={shared['quiet']}>Enter a JSONPath and press Enter. It begins with $.</p>}
    </>
  );
}

/** The mistake with its place in the path. */
function ProblemText({ path, problem, position }: { path: string; problem: string; position: number | null }) {
  if (position === null) return problem;
  return (
    <>
      {problem}, at character {position + 1}:{' '}
      <code>
        {path.slice(0, position)}
        <mark>{path.slice(position, position + 1) || '␣'}</mark>
        {path.slice(position + 1)}
      </code>
    </>
  );
}
