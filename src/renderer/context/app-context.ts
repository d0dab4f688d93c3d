import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { AppStore } from './app-store.ts';
import type { ConsentStore } from '../programs/consent-store.ts';
import type { ProgramStore } from '../programs/program-store.ts';
import type { RunStore } from '../console/run-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { BodyFileStore } from '../editor/body/body-file-store.ts';
import type { CodeStore } from '../editor/dialogs/code-store.ts';
import type { CookieStore } from '../editor/dialogs/cookie-store.ts';
import type { SignInStore } from '../editor/auth/sign-in-store.ts';
import type { ResponseStore } from '../response/response-store.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { QueueStore } from '../runner/queue/queue-store.ts';
import type { LoadStore } from '../load/load-store.ts';
import type { RunnerStore } from '../runner/runner-store.ts';
import type { VariablesStore } from '../environments/store/variables-store.ts';
import type { ImportStore } from '../tree/import/import-store.ts';
import type { ForwardStore } from '../webhooks/forward/forward-store.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { PaletteStore } from '../palette/palette-store.ts';
import type { SearchStore } from '../search/search-store.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { PackageStore } from '../workspace/package-store.ts';
import type { BreakpointStore } from '../debugger/breakpoints/breakpoint-store.ts';
import type { DebugStartStore } from '../debugger/store/debug-start-store.ts';
import type { DebuggerStore } from '../debugger/store/debugger-store.ts';
import type { Command } from './commands/command.ts';

/** The context of all views: one store for each feature, and the commands. Only stores call the host. */
export interface AppContext {
  app: StoreApi<AppStore>;
  scripts: StoreApi<ScriptStore>;
  runs: StoreApi<RunStore>;
  consent: StoreApi<ConsentStore>;
  programs: StoreApi<ProgramStore>;
  webhooks: StoreApi<WebhookStore>;
  forwarding: StoreApi<ForwardStore>;
  packages: StoreApi<PackageStore>;
  requests: StoreApi<RequestStore>;
  runner: StoreApi<RunnerStore>;
  queue: StoreApi<QueueStore>;
  load: StoreApi<LoadStore>;
  palette: StoreApi<PaletteStore>;
  settings: StoreApi<SettingsStore>;
  search: StoreApi<SearchStore>;
  response: StoreApi<ResponseStore>;
  code: StoreApi<CodeStore>;
  cookies: StoreApi<CookieStore>;
  bodyFiles: StoreApi<BodyFileStore>;
  signIn: StoreApi<SignInStore>;
  imports: StoreApi<ImportStore>;
  history: StoreApi<HistoryStore>;
  variables: StoreApi<VariablesStore>;
  breakpoints: StoreApi<BreakpointStore>;
  debugStart: StoreApi<DebugStartStore>;
  debugger: StoreApi<DebuggerStore>;
  commands: Command[];
}

const Context = createContext<AppContext | undefined>(undefined);
export const AppProvider = Context.Provider;

export function useApp(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('useApp is used outside of AppProvider.');
  return context;
}

type StoreName = Exclude<keyof AppContext, 'commands'>;
type StateOf<N extends StoreName> = AppContext[N] extends StoreApi<infer S> ? S : never;

/** Reads from one store, and renders again when the selected value changes. */
export function useFrom<N extends StoreName, T>(name: N, select: (state: StateOf<N>) => T): T {
  const stores: Record<StoreName, unknown> = useApp();
  return useStore<StoreApi<StateOf<N>>, T>(stores[name] as StoreApi<StateOf<N>>, select);
}
