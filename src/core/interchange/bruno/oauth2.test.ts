/** OAuth 2 of .bru files, whose further parameters are blocks of their own. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { importText } from '../import.ts';

const block = (name: string, ...rows: string[]) =>
  `auth:oauth2:additional_params:${name} {\n  ${rows.join('\n  ')}\n}\n\n`;

test('further parameters of the requests to the server, by their place', async () => {
  const root = temporaryFolder('bruno');
  const auth = `auth:oauth2 {
  grant_type: authorization_code
  callback_url: http://x/back
  authorization_url: http://x/auth
  access_token_url: http://x/token
  client_id: c
  client_secret: s
  pkce: true
}

`;
  const blocks =
    block('auth_req:queryparams', 'prompt: login') +
    block('access_token_req:headers', 'X-Tenant: me', '~X-Off: 1') +
    block('access_token_req:queryparams', 'v: 2') +
    block('access_token_req:body', 'audience: api') +
    block('refresh_token_req:body', 'again: yes');
  const request = 'meta {\n  name: A\n  type: http\n}\n\nget {\n  url: http://x/\n  body: none\n  auth: oauth2\n}\n\n';
  writeFileSync(path.join(root, 'bruno.json'), '{"version":"1","name":"Shop"}');
  writeFileSync(path.join(root, 'A.bru'), `${request}${auth}${blocks}`);
  const { items, warnings } = await importText('', root, { folder: root });
  // A disabled parameter cannot be stored, so a warning names it.
  const lost = 'oauth2_additional_parameters_access_token_req_headers';
  expect(warnings.map(({ what }) => what)).toEqual([`the field "${lost}.name"`, `the field "${lost}.value"`]);
  expect(items).toMatchObject([
    {
      request: {
        http: {
          auth: {
            flow: 'authorization_code',
            additionalParameters: {
              authorizationRequest: [{ name: 'prompt', value: 'login', placement: 'query' }],
              accessTokenRequest: [
                { name: 'X-Tenant', value: 'me', placement: 'header' },
                { name: 'v', value: '2', placement: 'query' },
                { name: 'audience', value: 'api', placement: 'body' },
              ],
              refreshTokenRequest: [{ name: 'again', value: 'yes', placement: 'body' }],
            },
          },
        },
      },
    },
  ]);
});

test('the implicit flow stays what it is', async () => {
  const root = temporaryFolder('bruno');
  const request = 'meta {\n  name: A\n  type: http\n}\n\nget {\n  url: http://x/\n  body: none\n  auth: oauth2\n}\n\n';
  const auth = `auth:oauth2 {
  grant_type: implicit
  callback_url: http://x/back
  authorization_url: http://x/auth
  client_id: c
  scope: read
  state: s
  token_placement: header
  token_header_prefix: Bearer
}
`;
  writeFileSync(path.join(root, 'bruno.json'), '{"version":"1","name":"Shop"}');
  writeFileSync(path.join(root, 'A.bru'), request + auth);
  const { items, warnings } = await importText('', root, { folder: root });
  expect(warnings).toEqual([]);
  expect((items[0] as { request: { http: unknown } }).request.http).toMatchObject({
    auth: {
      type: 'oauth2',
      flow: 'implicit',
      authorizationUrl: 'http://x/auth',
      callbackUrl: 'http://x/back',
      credentials: { clientId: 'c' },
      scope: 'read',
      state: 's',
      tokenConfig: { placement: { header: 'Bearer' } },
    },
  });
});
