/**
 * The options, variables, exit codes and files that `docs/scale.md` and the container file name exist. Needs no
 * container engine.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { errorTable } from '../../../contract/errors.ts';
import { parseShard } from '../options/shard-option.ts';

const root = path.join(import.meta.dirname, '../../../..');
const page = readFileSync(path.join(root, 'docs/scale.md'), 'utf8');
const containerFile = readFileSync(path.join(root, 'resources/Containerfile'), 'utf8');

interface Job {
  spec: {
    completions: number;
    podFailurePolicy: { rules: { action: string; onExitCodes?: { containerName: string; values: number[] } }[] };
    template: { spec: { containers: [{ name: string; args: string[] }] } };
  };
}

test('the manifest has as many parts as it starts, and retries only failures of Outrigger itself', () => {
  const [, manifest = ''] = /```yaml\n(apiVersion[^`]+)```/.exec(page) ?? [];
  const { completions, podFailurePolicy, template } = (parse(manifest) as Job).spec;
  const [{ name, args }] = template.spec.containers;
  const value = args[args.indexOf('--shard') + 1] ?? '';
  expect(parseShard(value, { JOB_COMPLETION_INDEX: String(completions - 1) })).toEqual({
    index: completions,
    total: completions,
  });
  const actionOf = (code: number) =>
    podFailurePolicy.rules.find(
      (rule) => rule.onExitCodes?.containerName === name && rule.onExitCodes.values.includes(code),
    )?.action;
  expect(actionOf(1)).toBe('FailIndex');
  expect(actionOf(errorTable.InvalidParams.exitCode)).toBe('FailIndex');
  expect(actionOf(errorTable.Internal.exitCode)).toBe('Count');
  const help = ['run/add-run-command.ts', 'session-options.ts']
    .map((name) => readFileSync(path.join(root, 'src/cli', name), 'utf8'))
    .join('');
  for (const option of args.filter((arg) => arg.startsWith('--'))) expect(help).toContain(`${option} `);
});

test('the container file has valid stages and instructions, and starts a file of the project', () => {
  const lines = containerFile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const stages = lines.filter((line) => line.startsWith('FROM '));
  expect(stages).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^(?:FROM|WORKDIR|COPY|RUN|USER|ENTRYPOINT) \S/);
  const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(containerFile)?.[1] ?? '') as string[];
  expect(entry[0]).toBe('node');
  expect(existsSync(path.join(root, path.relative('/opt/outrigger', entry[1] ?? '')))).toBe(true);
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [, name = ''] of containerFile.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty([name]);
});

test('the manifests of the load page are valid, and name existing options and files', () => {
  const load = readFileSync(path.join(root, 'docs/load.md'), 'utf8');
  const manifests = [...load.matchAll(/```yaml\n([^`]+)```/g)].flatMap(([, text = '']) => parseAllDocuments(text));
  expect(manifests.length).toBeGreaterThan(3);
  for (const { errors } of manifests) expect(errors).toEqual([]);
  const help = ['load/add-load-command.ts', 'session-options.ts']
    .map((name) => readFileSync(path.join(root, 'src/cli', name), 'utf8'))
    .join('');
  for (const [, command = ''] of load.matchAll(/^outrigger (?:load|worker) ([^#\n]+)/gm)) {
    for (const [option] of command.matchAll(/--[\w-]+/g)) expect(help).toContain(`${option} `);
  }
  expect(existsSync(path.join(root, 'resources/outrigger.py'))).toBe(true);
});
