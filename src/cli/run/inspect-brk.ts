/** `outrigger run --inspect-brk`: another tool debugs a script. */
import { codedError } from '../../contract/errors.ts';
import type { Session } from '../../core/session/session.ts';
import type { RunTarget } from './run-target.ts';
import { notify } from '../console/terminal-text.ts';

/**
 * Stops the script of this run at its first line, until an attached tool continues it.
 * @throws InvalidParams for a collection
 */
export function stopForOtherTools(
  { debuggedRuns }: Pick<Session, 'debuggedRuns'>,
  runId: string,
  target: RunTarget,
): void {
  if (target.kind !== 'script') {
    throw codedError('InvalidParams', '--inspect-brk debugs one script, and this is a collection.', 'Name a .js file.');
  }
  debuggedRuns.prepare(runId, {
    breakpoints: [{ id: 'first line', script: target.name, line: 1 }],
    exceptions: 'none',
    onAddress(address) {
      notify(`debugger listening on ${address}`);
      notify(`in Chrome: devtools://devtools/bundled/js_app.html?v8only=true&ws=${address.replace('ws://', '')}`);
    },
  });
}
