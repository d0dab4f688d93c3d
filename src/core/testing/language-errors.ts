/** Programs that fail, run by the real interpreter of their language: what the error of the call says. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProgramFailure } from '../../contract/runs/run-event.ts';
import type { Language } from '../programs/languages/language.ts';
import { callDirectly } from './direct-call.ts';
import { canRun, interpreterEnvironment } from './interpreters.ts';

export interface FailingProgram {
  title: string;
  source: string;
  /** Whole message without the place, or a part of it. */
  message: string | RegExp;
  /** `<file>:<line>`, the file relative to the programs directory when it is there. Left out: none is named. */
  place?: string;
  /** Other files beside the program. */
  files?: Record<string, string>;
  args?: string[];
  options?: Record<string, unknown>;
  /** Default: executeAsync. */
  via?: 'execute';
  /** Makes what is called out of the source. Default: the source itself is called, as sub/program.<extension>. */
  build?: (directory: string, source: string) => string;
}

export function describeErrors(language: Language, programs: readonly FailingProgram[]): void {
  describe.runIf(canRun(language))(`errors of ${language.name}`, () => {
    test.each(programs)(
      '$title',
      async (program) => {
        const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'outrigger-errors-')));
        const file = program.build?.(directory, program.source) ?? `sub/program${language.extension}`;
        const files = { ...(program.build ? {} : { [file]: program.source }), ...program.files };
        for (const [name, text] of Object.entries(files)) {
          mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
          writeFileSync(path.join(directory, name), text);
        }
        const { args = [], options = {}, via = 'executeAsync' } = program;
        const { reply, events } = await callDirectly(directory, {
          file,
          args,
          options,
          via,
          env: environmentFor(language),
        });
        const failure = failureOf(events);
        const shown = failure?.message.replaceAll(directory, '<directory>') ?? '';
        const place = program.place === undefined ? '' : ` (${program.place})`;
        if (typeof program.message === 'string') expect(shown).toBe(`${program.message}${place}`);
        else {
          expect(shown).toMatch(program.message);
          if (place) expect(shown.endsWith(place), shown).toBe(true);
        }
        const [, sourceFile, line] = /^(.*):(\d+)$/.exec(program.place ?? '') ?? [];
        expect([failure?.file?.replaceAll(directory, '<directory>'), failure?.line]).toEqual([
          sourceFile,
          line ? Number(line) : undefined,
        ]);
        expect(reply).toMatchObject({ ok: false, error: { message: failure?.message, code: 'ProgramFailed' } });
      },
      120_000,
    );
  });
}

/** With the file that the interpreter needs. */
function environmentFor({ needsFile }: Language): NodeJS.ProcessEnv {
  if (!needsFile) return interpreterEnvironment;
  return { ...interpreterEnvironment, [needsFile.variable]: path.join(needsFile.defaultFolder, needsFile.file) };
}

function failureOf(events: Awaited<ReturnType<typeof callDirectly>>['events']): ProgramFailure | undefined {
  return events.flatMap((event) => (event.type === 'program.finished' && event.failure ? [event.failure] : []))[0];
}
