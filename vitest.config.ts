import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['scripts/single-files.ts'],
    setupFiles: ['scripts/test-environment.ts'],
    testTimeout: 30_000,
    // As the end-to-end tests: a slower machine may miss a limit of time once.
    retry: process.env['CI'] ? 1 : 0,
    hookTimeout: 30_000,
    // Most tests wait for processes that they have started, so no core is kept free of them.
    maxWorkers: '100%',
  },
});
