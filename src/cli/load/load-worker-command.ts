/** `outrigger worker --load`: runs the users that a Locust master assigns. */
import { createLoadIterations } from '../../core/load/load-iterations.ts';
import { createLocustWorker } from '../../core/load/locust/locust-worker.ts';
import { hostOf } from '../../core/load/locust/master-connection.ts';
import type { LoadWorkerOptions } from './load-options.ts';
import { openLoadSession } from './load-session.ts';
import type { RunHost } from '../run/run-session.ts';
import { notify } from '../console/terminal-text.ts';

/** @returns the exit code; settles when the master has ended the worker. @throws a coded error when it cannot work */
export async function loadWorkerCommand(
  targetName: string,
  options: LoadWorkerOptions,
  host: RunHost,
): Promise<number> {
  // Before the processes of scripts start, for which a wrong address would wait.
  hostOf(options.load);
  const openedSession = await openLoadSession(targetName, options, host);
  try {
    await openedSession.run((iterations, signal) => {
      const worker = createLocustWorker({
        url: options.load,
        thinkMs: options.think ?? 0,
        iterate: (stop) => load.run(stop),
        onNotice: notify,
      });
      const load = createLoadIterations({
        ...iterations,
        onSample: ({ name, ...sample }) => worker.onSample({ name: openedSession.mask(name), ...sample }),
        hasEnded: worker.hasEnded,
      });
      return worker.serve(signal);
    });
    return 0;
  } finally {
    await openedSession.close();
  }
}
