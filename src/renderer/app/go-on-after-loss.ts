/** The window while the connection to its host is lost, and when the host answers again. */
import type { HostClient } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import { storeAfterLoss, typedTexts, type UnstoredText } from '../host/lost-host.ts';
import { textsInDialogs } from '../ui/dialogs/typed-fields.ts';
import { toBulkText } from '../ui/table/bulk-text.ts';
import type { Stores } from './create-stores.ts';

interface Page {
  stores: Pick<Stores, 'app' | 'variables'>;
  drafts: Pick<Drafts, 'flush' | 'unstored'>;
  /** Connects anew; rejects while nothing answers. */
  open(): Promise<HostClient>;
  /** Loads the page again, without a question about changes. */
  reload(): void;
}

/**
 * Covers the window, and loads it again when the same host answers. The window stays when the host does not store all that
 * was typed: it then shows what loading would lose, until the person has decided.
 */
export async function goOnAfterLoss({ stores: { app, variables }, drafts, open, reload }: Page): Promise<void> {
  const { instance, workspace } = app.getState();
  const { root } = workspace;
  // These fields belong to no draft.
  const fields: UnstoredText[] = textsInDialogs().map(({ name, text }) => ({ path: name, text }));
  const others = () => [...fields, ...unstoredVariables(variables.getState())];
  const showLoss = () =>
    app.setState({ lostHost: { unstored: [...typedTexts(drafts.unstored(), root), ...others()] } });
  showLoss();
  await drafts.flush();
  showLoss();
  const refused = await storeAfterLoss({ instance, root }, open, drafts.unstored());
  if (!refused) return;
  const unstored = [...typedTexts(refused, root), ...others()];
  if (unstored.length === 0) return reload();
  app.setState({
    lostHost: {
      unstored,
      async reload() {
        app.setState({ lostHost: { unstored } });
        // The host may have ended meanwhile: the browser would then show an error instead of the page.
        if (await storeAfterLoss({ instance, root }, open, {})) reload();
      },
    },
  });
}

/** Variables are stored a moment after they are typed. */
function unstoredVariables({ status, owner, rows }: ReturnType<Stores['variables']['getState']>): UnstoredText[] {
  if (status === 'saved' || !owner) return [];
  const name = owner.kind === 'environment' ? owner.name : owner.kind;
  return [{ path: `Variables (${name})`, text: toBulkText(rows) }];
}
