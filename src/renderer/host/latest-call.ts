/** Calls of the host that replace each other: the reply to an earlier one, which may arrive last, is not used. */
export interface LatestCall {
  /** Begins a call. @returns is aborted when another one begins */
  begin(): AbortSignal;
  /** That of the latest call, for what is read in addition to it. */
  current(): AbortSignal;
  /** Lets no reply be used until another call begins. */
  cancel(): void;
}

export function createLatestCall(): LatestCall {
  let controller = new AbortController();
  return {
    begin() {
      controller.abort();
      controller = new AbortController();
      return controller.signal;
    },
    current: () => controller.signal,
    cancel: () => controller.abort(),
  };
}
