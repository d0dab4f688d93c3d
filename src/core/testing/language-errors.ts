/** Runs failing programs with the real interpreters of their languages, and compares the errors of the calls. */
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
  /** The whole message without the place, or a pattern for a part of it. */
  message: string | RegExp;
  /** `<file>:<line>`; the file is relative to the programs directory if it is inside. Absent: no place is named. */
  place?: string;
  /** Other files beside the program. */
  files?: Record<string, string>;
  args?: string[];
  options?: Record<string, unknown>;
  /** Default: executeAsync. */
  via?: 'execute';
  /** Builds the called file from the source. Default: the source itself is called, as sub/program.<extension>. */
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

/** The environment with the variable for the file that the interpreter needs. */
function environmentFor({ needsFile }: Language): NodeJS.ProcessEnv {
  if (!needsFile) return interpreterEnvironment;
  return { ...interpreterEnvironment, [needsFile.variable]: path.join(needsFile.defaultFolder, needsFile.file) };
}

function failureOf(events: Awaited<ReturnType<typeof callDirectly>>['events']): ProgramFailure | undefined {
  return events.flatMap((event) => (event.type === 'program.finished' && event.failure ? [event.failure] : []))[0];
}
