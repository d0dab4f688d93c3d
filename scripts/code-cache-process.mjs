/**
 * Evaluates the code of a script's realm, which it reads from its input, runs a small script in it, and writes V8's
 * compiled form of what was used, as base64. Started by code-cache.ts with the flags of a sandbox process.
 */
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

/** Uses what most scripts use: V8 keeps the functions that have run. */
const source = `
  pm.environment.set('name', pm.environment.get('name') + pm.variables.get('name'));
  console.log('text', 1, { list: [1, 'text'] });
  pm.test('passes', () => { pm.response.to.have.status(200); pm.expect(pm.response.json().id).to.eql(1); });
`;
const values = { values: { name: 'text' } };
const message = {
  t: 'run',
  run: 1,
  name: 'script.js',
  source,
  context: {
    info: { eventName: 'test', iteration: 0, iterationCount: 1, requestName: '', requestId: '' },
    location: [],
    scopes: { local: values, data: values, request: values, environment: values, collection: values, globals: values },
    response: { code: 200, status: 'OK', headers: [], responseTime: 1, responseSize: 8, body: 0, text: '{"id":1}' },
  },
};

const refuseImport = () => {
  throw new Error('The code of a realm imports nothing.');
};
const script = new vm.Script(readFileSync(0, 'utf8'), { importModuleDynamically: refuseImport });
const global = vm.createContext(vm.constants.DONT_CONTEXTIFY, { importModuleDynamically: refuseImport });
const realm = script
  .runInContext(global)
  .boot({ global, hostFunction: () => undefined, loadChunk: () => undefined, preload: '' });
realm.deliver(JSON.stringify(message));
setImmediate(() => {
  realm.deliver('{"t":"idle"}');
  process.stdout.write(script.createCachedData().toString('base64'));
});
