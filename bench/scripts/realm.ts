/**
 * What a script costs beside an empty realm, in one process: the sandbox is evaluated again in the realm of each script,
 * so that each function and object of it that a script does not need counts (src/sandbox/README.md).
 */
import vm from 'node:vm';
import { guestBundles } from '../../scripts/guest-bundles.ts';
import { operation, type HostFunction } from '../../src/contract/scripts/guest-operations.ts';
import { loneContext } from '../../src/contract/scripts/script-context.ts';
import { root } from '../bench-runner.ts';
import { median, type Figure } from '../figure.ts';

const SCRIPTS = 1500;
/** The first ones are slower, because their code is not compiled yet. */
const WARM_UP = 500;

const sets = "pm.variables.set('now', Date.now()); pm.request.headers.upsert({ key: 'X-Now', value: '1' });";
const tests = "pm.test('ok', () => { pm.response.to.have.status(200); pm.expect(pm.response.json().ok).to.be.true; });";
const request = { method: 'GET', url: 'http://localhost/items', header: [{ key: 'Accept', value: '*/*' }] };
const response = {
  code: 200,
  status: 'OK',
  headers: [{ key: 'content-type', value: 'application/json' }],
  responseTime: 1,
  responseSize: 11,
  downloadedBytes: 11,
  body: 0,
  text: '{"ok":true}',
};

const messageOf = (source: string) =>
  JSON.stringify({ t: 'run', run: 1, name: 'script.js', source, context: { ...loneContext(), request, response } });

interface Realm {
  deliver(text: string): void;
}
type Boot = (realm: {
  global: object;
  hostFunction: HostFunction;
  loadChunk: () => undefined;
  preload: string;
}) => Realm;

/** The code that is evaluated in each realm: an expression whose value has the function `boot`. */
async function sandboxCode(): Promise<string> {
  const load = guestBundles(root).load as (this: object, id: string) => Promise<string>;
  const module = await load.call({ addWatchFile: () => undefined, warn: () => undefined }, '\0virtual:guest-bundles');
  return (JSON.parse(module.slice(module.indexOf('{'), module.lastIndexOf('}') + 1)) as { boot: string }).boot;
}

/** Milliseconds for an empty realm, and for the sandbox and the script in it. */
async function runScript(code: vm.Script, message: string): Promise<[empty: number, script: number]> {
  const startMs = performance.now();
  const global = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  const createdMs = performance.now();
  const { boot } = code.runInContext(global) as { boot: Boot };
  let hasEnded = false;
  const hostFunction: HostFunction = (kind, text) => {
    if (kind === operation.message && (JSON.parse(text) as { t?: string }).t === 'done') hasEnded = true;
  };
  const realm = boot({ global, hostFunction, loadChunk: () => undefined, preload: '' });
  realm.deliver(message);
  const ranMs = performance.now();
  // The pending microtasks of the script.
  await new Promise((resolve) => setImmediate(resolve));
  const resumedMs = performance.now();
  realm.deliver('{"t":"idle"}');
  if (!hasEnded) throw new Error('The script did not end.');
  return [createdMs - startMs, ranMs - createdMs + performance.now() - resumedMs];
}

export async function benchRealm(): Promise<Figure[]> {
  const code = new vm.Script(await sandboxCode());
  const messages = [messageOf(sets), messageOf(tests)];
  const times: [empty: number[], script: number[]] = [[], []];
  for (let index = 0; index < SCRIPTS; index += 1) {
    const [empty, script] = await runScript(code, messages[index % 2] ?? '');
    if (index < WARM_UP) continue;
    times[0].push(empty);
    times[1].push(script);
  }
  const [empty, script] = times.map(median) as [number, number];
  const microseconds = `${Math.round(script * 1000)} of ${Math.round(empty * 1000)} µs`;
  return [
    {
      what: `the sandbox and a short script / an empty realm (${microseconds})`,
      value: script / empty,
      unit: 'times',
      target: 1,
    },
  ];
}
