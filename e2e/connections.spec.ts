/** Servers in practice: certificates, HTTP/2, compression, responses that break off or never end, OAuth providers. */
import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { OAuth2Server } from 'oauth2-mock-server';
import { makeCertificate } from '../src/core/testing/certificate.ts';
import { hasInterpreter } from '../src/core/testing/interpreters.ts';
import { listen } from '../src/core/testing/listen.ts';
import { draftsOf, expect, inSteps, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, status, tab } from './request-page.ts';

test('a self-signed certificate: reported, then trusted, used with a client certificate; HTTP/2', async ({
  app,
  workspace,
}) => {
  test.skip(!hasInterpreter('openssl'), 'needs openssl');
  const certificate = makeCertificate(mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-tls-')));
  const { files, key, cert } = certificate;
  const asking = https.createServer(
    { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true },
    (_request, response) => response.end('{"client":"known"}'),
  );
  const second = http2.createSecureServer({ key, cert, allowHTTP1: false }, (incoming, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(`{"over":"${incoming.httpVersion}"}`);
  });
  const [certificatePort, http2Port] = [await listen(asking), await listen(second)];
  await openCollection(
    app,
    workspace,
    {
      'asked.yml': simple('asked', `https://localhost:${certificatePort}/`),
      'two.yml': simple('two', `https://localhost:${http2Port}/`),
    },
    '',
  );
  await openRequest(app, 'GET two');
  await send(app);
  await app.openConsole();
  await expect(app.console).toContainText('its certificate is self-signed');
  await expect(app.console).toContainText('Trust its authority');
  await expect(request(app).getByRole('alert')).toContainText(
    'Trust its authority in Settings > Proxy and certificates',
  );
  await app.photograph('certificate');

  await app.page.getByRole('button', { name: 'Environments, cookies, connections' }).click();
  await app.page.getByRole('menuitem', { name: 'Proxy and certificates…' }).click();
  const connection = app.page.getByRole('region', { name: 'Proxy and certificates' });
  const chooseFile = async (button: string, file: string) => {
    await connection.getByRole('button', { name: button }).click();
    const field = app.page.getByRole('dialog', { name: 'Choose a file' }).getByRole('combobox', { name: 'File' });
    await field.fill(file);
    await field.press('Enter');
  };
  await chooseFile('Add a certificate authority', files.cert);
  await expect(connection.getByRole('textbox', { name: 'Certificate authorities' })).toHaveValue(files.cert);
  await expect(app.page.getByRole('region', { name: 'All settings' }).getByRole('status')).toHaveText('Saved');
  await app.page.getByRole('button', { name: 'Show requests' }).click();
  await send(app);
  await expect(responseBody(app)).toContainText('"over": "2.0"');
  await expect(request(app)).toContainText('HTTP/2');

  await openRequest(app, 'GET asked');
  await send(app);
  await expect(request(app).getByRole('alert')).toBeVisible();
  await app.page.getByRole('button', { name: 'Environments, cookies, connections' }).click();
  await app.page.getByRole('menuitem', { name: 'Proxy and certificates…' }).click();
  await connection.getByRole('button', { name: 'Add a client certificate' }).click();
  await connection.getByRole('textbox', { name: 'Host', exact: true }).fill('localhost');
  await connection.getByRole('textbox', { name: 'Certificate (PEM)', exact: true }).fill(files.cert);
  const keyFile = connection.getByRole('textbox', { name: 'Private key (PEM)' });
  await expect(keyFile).toHaveAccessibleDescription(/cert\.pem holds no private key in PEM\./);
  await keyFile.fill('none.key');
  await expect(keyFile).toHaveAccessibleDescription(/none\.key does not exist\./);
  await app.photograph('connection-problems');
  await chooseFile('Choose the file of Private key (PEM)', files.key);
  await expect(keyFile).not.toHaveAttribute('aria-invalid', 'true');
  await expect(connection.getByRole('textbox', { name: 'Private key (PEM)' })).toHaveValue(files.key);
  await expect(app.page.getByRole('region', { name: 'All settings' }).getByRole('status')).toHaveText('Saved');
  await app.page.getByRole('button', { name: 'Show requests' }).click();
  await send(app);
  await expect(responseBody(app)).toContainText('known');
  asking.close();
  second.close();
});

test(
  'an authorization code is obtained; compressed, incomplete, slow and endless responses',
  inSteps({
    'compressed, incomplete, slow and endless responses are each shown as what they are': async ({
      app,
      workspace,
    }) => {
      const text = JSON.stringify({ text: 'the same in every coding' });
      const server = http.createServer((incoming, response) => {
        const coded = { '/gzip': zlib.gzipSync, '/br': zlib.brotliCompressSync, '/zstd': zlib.zstdCompressSync };
        const compress = coded[incoming.url as keyof typeof coded] as ((text: string) => Buffer) | undefined;
        response.setHeader('content-type', 'application/json');
        if (compress) {
          return void response.setHeader('content-encoding', (incoming.url ?? '').slice(1)).end(compress(text));
        }
        if (incoming.url === '/cut') {
          response.writeHead(200, { 'content-length': '1000' }).write('{"half":');
          return void setTimeout(() => response.destroy(), 50);
        }
        if (incoming.url === '/chunks') {
          let sent = 0;
          const timer = setInterval(() => {
            if ((sent += 1) > 3) {
              clearInterval(timer);
              response.end(']');
            } else response.write(sent === 1 ? '[1' : `,${sent}`);
          }, 20);
          return undefined;
        }
        // Endless: the response begins and never ends.
        response.write('{"begun":true');
        return undefined;
      });
      const base = `http://127.0.0.1:${await listen(server)}`;
      const names = ['gzip', 'br', 'zstd', 'cut', 'chunks', 'endless'];
      const files = Object.fromEntries(names.map((name) => [`${name}.yml`, simple(name, `BASE/${name}`)]));
      await openCollection(app, workspace, files, base);
      for (const name of ['gzip', 'br', 'zstd']) {
        await openRequest(app, `GET ${name}`);
        await send(app);
        await expect(responseBody(app)).toContainText('the same in every coding');
      }
      await openRequest(app, 'GET chunks');
      await send(app);
      await expect(responseBody(app)).toContainText('3');
      await expect(status(app)).toHaveText('200 OK');
      await openRequest(app, 'GET cut');
      await send(app);
      await expect(request(app)).toContainText('8 B until the connection was lost');
      await expect(request(app).getByRole('alert')).toBeVisible();
      await app.photograph('cut-off');
      await openRequest(app, 'GET endless');
      await send(app);
      await expect(request(app)).toContainText('so far…');
      await request(app).getByRole('button', { name: 'Stop' }).click();
      await app.openConsole();
      await expect(app.runEnd).toContainText('stopped');
      await expect(request(app)).toContainText('until it was stopped');
      server.closeAllConnections();
      server.close();
    },

    'an authorization code is obtained in the browser, and the request is sent with the token': async ({
      app,
      workspace,
      host,
    }) => {
      // The system’s browser opens there.
      if (host === 'desktop') return;
      const provider = new OAuth2Server();
      await provider.issuer.keys.generate('RS256');
      await provider.start(0, '127.0.0.1');
      const issuer = `http://127.0.0.1:${provider.address().port}`;
      provider.issuer.url = issuer;
      const server = http.createServer((incoming, response) =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ authorization: incoming.headers.authorization?.slice(0, 9) })),
      );
      const base = `http://127.0.0.1:${await listen(server)}`;
      await openCollection(app, workspace, { 'safe.yml': simple('safe', `${base}/`) }, base);
      await openRequest(app, 'GET safe');
      await tab(app, /^Auth/).click();
      const choose = async (label: string, option: string) => {
        await request(app).getByRole('combobox', { name: label }).click();
        await app.page.getByRole('option', { name: option, exact: true }).click();
      };
      await choose('Auth type', 'OAuth 2.0');
      await choose('Grant type', 'Authorization code');
      await request(app).getByRole('textbox', { name: 'Authorization URL' }).fill(`${issuer}/authorize`);
      await request(app).getByRole('textbox', { name: 'Token URL' }).fill(`${issuer}/token`);
      await request(app).getByRole('textbox', { name: 'Client ID' }).fill('outrigger');
      await request(app).getByLabel('Client secret', { exact: true }).fill('secret');
      await send(app);
      const dialog = app.page.getByRole('dialog', { name: 'Sign in with your browser' });
      await expect(dialog).toBeVisible();
      await app.photograph('sign-in');
      const popup = app.page.waitForEvent('popup');
      await dialog.getByRole('link', { name: 'Open the page' }).click();
      await expect((await popup).locator('body')).toContainText(/outrigger|close|done|back/i);
      await expect(dialog).toBeHidden();
      await expect(responseBody(app)).toContainText('Bearer ey');
      await (await popup).close();
      await provider.stop();
      server.close();
    },
  }),
);

test('unsaved changes are restored after the host was killed', async ({ ownHost, host }) => {
  test.skip(host === 'desktop', 'the desktop window ends with its host');
  const { app, web } = await ownHost.start();
  const { page } = app;
  await page.locator('[data-app-state="ready"]').waitFor();
  await page.getByRole('button', { name: 'Show scripts' }).click();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('// typed a moment before');
  await expect.poll(() => draftsOf(ownHost.config)).toContain('typed a moment before');
  const ended = new Promise((resolve) => web.child.once('exit', resolve));
  web.child.kill('SIGKILL');
  await ended;
  await page.close();
  const second = await ownHost.start();
  const { page: secondPage } = second.app;
  await secondPage.getByRole('button', { name: 'Show scripts' }).click();
  await expect(secondPage.locator('.view-lines').first()).toContainText('typed a moment before');
  await second.quit();
});
