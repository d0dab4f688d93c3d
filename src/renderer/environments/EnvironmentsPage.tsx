import { useFrom } from '../context/app-context.ts';
import { EnvironmentsEditor } from './EnvironmentsDialog.tsx';
import classes from './environments.module.css';

/** The environments of the collection and their variables. */
export function EnvironmentsPage() {
  const first = useFrom('requests', (state) => state.environment);
  return (
    <section className={classes['page']} aria-label="Environments">
      <h1>Environments</h1>
      <EnvironmentsEditor first={first} onClose={() => undefined} />
    </section>
  );
}
