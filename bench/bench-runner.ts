/** Runs scripts as the application does. Every program is allowed. */
import path from 'node:path';
import pLimit from 'p-limit';
import type { RunEvent } from '../src/contract/runs/run-event.ts';
import { createCookieJar } from '../src/core/http/cookies/cookie-jar.ts';
import { noTokens } from '../src/core/http/oauth2/oauth2.ts';
import { createHttpClient } from '../src/core/http/http-client.ts';
import type { HttpExchange } from '../src/core/http/http-client.ts';
import { executeScript } from '../src/core/runs/script/execute-script.ts';
import { createBodies } from '../src/core/guest/bodies.ts';
import { createWarmJava } from '../src/core/programs/jar/warm-java.ts';
import { eventStream } from '../src/core/runs/script/run-script.ts';
import { residentBytes } from '../src/core/processes/process-memory.ts';
import { loneContext } from '../src/contract/scripts/script-context.ts';
import { userEnvironment } from '../src/core/processes/user-environment.ts';
import { createLauncher } from '../src/core/processes/launcher/launcher.ts';
import { createReaper } from '../src/core/processes/ending/reaper.ts';
import { findSandboxRuntime } from '../src/core/processes/find-runtime.ts';
import { createSandboxPool } from '../src/core/sandbox-process/pool/sandbox-pool.ts';

export const root = path.join(import.meta.dirname, '..');

export function createBenchRunner(directory: string) {
  const entry = path.join(root, 'out/main/sandbox.mjs');
  const reaper = createReaper();
  const runtime = findSandboxRuntime();
  const launcher = createLauncher(runtime);
  const sandboxes = createSandboxPool({ runtime, entry, size: 1, spares: 1, reaper });
  const warmJava = createWarmJava({ start: launcher.start, reaper });
  const programs = {
    directory,
    jarExecuter: path.join(root, 'resources/JarExecuter-1.1.0-jar-with-dependencies.jar'),
    env: userEnvironment(),
    authorize: () => Promise.resolve(true),
    inTurn: pLimit(64),
    start: launcher.start,
    warmJava,
  };
  const resources = { http: createHttpClient(), jar: createCookieJar(), tokens: noTokens() };
  const signal = new AbortController().signal;
  const dependencies = { sandboxes, programs: { ...programs, runId: 'bench' }, reaper, resources };
  let count = 0;
  return {
    dependencies,
    async run(
      source: string,
      onEvent: (event: RunEvent) => void = () => undefined,
      options: { body?: string; environment?: Record<string, unknown> } = {},
    ): Promise<void> {
      const emit = eventStream(`run-${++count}`, onEvent);
      const bodies = createBodies();
      const context = loneContext({ environment: { values: options.environment ?? {} } });
      if (options.body !== undefined) context.response = bodies.add(answer(options.body));
      const { outcome } = await executeScript(
        { name: 'bench.js', source, context, bodies },
        dependencies,
        { emit, nextCallId: () => ++count },
        signal,
      );
      if (outcome !== 'passed') throw new Error(`The script ${outcome}: ${source}`);
    },
    /** Memory in bytes of a warm sandbox process. */
    async sandboxMemory(): Promise<number> {
      const sandboxProcess = await sandboxes.take();
      await sandboxProcess.ready();
      const bytes = await residentBytes(sandboxProcess.pid ?? 0);
      sandboxes.giveBack(sandboxProcess);
      return bytes ?? 0;
    },
    async close() {
      await sandboxes.close();
      await resources.http.close();
      await warmJava.close();
      launcher.close();
      reaper.close();
    },
  };
}

function answer(body: string): HttpExchange {
  const bytes = Buffer.from(body);
  const hop = { method: 'GET', url: 'http://localhost/', requestHeaders: [], status: 200, statusText: 'OK' };
  const timings = { firstByte: 1, download: 1, total: 2 };
  const headers = [{ name: 'content-type', value: 'application/json' }];
  return {
    body: bytes,
    downloadedBytes: bytes.length,
    isIncomplete: false,
    hops: [{ ...hop, httpVersion: '1.1', headers, timings }],
  };
}
