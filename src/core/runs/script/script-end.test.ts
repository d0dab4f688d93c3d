/** The end of a script, and errors that nothing in it handles. */
import { afterAll, describe, expect, test } from 'vitest';
import { MAX_REPORTED_ERRORS } from '../../../contract/scripts/guest-operations.ts';
import { createRunner } from '../../testing/run.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

async function run(source: string) {
  const { events, outcome } = await runner.run(source);
  const tests = events.flatMap((event) => (event.type === 'test' ? [`${event.name}: ${event.state}`] : []));
  const reasons = events.flatMap((event) => (event.type === 'test' && event.error ? [event.error.message] : []));
  const errors = events.flatMap((event) => (event.type === 'script.error' ? [event.error] : []));
  return { outcome, tests, reasons, errors };
}

describe('an endless wait', () => {
  test('is reported for a test whose callback is not called', async () => {
    const { outcome, tests, reasons } = await run("pm.test('open', function (done) {}); pm.test('other', () => {});");
    expect(tests).toEqual(['other: passed', 'open: failed']);
    expect(reasons).toEqual(['The test did not call its callback "done", and nothing is left that could call it.']);
    expect(outcome).toBe('failed');
  });
  test('is not reported for a test whose callback an error has kept from being called', async () => {
    const { outcome, tests, errors } = await run(
      "pm.test('open', (done) => void setTimeout(() => { pm.expect(1).to.equal(2); done(); }, 5)); pm.test('other', () => {});",
    );
    expect(tests).toEqual(['other: passed']);
    expect(errors.map(({ message }) => message)).toEqual(['expected 1 to equal 2']);
    expect(outcome).toBe('error');
  });
  test('is reported for a test whose promise does not settle, after its timers', async () => {
    const { tests, reasons } = await run(
      "pm.test('open', () => new Promise(() => {})); setTimeout(() => pm.test('later', () => {}), 20);",
    );
    expect(tests).toEqual(['open: failed', 'later: passed']);
    expect(reasons[0]).toContain('did not settle');
  });
  test('is reported for the script itself', async () => {
    const { outcome, errors } = await run('await new Promise(() => {});');
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('awaits a promise')]);
    expect(outcome).toBe('error');
  });
  test('is not reported for what another thread settles', async () => {
    const { outcome, tests } = await run(`
      const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
      pm.test('compiled', async () => { await WebAssembly.compile(bytes); });
      const memory = new Int32Array(new SharedArrayBuffer(4));
      const { value } = Atomics.waitAsync(memory, 0, 0, 30);
      pm.expect(await value).to.equal('timed-out');
    `);
    expect(tests).toEqual(['compiled: passed']);
    expect(outcome).toBe('passed');
  });
  test('is not reported for what a timer calls later', async () => {
    const { tests } = await run("pm.test('late', (done) => void setTimeout(done, 30));");
    expect(tests).toEqual(['late: passed']);
  });
});

describe('the script continues after an error', () => {
  test('of its own code: its timers and requests go on, and their tests count', async () => {
    const { outcome, tests, errors } = await run(`
      setTimeout(() => pm.test('timer', () => {}), 20);
      pm.sendRequest('http://127.0.0.1:1/', (error) => pm.test('callback', () => pm.expect(error.code).to.equal('ECONNREFUSED')));
      pm.test('done', (done) => void setTimeout(done, 5));
      tests['before'] = true;
      throw new Error('in the main code');`);
    expect(tests.sort()).toEqual(['before: passed', 'callback: passed', 'done: passed', 'timer: passed']);
    expect(errors).toMatchObject([{ message: 'in the main code', line: 6 }]);
    expect(outcome).toBe('error');
  });
  test('of a rejected promise', async () => {
    const { outcome, tests, errors } = await run(
      "Promise.reject(new Error('nobody handles it'));\nsetTimeout(() => pm.test('later', () => {}), 20);",
    );
    expect(errors).toMatchObject([{ message: 'nobody handles it', line: 1 }]);
    expect(tests).toEqual(['later: passed']);
    expect(outcome).toBe('error');
  });
  test('that is not an Error', async () => {
    const { tests, errors } = await run("Promise.reject(1); setTimeout(() => pm.test('later', () => {}), 20);");
    expect(errors).toHaveLength(1);
    expect(tests).toEqual(['later: passed']);
  });
  test('thrown by a timer, each time', async () => {
    const { tests, errors } = await run(`
      let left = 3;
      const every = setInterval(() => { if (--left === 0) clearInterval(every); throw new Error('in a timer'); }, 1);
      setTimeout(() => pm.test('later', () => {}), 60);
    `);
    expect(errors.map(({ message }) => message)).toEqual(['in a timer', 'in a timer', 'in a timer']);
    expect(tests).toEqual(['later: passed']);
  });
  test('until there are too many', async () => {
    const { outcome, errors } = await run("setInterval(() => { throw new Error('again'); }, 0);");
    expect(errors).toHaveLength(MAX_REPORTED_ERRORS + 1);
    expect(outcome).toBe('error');
  });
});

test.each([
  ["'text'", 'text'],
  ["{ code: 7, reason: 'no' }", '{"code":7,"reason":"no"}'],
  ['{}', '[object Object]'],
  ['(() => { const o = {}; o.o = o; return o; })()', '[object Object]'],
  ['null', 'null'],
])('the error of a script that throws %s shows the value', async (value, shown) => {
  const { errors } = await run(`throw ${value};`);
  expect(errors).toMatchObject([{ name: 'Uncaught', message: shown }]);
});
