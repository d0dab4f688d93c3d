/** The parts of newman that are used here; its own types depend on packages that are not installed. */
declare module 'newman' {
  export interface Execution {
    item: { name: string };
    response?: { code: number };
    assertions?: { assertion: string; skipped?: boolean; error?: unknown }[];
  }
  export interface NewmanOptions {
    collection: object;
    reporters?: string[];
    environment?: string | object;
    globals?: object;
    iterationData?: string;
    iterationCount?: number | undefined;
    folder?: string | string[] | undefined;
    bail?: boolean | undefined;
    /** Milliseconds. */
    timeoutScript?: number | undefined;
    workingDir?: string;
  }
  export interface NewmanScope {
    values: { key: string; value: unknown; disabled?: boolean }[];
  }
  interface ScriptResult {
    environment?: NewmanScope;
    globals?: NewmanScope;
    collectionVariables?: NewmanScope;
  }
  interface ScriptExecutions {
    executions: { result?: ScriptResult }[];
  }
  /** The second argument of listeners, by event; the first is an error or null. */
  export interface NewmanEvents {
    beforeItem: { item: { name: string }; cursor: { iteration: number } };
    assertion: { assertion: string; skipped?: boolean };
    console: { level: string; messages: unknown[] };
    /** A script has ended. */
    script: object;
    exception: { error: { name: string; message: string } };
    /** The cursor of a script's request contains the id of the script. */
    request: { cursor: { scriptId?: string } };
    prerequest: ScriptExecutions;
    test: ScriptExecutions;
  }
  interface NewmanEmitter {
    on<E extends keyof NewmanEvents>(name: E, listener: (error: Error | null, event: NewmanEvents[E]) => void): void;
  }
  const newman: {
    run(
      options: NewmanOptions,
      done: (error: Error | null, summary: { run: { executions: Execution[] } }) => void,
    ): NewmanEmitter;
  };
  export default newman;
}
