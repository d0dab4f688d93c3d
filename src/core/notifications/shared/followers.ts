/**
 * The processes that follow a listener. A listener that has replaced another one remembers the messages that it has
 * sent for a while, because followers of the former one may connect later.
 */
import type { Socket } from 'node:net';
import { frameOf, MAX_BACKLOG_BYTES, type WireMessage } from './messages.ts';

const RECENT_MS = 10_000;
const MAX_RECENT_BYTES = 64 * 1024 * 1024;

export interface Audience {
  /** Sends only to followers that have the same database as the listener. */
  onlySameStore?: boolean;
  /** The follower from which the message comes, which does not receive it. */
  except?: Socket;
}
export interface Followers {
  /** @param follower.previous the secret of the listener that it followed before; null at first */
  add(socket: Socket, follower: { sameStore: boolean; previous: string | null }): void;
  /** Whether a message sent now reaches any follower, now or later. */
  hasAudience(): boolean;
  send(messages: readonly WireMessage[], audience?: Audience): void;
  close(): void;
}

/** @param predecessor the secret of the replaced listener; null at first */
export function createFollowers(predecessor: string | null): Followers {
  const sameStoreOf = new Map<Socket, boolean>();
  let recentFrames: { frame: Buffer; onlySameStore: boolean }[] | undefined = predecessor === null ? undefined : [];
  let recentBytes = 0;
  const forgetting = setTimeout(() => (recentFrames = undefined), RECENT_MS).unref();

  function keepFrame(frame: Buffer, onlySameStore: boolean): void {
    recentFrames?.push({ frame, onlySameStore });
    recentBytes += frame.length;
    if (recentBytes > MAX_RECENT_BYTES) recentFrames = undefined;
  }
  return {
    add(socket, { sameStore, previous }) {
      if (previous !== null && previous === predecessor) {
        for (const { frame, onlySameStore } of recentFrames ?? []) if (sameStore || !onlySameStore) socket.write(frame);
      }
      sameStoreOf.set(socket, sameStore);
      socket.on('close', () => sameStoreOf.delete(socket));
    },
    hasAudience: () => sameStoreOf.size > 0 || recentFrames !== undefined,
    send(messages, { onlySameStore = false, except } = {}) {
      if (sameStoreOf.size === 0 && recentFrames === undefined) return;
      for (const frame of messages.map(frameOf)) {
        if (recentFrames) keepFrame(frame, onlySameStore);
        for (const [socket, sameStore] of sameStoreOf) {
          if (socket !== except && (sameStore || !onlySameStore)) socket.write(frame);
        }
      }
      for (const socket of sameStoreOf.keys()) if (socket.writableLength > MAX_BACKLOG_BYTES) socket.destroy();
    },
    close: () => clearTimeout(forgetting),
  };
}
