/** Every example of the user's pages runs, as it stands there. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paramTypeNames } from '../src/core/programs/param-types.ts';
import { languages } from '../src/core/programs/languages.ts';
import { hasInterpreter } from '../src/core/testing/interpreters.ts';
import { createRunner } from '../src/core/testing/run.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/external-programs.md'), 'utf8');
const examples = [...page.matchAll(/```js(?: needs=([\w,]+))?\n([\s\S]*?)```/g)].map(([, needs = '', code = '']) => ({
  code,
  needs: needs.split(',').filter(Boolean),
  title: code.split('\n')[0],
}));

let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.slots.close());

describe('docs/external-programs.md', () => {
  test.each(examples)(
    '$title',
    async ({ code, needs }) => {
      if (!needs.every(hasInterpreter)) return;
      const { outcome, error, of } = await runner.run(code);
      expect(error).toBeUndefined();
      expect(of('test').filter(({ state }) => state !== 'passed')).toEqual([]);
      expect(of('test').length).toBeGreaterThan(0);
      expect(outcome).toBe('passed');
    },
    60_000,
  );

  test('its tables are those of the product', () => {
    for (const { extension, prefix } of languages)
      expect(page).toContain(`| \`${extension}\` | \`${prefix.join(' ')}\` |`);
    for (const name of paramTypeNames.filter((one) => !one.endsWith('[]'))) expect(page).toContain(`\`${name}\``);
  });
});
