/**
 * The settings of a shared listener: the process that listens can change them and continues to listen; the others
 * report where that is.
 */
import { expect, test, vi } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { start, texts, WAIT, workspace } from '../testing/listening-processes.ts';

const fromPage = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, headers: { origin: 'http://page.example' } }).then(({ status }) => status);

test('a listener that restarts with other settings stays the listener, and is followed at its new address', async () => {
  const { leaseFile, file } = workspace();
  const [port, nextPort] = [await freePort(), await freePort()];
  const listener = await start({ file, leaseFile, port });
  const follower = await start({ file, leaseFile, port });
  expect(await fromPage(listener.status().url, 'x')).toBe(403);

  for (const [index, listenOptions] of [{ port }, { port: nextPort }].entries()) {
    await listener.call('restart', { ...listenOptions, allowBrowsers: true });
    expect(listener.status()).toMatchObject({ listening: true, notice: null, allowBrowsers: true, ...listenOptions });
    await vi.waitFor(
      () => expect(follower.status()).toMatchObject({ listening: true, allowBrowsers: true, ...listenOptions }),
      WAIT,
    );
    expect(follower.status().notice).toContain(`process ${listener.child.pid}`);
    expect(await fromPage(follower.status().url, `body ${index}`)).toBe(200);
    await vi.waitFor(() => expect(texts(follower).at(-1)).toBe(`body ${index}`), WAIT);
  }
});

test('when the listener is killed during its restart, a follower listens', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const follower = await start({ file, leaseFile, port });
  await listener.call('stopToRestart');
  await listener.end('SIGKILL');
  await vi.waitFor(() => expect(follower.status()).toMatchObject({ listening: true, port, notice: null }), WAIT);
});

test('a follower reports which of its settings differ from those of the listener, and where to change them', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const follower = await start({
    file,
    leaseFile,
    port,
    allowBrowsers: true,
    tls: { mode: 'local', certFile: '', keyFile: '' },
  });
  expect(follower.status()).toMatchObject({ url: listener.status().url, allowBrowsers: false });
  expect(follower.status().notice).toContain(
    'It refuses requests of web pages, and serves without TLS, as is set there.',
  );
});
