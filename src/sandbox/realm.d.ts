/** The few globals beyond ECMAScript that the guest's realm has: none of Node, and no DOM. */
declare const WebAssembly: Record<string, unknown> | undefined;

interface ErrorConstructor {
  stackTraceLimit: number;
  /** Sets the member `stack`, without the frames up to that of `from`. */
  captureStackTrace(target: object, from: (...values: never[]) => unknown): void;
}

/** The package's own types are not reachable through its export map. */
declare module 'event-target-shim' {
  export const Event: unknown;
  export const EventTarget: unknown;
}
