import { expect, test } from 'vitest';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { asRequest, asTest } from './notification-request.ts';

const detail = (body: string | Buffer, headers: Record<string, string> = {}) => {
  const bytes = Buffer.from(body);
  return {
    method: 'PUT',
    path: '/hooks?a=1',
    text: bytes.toString(),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    summary: {
      id: 12,
      receivedAt: '2026-01-02T03:04:05.000Z',
      size: bytes.length,
      title: `It's "new"`,
    } as NotificationSummary,
  };
};

test('the request has the received content, without the headers of its connection', () => {
  const source = detail('{"a":1.0}', { Host: 'tunnel', 'Content-Type': 'application/json', 'X-Event': 'push' });
  const request = asRequest(source, 'http://localhost:3000/');
  expect(request).toMatchObject({
    method: 'PUT',
    url: 'http://localhost:3000/hooks?a=1',
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Event', value: 'push' },
    ],
    body: { type: 'json', text: '{"a":1.0}' },
  });
});

test('braces in the received content are sent literally', () => {
  const { variables } = asRequest(detail('{"downloadUrl":"{{SWE002}}"}'), 'http://localhost:3000');
  expect(variables).toEqual([{ name: 'SWE002', value: '{{SWE002}}' }]);
});

test('a body that is not text becomes a file to be chosen', () => {
  const { body, docs } = asRequest(detail(Buffer.from([0, 255]), { 'Content-Type': 'image/png' }), 'http://localhost');
  expect(body).toEqual({ type: 'file', path: '', contentType: 'image/png' });
  expect(docs).toContain('save it as a file');
  expect(asRequest(detail(''), 'http://localhost').body).toEqual({ type: 'none' });
});

test('the test waits for a similar notification and asserts stable values, not numbers and times', () => {
  const body = {
    action: 'opened',
    number: 12,
    pull_request: { draft: false, title: "it's", created_at: '2026-01-02T03:04:05Z', 'odd-key': 'x' },
    labels: ['bug'],
  };
  const script = asTest(detail(JSON.stringify(body)));
  expect(script.split('\n')).toEqual([
    '// Waits for a notification like number 12.',
    "const notification = await pm.webhooks.waitFor({ action: 'opened' }, { timeout: 30000 });",
    `pm.test("It's \\"new\\"", () => {`,
    '  pm.expect(notification.body.action).to.equal("opened");',
    '  pm.expect(notification.body.pull_request.draft).to.equal(false);',
    `  pm.expect(notification.body.pull_request.title).to.equal("it's");`,
    '  pm.expect(notification.body.pull_request["odd-key"]).to.equal("x");',
    '  pm.expect(notification.body.labels[0]).to.equal("bug");',
    '});',
    '',
  ]);
});
