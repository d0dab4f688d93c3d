/** Bodies, addresses and auth of Insomnia whose form differs from the one that is sent. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';

async function importRequest(request: object) {
  const collection = [{ name: 'Ask', method: 'POST', url: '{{ _.base }}/a', ...request }];
  const text = JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'C', collection });
  const { items, warnings } = await importText(text, 'c.json');
  const [item] = items;
  return { request: item && 'request' in item ? item.request : undefined, warnings };
}

test('GraphQL is a query with its variables', async () => {
  const sent = { query: 'query A($id: ID) { a(id: $id) }', variables: { id: '{{ _.id }}' }, operationName: 'A' };
  const body = { mimeType: 'application/graphql', text: JSON.stringify(sent) };
  const { request, warnings } = await importRequest({ body });
  expect(request).toMatchObject({
    info: { type: 'graphql' },
    graphql: {
      method: 'POST',
      url: '{{base}}/a',
      body: { query: sent.query, variables: '{\n  "id": "{{id}}"\n}', operationName: 'A' },
    },
  });
  expect(warnings).toEqual([]);
});

test('GraphQL that is not JSON is imported unchanged, with a warning', async () => {
  const { request, warnings } = await importRequest({ body: { mimeType: 'application/graphql', text: '{ a }' } });
  expect(request?.http?.body).toEqual({ type: 'json', data: '{ a }' });
  expect(warnings).toEqual([{ where: 'Ask', what: 'that its body is GraphQL: it is kept as the JSON that is sent' }]);
});

test('signs of a query in the value of a parameter do not end it; variables in brackets', async () => {
  const parameters = [
    { name: 'q', value: 'a&b=c#d' },
    { name: 'v', value: "{{ _['my name'] }}" },
  ];
  const { request } = await importRequest({ parameters });
  expect(request?.http?.url).toBe('{{base}}/a?q=a%26b=c%23d&v={{my name}}');
});

test('environments: members and items of nested values have names, and a sub-environment changes single ones', async () => {
  const data = { url: 'u', user: { name: 'alice', roles: ['admin'] }, list: [{ id: 1 }, 2] };
  const environments = { name: 'Base', data, subEnvironments: [{ name: 'Test', data: { user: { name: 'bob' } } }] };
  const collection = [{ name: 'A', url: '{{ _.url }}', headers: [{ name: 'X', value: '{{ _.list[0].id }}' }] }];
  const text = JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'C', collection, environments });
  const imported = await importText(text, 'c.json');
  const valuesOf = (index: number): Record<string, unknown> =>
    Object.fromEntries<unknown>(
      (imported.environments[index]?.variables ?? []).map((row) => [row.name ?? '', 'value' in row && row.value]),
    );
  const lists = {
    'user.roles': '["admin"]',
    'user.roles[0]': 'admin',
    list: '[{"id":1},2]',
    'list[0].id': '1',
    'list[1]': '2',
  };
  expect(valuesOf(0)).toEqual({ url: 'u', 'user.name': 'alice', ...lists });
  expect(valuesOf(1)).toEqual({ url: 'u', 'user.name': 'bob', ...lists });
  const [item] = imported.items;
  expect(item && 'request' in item && item.request.http?.headers).toEqual([{ name: 'X', value: '{{list[0].id}}' }]);
});

test.each([
  [
    { type: 'bearer', token: '{{ _.token }}', prefix: 'Token' },
    { type: 'apikey', key: 'Authorization', value: 'Token {{token}}', placement: 'header' },
  ],
  [
    { type: 'hawk', id: 'i', key: 'k', algorithm: 'sha1', ext: 'e', validatePayload: true },
    { type: 'hawk', authId: 'i', authKey: 'k', algorithm: 'sha1', ext: 'e', includePayloadHash: true },
  ],
  [
    { type: 'oauth1', consumerKey: 'c', consumerSecret: 's', tokenKey: 't', tokenSecret: 'ts', realm: 'r' },
    {
      type: 'oauth1',
      signatureMethod: 'HMAC-SHA1',
      consumerKey: 'c',
      consumerSecret: 's',
      accessToken: 't',
      accessTokenSecret: 'ts',
      realm: 'r',
    },
  ],
  [
    { type: 'oauth1', signatureMethod: 'RSA-SHA1', consumerKey: 'c', privateKey: 'pem' },
    {
      type: 'oauth1',
      signatureMethod: 'RSA-SHA1',
      consumerKey: 'c',
      privateKey: { type: 'text', value: 'pem' },
      accessToken: '',
      accessTokenSecret: '',
    },
  ],
])('auth %o', async (authentication, expected) => {
  const { request, warnings } = await importRequest({ authentication });
  expect(request?.http?.auth).toEqual(expected);
  expect(warnings).toEqual([]);
});

test('OAuth 2 keeps PKCE, the place of the credentials, the prefix of the token, and further parameters', async () => {
  const authentication = {
    type: 'oauth2',
    grantType: 'authorization_code',
    authorizationUrl: 'https://a/auth',
    accessTokenUrl: 'https://a/token',
    redirectUrl: 'https://a/back',
    clientId: '{{ _.id }}',
    clientSecret: 's',
    credentialsInBody: true,
    scope: 'read',
    state: 'st',
    usePkce: true,
    pkceMethod: 'plain',
    tokenPrefix: 'Token',
    audience: 'aud',
    resource: 'res',
    origin: 'https://o',
  };
  const { request, warnings } = await importRequest({ authentication });
  expect(request?.http?.auth).toMatchObject({
    flow: 'authorization_code',
    callbackUrl: 'https://a/back',
    credentials: { clientId: '{{id}}', clientSecret: 's', placement: 'body' },
    tokenConfig: { placement: { header: 'Token' } },
    state: 'st',
    pkce: { method: 'plain' },
    additionalParameters: {
      accessTokenRequest: [
        { name: 'audience', value: 'aud', placement: 'body' },
        { name: 'resource', value: 'res', placement: 'body' },
        { name: 'Origin', value: 'https://o', placement: 'header' },
      ],
      authorizationRequest: [
        { name: 'audience', value: 'aud', placement: 'query' },
        { name: 'resource', value: 'res', placement: 'query' },
      ],
    },
  });
  expect(warnings).toEqual([]);
});

test('OAuth 2 without PKCE, and the implicit flow', async () => {
  const flow = async (authentication: object) =>
    (await importRequest({ authentication: { type: 'oauth2', clientId: 'i', ...authentication } })).request?.http?.auth;
  expect(await flow({ grantType: 'authorization_code' })).toMatchObject({
    credentials: { placement: 'basic_auth_header' },
    pkce: { disabled: true },
  });
  expect(await flow({ grantType: 'implicit', authorizationUrl: 'https://a', state: 'st' })).toMatchObject({
    flow: 'implicit',
    authorizationUrl: 'https://a',
    credentials: { clientId: 'i' },
    state: 'st',
  });
});

test('a text part has the type of its editor', async () => {
  const params = [
    { name: 'a', type: 'text', multiline: 'application/json', value: '{}' },
    { name: 'b', type: 'text', multiline: true, value: 'x' },
  ];
  const { request } = await importRequest({ body: { mimeType: 'multipart/form-data', params } });
  expect(request?.http?.body).toEqual({
    type: 'multipart-form',
    data: [
      { name: 'a', type: 'text', value: '{}', contentType: 'application/json' },
      { name: 'b', type: 'text', value: 'x' },
    ],
  });
});

test('ASAP, and a sub-environment that has only the values of its base', async () => {
  const authentication = {
    type: 'asap',
    issuer: 'i',
    audience: 'a',
    keyId: 'k',
    privateKey: '{{ _.key }}',
    subject: '',
    additionalClaims: '{"x":1}',
  };
  const { request, warnings } = await importRequest({ authentication });
  expect(request?.http?.auth).toEqual({
    type: 'asap',
    algorithm: 'RS256',
    issuer: 'i',
    audience: 'a',
    keyId: 'k',
    privateKey: '{{key}}',
    claims: '{"x":1}',
  });
  expect(warnings).toEqual([]);
  const environments = {
    name: 'Base',
    data: { a: '1' },
    subEnvironments: [{ name: 'Empty' }, { name: 'Too', data: {} }],
  };
  const text = JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'C', collection: [], environments });
  expect(await importText(text, 'c.json')).toMatchObject({
    environments: ['Base', 'Empty', 'Too'].map((name) => ({ name, variables: [{ name: 'a', value: '1' }] })),
    warnings: [],
  });
});
