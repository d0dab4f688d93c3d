import { useFrom } from '../../context/app-context.ts';
import { workerCommand } from './worker-command.ts';

/** The command that starts a worker for the open workspace on another machine. */
export function WorkerCommand() {
  const folder = useFrom('app', (state) => state.workspace.name);
  const address = useFrom('queue', (state) => state.settings.address);
  const environment = useFrom('requests', (state) => state.environment);
  return <code>{workerCommand({ folder, address, environment })}</code>;
}
