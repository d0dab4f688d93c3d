import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { AppStore } from './app-store.ts';
import type { ConsentStore } from '../programs/consent-store.ts';
import type { ProgramStore } from '../programs/program-store.ts';
import type { RunStore } from '../console/run-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { CodeStore } from '../editor/code-store.ts';
import type { ResponseStore } from '../response/response-store.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { RunnerStore } from '../runner/runner-store.ts';
import type { VariablesStore } from '../environments/variables-store.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { PaletteStore } from '../palette/palette-store.ts';
import type { SearchStore } from '../search/search-store.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Command } from './command.ts';

/** Everything a view may use: the client of the host, and one store per feature. */
export interface AppContext {
  client: HostClient;
  app: StoreApi<AppStore>;
  scripts: StoreApi<ScriptStore>;
  runs: StoreApi<RunStore>;
  consent: StoreApi<ConsentStore>;
  programs: StoreApi<ProgramStore>;
  webhooks: StoreApi<WebhookStore>;
  requests: StoreApi<RequestStore>;
  runner: StoreApi<RunnerStore>;
  palette: StoreApi<PaletteStore>;
  settings: StoreApi<SettingsStore>;
  search: StoreApi<SearchStore>;
  response: StoreApi<ResponseStore>;
  code: StoreApi<CodeStore>;
  history: StoreApi<HistoryStore>;
  variables: StoreApi<VariablesStore>;
  commands: Command[];
}

const Context = createContext<AppContext | undefined>(undefined);
export const AppProvider = Context.Provider;

export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('useApp stands outside of AppProvider.');
  return context;
}

type StoreName = Exclude<keyof AppContext, 'client' | 'commands'>;
type StateOf<N extends StoreName> = AppContext[N] extends StoreApi<infer S> ? S : never;

/** Reads from one store and draws again when what was read changes. */
export function useFrom<N extends StoreName, T>(name: N, select: (state: StateOf<N>) => T): T {
  const stores: Record<StoreName, unknown> = useApp();
  return useStore<StoreApi<StateOf<N>>, T>(stores[name] as StoreApi<StateOf<N>>, select);
}
