/** What is used of newman here; its own types lean on others that are not installed. */
declare module 'newman' {
  interface Execution {
    item: { name: string };
    response?: { code: number };
    assertions?: { assertion: string; skipped?: boolean; error?: unknown }[];
  }
  const newman: {
    run(
      options: { collection: object; reporters: string[]; environment?: string; iterationData?: string },
      done: (error: Error | null, summary: { run: { executions: Execution[] } }) => void,
    ): void;
  };
  export default newman;
}
