import type { View } from '../context/views.ts';
import { useFrom } from '../context/app-context.ts';
import { DropHint } from '../ui/drop/DropHint.tsx';
import { useImportDrop } from '../tree/import/use-import-drop.ts';
import { RequestTree } from '../tree/RequestTree.tsx';
import { MissingFolder } from './MissingFolder.tsx';
import { ProgramList } from './ProgramList.tsx';
import { ScriptList } from './ScriptList.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';
import classes from './workspace.module.css';

/** Views not listed here have a list of their own, or none. */
export const hasSidebar = (view: View): boolean => view === 'requests' || view === 'scripts' || view === 'programs';

/** The name of the open workspace, and the list that belongs to the view. */
export function Sidebar() {
  const view = useFrom('app', (state) => state.view);
  const drop = useImportDrop();
  const hasRequests = view === 'requests';
  return (
    <nav className={classes['sidebar']} aria-label="Workspace" {...(hasRequests ? drop.listeners : {})}>
      <WorkspaceMenu />
      <MissingFolder />
      {hasRequests && <RequestTree />}
      {view === 'scripts' && <ScriptList />}
      {view === 'programs' && <ProgramList />}
      {hasRequests && drop.isOver && <DropHint />}
    </nav>
  );
}
