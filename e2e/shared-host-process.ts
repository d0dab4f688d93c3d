/**
 * Opens one web host after another, as its parent says (shared-host.ts): loading the built host takes a process longer
 * than opening a workspace.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OpenWebHostOptions } from '../src/web/open-web-host.ts';
import type { WebHost } from '../src/web/server.ts';
import type { HostAnswer, HostQuestion } from './shared-host.ts';

const outMain = path.join(import.meta.dirname, '../out/main');
const { openWebHost } = createRequire(import.meta.url)(path.join(outMain, 'open-web-host.cjs')) as {
  openWebHost(options: OpenWebHostOptions): Promise<WebHost>;
};
let host: WebHost | undefined;

async function answer(question: HostQuestion): Promise<HostAnswer> {
  await host?.close();
  host = undefined;
  if (question.open === undefined) return {};
  const { config, ...options } = question.open;
  for (const name of Object.keys(process.env)) if (!(name in question.env)) delete process.env[name];
  Object.assign(process.env, question.env, { OUTRIGGER_CONFIG_DIR: config });
  host = await openWebHost({ outMain, ...options });
  return { address: host.newAddress() };
}

process.on('message', (question: HostQuestion) => {
  void answer(question)
    .catch((error: unknown): HostAnswer => ({ failed: String((error as Error).stack) }))
    .then((answered) => process.send?.(answered));
});
// Without its parent the process ends by itself, once nothing is open.
process.on('disconnect', () => void host?.close());
