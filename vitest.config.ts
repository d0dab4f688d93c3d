import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { allTests, integrationTests, isolatedTests, pageTests, startingTests } from './scripts/test-projects.ts';

/** Begins with the tests of the command line: they mostly wait, and at the end nothing else would use the processor. */
class CommandLineFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => moduleId.includes('/src/cli/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const started = { globalSetup: ['scripts/single-files.ts'] };

export default defineConfig({
  test: {
    sequence: { sequencer: CommandLineFirst },
    setupFiles: ['scripts/test-environment.ts'],
    // Limits for tests that hang: a busy machine needs many times as long as a quiet one.
    testTimeout: 60_000,
    // As the end-to-end tests: a slower machine may miss a limit of time once.
    retry: process.env['CI'] ? 1 : 0,
    hookTimeout: 60_000,
    // Node reads TypeScript by itself: modules are not transformed in the process that all workers wait for.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    expect: { poll: { timeout: 10_000 } },
    // Most tests wait for processes that they have started: twice as many as there are cores keep the cores busy.
    maxWorkers: availableParallelism() * 2,
    projects: [
      {
        extends: true,
        // A process and its modules serve one file after another: starting them takes longer than most of these tests.
        test: { name: 'unit', include: allTests, exclude: [...integrationTests, ...pageTests], isolate: false },
      },
      {
        extends: true,
        test: {
          ...started,
          name: 'integration',
          include: integrationTests,
          exclude: [...startingTests, ...isolatedTests, ...pageTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...started, name: 'starting', include: startingTests, isolate: false },
      },
      {
        extends: true,
        test: { ...started, name: 'isolated', include: isolatedTests },
      },
      {
        extends: true,
        test: {
          ...started,
          name: 'page',
          include: pageTests,
          isolate: false,
          experimental: { viteModuleRunner: true },
        },
      },
    ],
  },
});
