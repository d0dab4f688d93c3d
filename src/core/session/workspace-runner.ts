/** Runs of a workspace's collection, and what goes in and out of it as files of other programs. */
import { stringify } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import { foldReport, hasFailed, newReport, outermostCaller } from '../../contract/fold-report.ts';
import { partOf } from '../collection/collection-part.ts';
import { bundle } from '../interchange/bundle.ts';
import { codeTargets, toCode } from '../interchange/code.ts';
import { fromCurl } from '../interchange/curl.ts';
import { toPostmanCollection } from '../interchange/export.ts';
import { importText, readImport } from '../interchange/import.ts';
import { writeImported } from '../interchange/write-imported.ts';
import { formatReport } from '../runs/reports/reports.ts';
import { withAuth } from '../http/auth/add-auth.ts';
import { fillPathParams } from '../http/path-params.ts';
import { toEdited } from '../collection/edit-request.ts';
import { authOf, variablesOf, withDefaults } from '../collection/inherit.ts';
import { parseIterationData, previewData } from '../runs/iteration-data.ts';
import { createResolver, loadDynamic } from '../collection/resolve.ts';
import { runCollection } from '../runs/run-collection.ts';
import { storeImportedSecrets } from './imported-secrets.ts';
import { selectionOf } from './run-selection.ts';
import type { Session } from './session.ts';
import type { WorkspaceState } from './workspace-state.ts';

type Exchange = 'import' | 'parseCurl' | 'export' | 'codeTargets' | 'code';
type RunnerApi = Pick<HostApi, Extract<keyof HostApi, `runner.${string}`> | `collection.${Exchange}`>;

export function createWorkspaceRunner(session: Session, { history }: WorkspaceState): RunnerApi {
  const { root, collection } = session;
  const { runs } = history;

  return {
    async 'runner.start'(params, signal) {
      const { runId, environment, iterations, data, delayMs, bail, failedOf } = params;
      const loaded = await collection.require(params.unsaved);
      const { folder, name, requests } = selectionOf(loaded, params.requests);
      const rows = data && parseIterationData(data.text, data.name);
      const scopes = await collection.scopesOf(loaded, environment);
      const failed = failedOf === null ? undefined : failedBefore(failedOf);
      const report = newReport(environment);
      return session.run(runId, signal, async (run) => {
        await runCollection(
          {
            runId,
            name,
            requests,
            scopes,
            bail,
            iterations: iterations ?? undefined,
            data: rows ?? undefined,
            delayMs,
            only: failed && ((iteration, { id }) => failed.has(`${iteration} ${id}`)),
          },
          {
            ...run,
            onEvent(event) {
              foldReport(report, event);
              run.onEvent(event);
            },
          },
          run.signal,
        );
        await collection.keep(loaded, scopes);
        await session.cookies.save();
        const mask = await session.mask();
        const id = runs.add(folder, report, mask);
        runs.addExchanges(id, report.requests, (number) =>
          session.exchanges.get({ runId, of: 'request', number }, mask),
        );
        return { id };
      });
    },
    'runner.list': () => ({ runs: runs.list() }),
    'runner.get': ({ id }) => ({ report: runs.get(id) }),
    'runner.exchange': ({ id, index }) => ({ exchange: runs.exchange(id, index) }),
    'runner.previewData': ({ name, text }) => previewData(parseIterationData(text, name)),
    'runner.export': ({ id, format }) => ({ text: formatReport(runs.get(id), format) }),
    'runner.clear'() {
      runs.clear();
      return {};
    },
    async 'collection.import'({ text, name, folder, parent }) {
      const source = folder === null ? { text, name } : await readImport(folder);
      const imported = await importText(source.text, source.name, 'folder' in source ? source.folder : undefined);
      const { requests, environments, first, renamed, secrets } = await writeImported(root, imported, parent);
      await storeImportedSecrets(session.services.secrets, root, secrets);
      const { kind, warnings } = imported;
      return {
        ...{ kind, name: imported.name, requests, environments, first: first ?? null },
        warnings: warnings.slice(0, 1000),
        renamed: renamed.slice(0, 1000),
        secrets: secrets.map(({ name }) => name).slice(0, 1000),
      };
    },
    'collection.parseCurl'({ text }) {
      const [item] = fromCurl(text).items;
      if (!item || !('request' in item)) throw codedError('InvalidData', 'This is no cURL command.');
      return { request: toEdited(item.request) };
    },
    async 'collection.export'({ id, format }) {
      const exported = partOf(await collection.require(), id);
      if (format === 'opencollection') return { text: stringify(bundle(exported), { lineWidth: 0 }), warnings: [] };
      const { collection: written, warnings } = toPostmanCollection(exported);
      return { text: JSON.stringify(written, null, 2), warnings: warnings.slice(0, 1000) };
    },
    'collection.codeTargets': async () => ({ targets: await codeTargets() }),
    async 'collection.code'({ id, request, environment, target }) {
      const { loaded, item } = await collection.edited(id, request);
      const scopes = await collection.scopesOf(loaded, environment);
      const chosen = loaded.environments.find((one) => one.name === environment);
      // Code is pasted into chats and tickets: what is secret stays a name.
      for (const variable of chosen?.variables ?? []) {
        if ('secret' in variable) Reflect.deleteProperty(scopes.environment.values, variable.name ?? '');
      }
      scopes.collection.values = { ...variablesOf(item), ...scopes.collection.values };
      const sent = withDefaults(item);
      const resolver = createResolver(scopes, await loadDynamic(sent));
      const filled = fillPathParams(resolver.fill(sent));
      const signed = await withAuth(filled, resolver.fill(authOf(item)));
      return { text: await toCode(signed, target) };
    },
  };

  function failedBefore(id: number): Set<string> {
    const report = runs.get(id);
    // One that a script has run is run again by that script.
    const failed = report.requests.filter(hasFailed).map((request) => outermostCaller(report, request));
    if (failed.length === 0) throw codedError('InvalidParams', 'Nothing failed in that run.');
    return new Set(failed.map((request) => `${request.iteration} ${request.id}`));
  }
}
