/**
 * `npm run bench [scripts|debugger|programs|webhooks|http|runs|scale|queue|load|editor|search|window|soak]`: the
 * figures that the product promises. What is compared is measured in the same run, in turn. Needs a build (`npm run
 * build`).
 */
import { useOneTemporaryFolder } from '../scripts/one-temporary-folder.ts';
import type { Figure } from './figure.ts';

// Each suite is imported when it is run, because a larger process starts others more slowly.
const suites: Record<string, () => Promise<Figure[]>> = {
  scripts: async () => (await import('./scripts/scripts.ts')).benchScripts(),
  debugger: async () => (await import('./scripts/debugger.ts')).benchDebugger(),
  programs: async () => (await import('./runs/programs.ts')).benchPrograms(),
  webhooks: async () => (await import('./webhooks/webhooks.ts')).benchWebhooks(),
  http: async () => (await import('./runs/http.ts')).benchHttp(),
  runs: async () => (await import('./runs/runs.ts')).benchRuns(),
  scale: async () => (await import('./runs/scale.ts')).benchScale(),
  queue: async () => (await import('./runs/run-queue.ts')).benchRunQueue(),
  load: async () => (await import('./runs/load.ts')).benchLoad(),
  editor: async () => (await import('./window/editor.ts')).benchEditor(),
  search: async () => (await import('./window/search.ts')).benchSearch(),
  window: async () => (await import('./window/window.ts')).benchWindow(),
  soak: async () => (await import('./runs/soak.ts')).benchSoak(),
};
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
  process.exitCode = 2;
} else {
  removeTemporaryFilesAtEnd();
  for (const name of names.length > 0 ? names : Object.keys(suites)) {
    console.log(`\n${name}`);
    for (const { what, value, unit, target } of (await suites[name]?.()) ?? []) {
      const mark = value <= target ? 'ok  ' : 'MISS';
      console.log(`  ${mark} ${what.padEnd(62)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(5)} (at most ${target})`);
    }
  }
}

/** Those of the suites and of the processes that they start. */
function removeTemporaryFilesAtEnd(): void {
  const { remove } = useOneTemporaryFolder('outrigger-bench-');
  process.on('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      remove();
      process.kill(process.pid, signal);
    });
  }
}
