/** Every provider of the table: its examples, its documentation, its signature. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type examplesOfGitHub from '@octokit/webhooks-examples';
import { describe, expect, it } from 'vitest';
import { providerDefinition } from '../../contract/webhooks/webhook-provider.ts';
import { builtInProviders, definitions } from './built-in.ts';
import type { ReceivedContent } from './recognition.ts';
import { requestValues } from './definition/request-values.ts';

interface Example {
  event: string;
  title: string;
  sentence?: string;
  headers: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
}

function received({ headers, body, form }: Pick<Example, 'headers' | 'body' | 'form'>): ReceivedContent {
  const text = form ? new URLSearchParams(form).toString() : JSON.stringify(body);
  const contentType = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const pairs = Object.entries({ 'Content-Type': contentType, ...headers }).map(([name, value]) => ({ name, value }));
  const fields = form && Object.entries(form).map(([name, value]) => ({ name, value }));
  const parsed = { text, json: form ? undefined : body, problem: null, form: fields ?? null };
  return { method: 'POST', path: '/hook', headers: pairs, parsed };
}
function recognized(content: ReceivedContent) {
  const values = requestValues(content);
  const provider = builtInProviders().find((provider) => provider.matches(values));
  return { provider: provider?.id, ...provider?.recognize(values) };
}

describe.each(Object.keys(definitions))('%s', (id) => {
  const examples = JSON.parse(readFileSync(path.join(import.meta.dirname, id, 'examples.json'), 'utf8')) as Example[];
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/webhook-providers.md'), 'utf8');
  const readme = readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8');

  it.each(examples.map((example) => [example.event, example] as const))('recognises %s', (event, example) => {
    const known = recognized(received(example));
    expect(known).toMatchObject({ provider: id, event, title: example.title, verdict: 'documented', differences: [] });
    if (example.sentence) expect(known.sentence).toBe(example.sentence);
  });
  it('is what the schema returns, because the application uses it without parsing', () => {
    expect(providerDefinition.parse(definitions[id])).toStrictEqual(definitions[id]);
  });
  it('has examples, a documented signature and a row in the documentation', () => {
    const { name = '', signature } = definitions[id] ?? {};
    expect(examples.length, `src/core/providers/${id}/examples.json needs at least two notifications`).toBeGreaterThan(
      1,
    );
    expect(signature, `the definition of ${name} has to say how it signs`).toBeDefined();
    const row = new RegExp(`^\\| ${name} +\\| \`${id}\` +\\|`, 'm');
    expect(row.test(page), `docs/webhook-providers.md needs a row for ${name} with \`${id}\``).toBe(true);
    expect(readme.includes(name), `README.md has to name ${name} among the providers`).toBe(true);
  });
});

describe('the webhooks that GitHub publishes', () => {
  const published = createRequire(import.meta.url)('@octokit/webhooks-examples') as typeof examplesOfGitHub;
  const all = published.flatMap(({ name, examples }) => examples.map((body) => ({ name, body: body })));

  it('are all recognised, and none differs from the documentation', () => {
    expect(all.length).toBeGreaterThan(300);
    const undocumentedExamples = all.flatMap(({ name, body }) => {
      const known = recognized(received({ headers: { 'X-GitHub-Event': name }, body }));
      const isPlain = known.title !== undefined && !/[{}[\]|]|undefined|null/.test(known.title);
      return known.verdict === 'documented' && known.event?.startsWith(name) && isPlain ? [] : [{ name, ...known }];
    });
    expect(undocumentedExamples).toEqual([]);
  });
});
