/** The views of the rail that are not the first screen. */
import { views, type View } from '../context/views.ts';
import { loadLater, type LoadedLater } from '../ui/load-later.tsx';

export const EnvironmentsPage = loadLater(
  async () => (await import('../environments/EnvironmentsPage.tsx')).EnvironmentsPage,
);
export const HistoryView = loadLater(async () => (await import('../history/HistoryView.tsx')).HistoryView);
export const ProgramsView = loadLater(async () => (await import('../programs/ProgramsView.tsx')).ProgramsView);
export const RunnerView = loadLater(async () => (await import('../runner/RunnerView.tsx')).RunnerView);
export const SettingsPage = loadLater(async () => (await import('../settings/SettingsPage.tsx')).SettingsPage);
export const WebhooksView = loadLater(async () => (await import('../webhooks/WebhooksView.tsx')).WebhooksView);

/** All but the views of the first screen. */
const later: Record<Exclude<View, 'requests' | 'scripts'>, LoadedLater> = {
  environments: EnvironmentsPage,
  history: HistoryView,
  programs: ProgramsView,
  runner: RunnerView,
  settings: SettingsPage,
  webhooks: WebhooksView,
};

/** Loads a view before it is drawn. A view that cannot be loaded is tried again when it is shown. */
export async function preloadView(view: View): Promise<void> {
  if (view !== 'requests' && view !== 'scripts') await later[view].preload().catch(() => undefined);
}

/** Loads all of them, so that they are shown without a wait. */
export async function preloadViews(): Promise<void> {
  await Promise.all(views.map(preloadView));
}
