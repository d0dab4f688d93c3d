/** A state of the host that the window reads, changes, and is told about when another window changes it. */
import type { ShownWorkspace } from './shown-workspace.ts';

export interface FollowedState<T> {
  /** Shows the reply to a read, unless something newer was shown meanwhile. */
  read(reply: Promise<T>): Promise<void>;
  /** Shows the reply to a change. */
  change(reply: Promise<T>): Promise<void>;
  /** Shows what an event of the host tells. */
  announced(state: T): void;
}

export function followState<T>(workspace: ShownWorkspace, show: (state: T) => void): FollowedState<T> {
  const reads = workspace.latestCall();
  const changes = workspace.latestCall();
  const announced = (state: T) => {
    // The host may have read what it replies before this change.
    reads.cancel();
    show(state);
  };
  return {
    read: (reply) => reads.show(reply, show),
    change: (reply) => changes.show(reply, announced),
    announced,
  };
}
