/** Calls of the host that replace each other: the reply to an earlier one, which may arrive last, is not used. */
export interface LatestCall {
  /** Begins a call. @returns is aborted when another one begins */
  begin(): AbortSignal;
  /** That of the latest call, for what is read in addition to it. */
  current(): AbortSignal;
  /** Lets no reply be used until another call begins. */
  cancel(): void;
  /**
   * Begins a call, and uses its reply unless another call has begun meanwhile. Settles when the reply to the latest call
   * is used, so that whoever waits for values finds those.
   */
  show<T>(reply: Promise<T>, use: (value: T) => void): Promise<void>;
}

export function createLatestCall(): LatestCall {
  let controller = new AbortController();
  let latest: Promise<void> | undefined;
  const begin = () => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
  return {
    begin,
    current: () => controller.signal,
    cancel: () => controller.abort(),
    async show(reply, use) {
      const call = begin();
      let showing = (latest = reply.then((value) => {
        if (!call.aborted) use(value);
      }));
      await showing;
      while (latest !== showing) await (showing = latest);
    },
  };
}
