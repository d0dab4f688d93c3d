/** The views of the rail that are not the first screen. */
import { loadLater } from '../ui/load-later.tsx';

export const EnvironmentsPage = loadLater(
  async () => (await import('../environments/EnvironmentsPage.tsx')).EnvironmentsPage,
);
export const HistoryView = loadLater(async () => (await import('../history/HistoryView.tsx')).HistoryView);
export const ProgramsView = loadLater(async () => (await import('../programs/ProgramsView.tsx')).ProgramsView);
export const RunnerView = loadLater(async () => (await import('../runner/RunnerView.tsx')).RunnerView);
export const SettingsPage = loadLater(async () => (await import('../settings/SettingsPage.tsx')).SettingsPage);
export const WebhooksView = loadLater(async () => (await import('../webhooks/WebhooksView.tsx')).WebhooksView);

/** Fetches all of them, so that none is waited for when it is shown. A view that cannot be fetched is tried again then. */
export async function preloadViews(): Promise<void> {
  const views = [EnvironmentsPage, HistoryView, ProgramsView, RunnerView, SettingsPage, WebhooksView];
  await Promise.allSettled(views.map((view) => view.preload()));
}
