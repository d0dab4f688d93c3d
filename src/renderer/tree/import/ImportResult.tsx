import { Button, Group } from '@mantine/core';
import { countText } from '../../../contract/count-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { ImportStore } from './import-store.ts';
import classes from '../tree.module.css';

/** The most environments that are offered for use. */
const MAX_OFFERED = 5;

/** The result of importing one file, text or folder, with everything that could not be carried over. */
export function ImportResult({ result }: { result: ImportStore['results'][number] }) {
  return (
    <div className={classes['imported']} role="status">
      <b>
        {result.kind} “{visibleText(result.name)}”: {result.requests} {result.requests === 1 ? 'request' : 'requests'}
        {result.environments > 0 &&
          `, ${result.environments} ${result.environments === 1 ? 'environment' : 'environments'}`}
        {result.globals > 0 && `, ${countText(result.globals, 'global variable')}`}
      </b>
      {result.warnings.length === 0 ? (
        <p>Everything was imported.</p>
      ) : (
        <Entries title="Not imported:" entries={result.warnings} />
      )}
      {result.renamed.length > 0 && <Entries title="Renamed:" entries={result.renamed} />}
      {result.replaced.length > 0 && (
        <p>These global variables had other values, which were replaced: {visibleText(result.replaced.join(', '))}.</p>
      )}
      <UseEnvironment names={result.environmentNames} />
      {result.secrets.length > 0 && (
        <p>Kept with your secrets, not in the files: {visibleText(result.secrets.join(', '))}.</p>
      )}
    </div>
  );
}

/** Offers the imported environments unless one of them is used: their requests have variables that no other one has. */
function UseEnvironment({ names }: { names: readonly string[] }) {
  const { requests } = useApp();
  const used = useFrom('requests', ({ environment }) => environment);
  if (names.length === 0 || (used !== null && names.includes(used))) return null;
  return (
    <Group gap="xs" mt={4}>
      <span>{used === null ? 'No environment is used.' : `The environment “${visibleText(used)}” is used.`}</span>
      {names.slice(0, MAX_OFFERED).map((name) => (
        <Button key={name} size="compact-xs" variant="default" onClick={() => requests.getState().setEnvironment(name)}>
          Use “{visibleText(name)}”
        </Button>
      ))}
    </Group>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly { where: string; what: string }[] }) {
  return (
    <>
      <p>{title}</p>
      {/* A long list scrolls, also by keyboard. */}
      <ul tabIndex={0} aria-label={title.replace(':', '')}>
        {entries.map(({ where, what }, index) => (
          <li key={index}>{visibleText(`${where}: ${what}`)}</li>
        ))}
      </ul>
    </>
  );
}
