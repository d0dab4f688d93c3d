/** Runs the script that checks a rehearsal, as a run of the session whose results only the rehearsal receives. */
import { randomUUID } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { CheckedTest } from '../../../contract/webhooks/rehearsal-calls.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import type { RunCheckScript } from '../../forwarding/rehearsal/rehearsal-script-check.ts';
import { runScript } from '../../runs/script/run-script.ts';
import type { Session } from '../session.ts';

/** @param script its name, for stacks, and its text */
export function createCheckScript(
  session: Pick<Session, 'run'>,
  { name, source }: { name: string; source: string },
): RunCheckScript {
  return async ({ timeoutMs, data, signal }) => {
    const tests: CheckedTest[] = [];
    let problem: string | null = null;
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'test') {
        tests.push({ name: event.name, state: event.state, error: event.error?.message ?? null });
      }
      if (event.type === 'script.error') problem ??= event.error.message;
      if (event.type === 'console' && event.from === 'outrigger' && event.level === 'error') problem ??= event.text;
    };
    const outcome = await session.run(randomUUID(), signal, (run) =>
      runScript(
        { runId: run.id, scriptName: name, source, scopes: { data: { values: data } }, timeoutMs },
        { ...run, onEvent },
        run.signal,
      ),
    );
    if (outcome === 'stopped') throw codedError('Cancelled', 'The rehearsal was stopped.');
    return { tests, problem };
  };
}
