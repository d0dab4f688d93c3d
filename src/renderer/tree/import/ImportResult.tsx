import { visibleText } from '../../../contract/visible-text.ts';
import type { ImportStore } from './import-store.ts';
import classes from '../tree.module.css';

/** The result of importing one file, text or folder, with everything that could not be carried over. */
export function ImportResult({ result }: { result: ImportStore['results'][number] }) {
  return (
    <div className={classes['imported']} role="status">
      <b>
        {result.kind} “{visibleText(result.name)}”: {result.requests} {result.requests === 1 ? 'request' : 'requests'}
        {result.environments > 0 &&
          `, ${result.environments} ${result.environments === 1 ? 'environment' : 'environments'}`}
      </b>
      {result.warnings.length === 0 ? (
        <p>Everything was imported.</p>
      ) : (
        <Entries title="Not imported:" entries={result.warnings} />
      )}
      {result.renamed.length > 0 && <Entries title="Renamed:" entries={result.renamed} />}
      {result.secrets.length > 0 && (
        <p>Kept with your secrets, not in the files: {visibleText(result.secrets.join(', '))}.</p>
      )}
    </div>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly { where: string; what: string }[] }) {
  return (
    <>
      <p>{title}</p>
      <ul>
        {entries.map(({ where, what }, index) => (
          <li key={index}>{visibleText(`${where}: ${what}`)}</li>
        ))}
      </ul>
    </>
  );
}
