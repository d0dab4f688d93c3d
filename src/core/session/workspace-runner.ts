/** Runs of the open workspace's collection, and what goes in and out of it as files of other programs. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import { stringify } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import { foldReport, hasFailed, newReport } from '../../contract/report.ts';
import type { RunEvent } from '../../contract/run-event.ts';
import { fromCurl } from '../interchange/curl.ts';
import { codeTargets, toCode, toPostmanCollection } from '../interchange/export.ts';
import { importText, readImport, writeImported } from '../interchange/import.ts';
import type { Mask } from '../platform/mask.ts';
import { formatReport } from '../runs/reports/reports.ts';
import type { KeptRuns } from '../history/kept-runs.ts';
import type { RunDependencies } from '../runs/execute-script.ts';
import { fileName } from '../collection/edit-tree.ts';
import type { LoadedCollection } from '../collection/collection-files.ts';
import { withAuth } from '../http/auth.ts';
import { toEdited } from '../collection/edit-request.ts';
import { parseIterationData } from '../runs/iteration-data.ts';
import { createResolver, loadDynamic } from '../collection/resolve.ts';
import { runCollection } from '../runs/run-collection.ts';
import { authOf, variablesOf, withDefaults } from '../runs/run-request.ts';
import type { WorkspaceCollection } from './workspace-collection.ts';

type Exchange = 'import' | 'parseCurl' | 'export' | 'codeTargets' | 'code';
type RunnerApi = Pick<HostApi, Extract<keyof HostApi, `runner.${string}`> | `collection.${Exchange}`>;

export function createWorkspaceRunner(options: {
  root: () => string;
  collection: WorkspaceCollection;
  dependencies: (signal: AbortSignal) => Promise<RunDependencies>;
  /** Hides the secrets that are known now. */
  mask: () => Promise<Mask>;
  runs: () => KeptRuns;
  onEvent: (event: RunEvent) => void;
  track: <T>(runId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}): RunnerApi {
  const { root, collection, runs } = options;

  return {
    async 'runner.start'({ runId, folder, environment, iterations, data, delayMs, bail, failedOf }, signal) {
      const loaded = await collection.require();
      const requests = loaded.requests.filter(
        ({ id }) => folder === '' || id === folder || id.startsWith(`${folder}/`),
      );
      if (requests.length === 0)
        throw codedError('InvalidParams', 'There is no request in this folder.', 'Add one first.');
      const rows = data && parseIterationData(data.text, data.name);
      const scopes = await collection.scopesOf(loaded, environment);
      const failed = failedOf === null ? undefined : failedBefore(failedOf);
      const report = newReport(environment);
      const name = folder === '' ? loaded.name : (loaded.items.find(({ id }) => id === folder)?.name ?? folder);
      return options.track(runId, signal, async (stopSignal) => {
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
            ...(await options.dependencies(stopSignal)),
            onEvent(event) {
              foldReport(report, event);
              options.onEvent(event);
            },
          },
          stopSignal,
        );
        await collection.keep(loaded, scopes);
        return { id: runs().add(folder, report, await options.mask()) };
      });
    },
    'runner.list': () => ({ runs: runs().list() }),
    'runner.get': ({ id }) => ({ report: runs().get(id) }),
    'runner.export': ({ id, format }) => ({ text: formatReport(runs().get(id), format) }),
    'runner.clear'() {
      runs().clear();
      return {};
    },
    async 'collection.import'({ text, name, folder, parent }) {
      const source = folder === null ? { text, name } : await readImport(folder);
      const imported = await importText(source.text, source.name, 'folder' in source ? source.folder : undefined);
      const { requests, environments, first } = await writeImported(root(), imported, parent);
      const { kind, lost } = imported;
      return { kind, name: imported.name, requests, environments, lost: lost.slice(0, 1000), first: first ?? null };
    },
    'collection.parseCurl'({ text }) {
      const [item] = fromCurl(text).items;
      if (!item || !('request' in item)) throw codedError('InvalidData', 'This is no cURL command.');
      return { request: toEdited(item.request) };
    },
    async 'collection.export'({ format }) {
      const loaded = await collection.require();
      if (format === 'postman') return { text: JSON.stringify(toPostmanCollection(loaded), null, 2) };
      return { text: stringify(bundle(loaded), { lineWidth: 0 }) };
    },
    'collection.codeTargets': async () => ({ targets: await codeTargets() }),
    async 'collection.code'({ id, request, environment, target }) {
      const { loaded, item: found } = await collection.find(id);
      const item = await collection.withEdit(found, request);
      const scopes = await collection.scopesOf(loaded, environment);
      const chosen = loaded.environments.find((one) => one.name === environment);
      // Code is pasted into chats and tickets: what is secret stays a name.
      for (const variable of chosen?.variables ?? []) {
        if ('secret' in variable) Reflect.deleteProperty(scopes.environment.values, variable.name ?? '');
      }
      scopes.collection.values = { ...variablesOf(item), ...scopes.collection.values };
      const sent = withDefaults(item);
      const resolver = createResolver(scopes, await loadDynamic(sent));
      return { text: await toCode(withAuth(resolver.fill(sent), resolver.fill(authOf(item))), target) };
    },
  };

  function failedBefore(id: number): Set<string> {
    const failed = runs().get(id).requests.filter(hasFailed);
    if (failed.length === 0) throw codedError('InvalidParams', 'Nothing failed in that run.');
    return new Set(failed.map((request) => `${request.iteration} ${request.id}`));
  }
}

/** The whole collection in one file, as OpenCollection bundles it. */
function bundle(loaded: LoadedCollection): object {
  interface Node {
    info: { name: string; type: string };
    request?: RequestDefaults;
    items: unknown[];
  }
  const top: unknown[] = [];
  const folders = new Map<string, Node>();
  const parentOf = (names: readonly string[], defaults: readonly RequestDefaults[]): unknown[] => {
    let items = top;
    names.forEach((name, depth) => {
      const key = names
        .slice(0, depth + 1)
        .map(fileName)
        .join('/');
      let node = folders.get(key);
      if (!node) {
        const own = defaults[depth + 1] ?? {};
        const request = Object.keys(own).length > 0 ? { request: own } : {};
        node = { info: { name, type: 'folder' }, ...request, items: [] };
        folders.set(key, node);
        items.push(node);
      }
      items = node.items;
    });
    return items;
  };
  for (const { path: names, request, defaults } of loaded.requests) {
    parentOf(names.slice(1, -1), defaults).push(request);
  }
  const [outermost] = loaded.requests[0]?.defaults ?? [];
  return {
    opencollection: '1.0.0',
    info: { name: loaded.name },
    ...(outermost && Object.keys(outermost).length > 0 ? { request: outermost } : {}),
    ...(loaded.environments.length > 0 ? { config: { environments: loaded.environments } } : {}),
    items: top,
    bundled: true,
  };
}
