/** The built preload, evaluated with a strict fake of the two Electron objects that it may use. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'vite';
import { expect, test } from 'vitest';
import type { PreloadPort } from './preload-port.ts';

const root = path.join(import.meta.dirname, '../..');

async function load() {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { external: ['electron'] },
      lib: { entry: 'src/preload/index.ts', formats: ['cjs'] },
    },
  })) as unknown as { output: [{ code: string }] }[];
  const code = built[0]?.output[0].code ?? '';
  const sent: unknown[] = [];
  const ipc = new EventEmitter();
  const exposed: Record<string, PreloadPort> = {};
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: PreloadPort) => (exposed[name] = value) },
    ipcRenderer: {
      send: (channel: string, message: unknown) => sent.push([channel, message]),
      on: (channel: string, listener: (...values: unknown[]) => void) => ipc.on(channel, listener),
    },
  };
  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`a sandboxed preload cannot require ${name}`);
    return electron;
  };
  vm.runInNewContext(code, { require, module: { exports: {} }, exports: {} });
  return { exposed, sent, ipc };
}

test('the page gets one port, and nothing of Electron', async () => {
  const { exposed, sent, ipc } = await load();
  expect(Object.keys(exposed)).toEqual(['pm']);
  const { pm } = exposed;
  expect(Object.keys(pm ?? {}).sort()).toEqual(['onMessage', 'send']);
  pm?.send({ hello: 1 });
  expect(sent).toEqual([['outrigger', { hello: 1 }]]);
  const received: unknown[][] = [];
  pm?.onMessage((...values) => received.push(values));
  ipc.emit('outrigger', { sender: 'must stay here' }, { type: 'result' });
  expect(received).toEqual([[{ type: 'result' }]]);
});

test('the preload script has at most 60 lines', () => {
  const lines = readFileSync(path.join(root, 'src/preload/index.ts'), 'utf8').split('\n').length;
  expect(lines).toBeLessThanOrEqual(60);
});
