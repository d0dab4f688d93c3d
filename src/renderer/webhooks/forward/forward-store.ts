/** The store for forwarding, replays and rehearsals. */
import { createStore } from 'zustand';
import type { Delivery, ForwardingStatus, SignatureSource } from '../../../contract/webhooks/forwarding-calls.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RehearsalPlanInput, RehearsalReport, RehearsalStep } from '../../../contract/webhooks/rehearsal-calls.ts';
import { followState } from '../../host/followed-state.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';
import { showError } from '../../ui/messages/notify.ts';

export interface ForwardStore {
  /** Undefined until it is loaded. */
  status: ForwardingStatus | undefined;
  /** Responses to the shown notification when it was forwarded or replayed, the latest first. */
  deliveries: Delivery[];
  /** The progress of the running rehearsal; undefined while none runs. */
  progress: { done: number; total: number } | undefined;
  load(): Promise<void>;
  set(forwarding: { on: boolean; url: string }): Promise<void>;
  /** Loads the deliveries of a notification, and updates them until another notification is shown. */
  showDeliveries(notification: number): Promise<void>;
  replay(
    ids: readonly number[],
    to: { url: string; sign: SignatureSource | null },
    signal: AbortSignal,
  ): Promise<Delivery[]>;
  preview(plan: RehearsalPlanInput): Promise<RehearsalStep[]>;
  /** Runs the rehearsal of a plan. @returns undefined when `stopRehearsal` has ended it */
  rehearse(plan: RehearsalPlanInput, url: string, sign: SignatureSource | null): Promise<RehearsalReport | undefined>;
  stopRehearsal(): void;
}

export function createForwardStore(client: HostClient, workspace: ShownWorkspace) {
  let shown: number | undefined;
  const deliveryReads = workspace.latestCall();
  let rehearsal: AbortController | undefined;
  const followed = followState<ForwardingStatus>(workspace, (status) => store.setState({ status }));
  const store = createStore<ForwardStore>()((set) => ({
    status: undefined,
    deliveries: [],
    progress: undefined,
    load: () => followed.read(client.call('forwarding.status', {})),
    set: (forwarding) => followed.change(client.call('forwarding.set', forwarding)),
    async showDeliveries(notification) {
      if (shown !== notification) set({ deliveries: [] });
      shown = notification;
      await deliveryReads.show(client.call('forwarding.deliveries', { notification }), ({ deliveries }) =>
        set({ deliveries }),
      );
    },
    async replay(ids, { url, sign }, signal) {
      return (await client.call('forwarding.replay', { ids: [...ids], url, sign }, signal)).deliveries;
    },
    preview: async (plan) => (await client.call('rehearsal.preview', { plan })).steps,
    async rehearse(plan, url, sign) {
      const current = new AbortController();
      const { signal } = (rehearsal = current);
      set({ progress: { done: 0, total: 0 } });
      try {
        return (await client.call('rehearsal.run', { plan, url, sign }, signal)).report;
      } catch (error) {
        if (!signal.aborted) throw error;
        return undefined;
      } finally {
        // Another one may have been started since this one was stopped.
        if (rehearsal === current) set({ progress: undefined });
      }
    },
    stopRehearsal: () => rehearsal?.abort(),
  }));
  workspace.empty(store);
  client.on('forwarding.changed', followed.announced);
  client.on('forwarding.delivered', ({ notifications }) => {
    if (shown !== undefined && notifications.includes(shown)) {
      store.getState().showDeliveries(shown).catch(showError);
    }
  });
  client.on('rehearsal.progress', (progress) => {
    store.setState((state) => (state.progress ? { progress } : {}));
  });
  return store;
}
