import { defineConfig } from 'vitest/config';
import { binaryFiles } from './test/setup/binary-files.ts';

export default defineConfig({
  plugins: [binaryFiles()],
  ssr: { resolve: { conditions: ['toolbase-source'] } },
  resolve: { conditions: ['toolbase-source'] },
  test: {
    include: ['test/**/*.test.ts', 'toolkits/*/test/**/*.test.ts'],
    globalSetup: ['test/setup/build.ts', 'test/setup/temp-root.ts'],
    testTimeout: 60_000,
    // Most of the time of a test is spent waiting for the processes it started.
    maxWorkers: 2,
    maxConcurrency: 2,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Many tests start real processes: on a starved machine one of them may miss a time limit that is not under test.
    retry: process.env['CI'] === undefined ? 0 : 2,
  },
});
