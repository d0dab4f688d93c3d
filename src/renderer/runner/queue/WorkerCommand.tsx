import { useFrom } from '../../context/app-context.ts';

/** The command that starts a worker for the open workspace on another machine. */
export function WorkerCommand() {
  const folder = useFrom('app', (state) => state.workspace.name);
  const address = useFrom('queue', (state) => state.settings.address);
  // A password that was typed into the address is not shown again.
  const shown = address.replace(/\/\/[^@/]*@/, '//');
  return (
    <code>
      outrigger worker {folder} --engine {shown}
    </code>
  );
}
