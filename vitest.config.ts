import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const database = 'tests/support/database-of-the-run.ts';
const unit = ['tests/architecture.test.ts', 'tests/core/**/*.test.ts'];
const useCases = 'tests/core/application/**';
const web = ['tests/web/**/*.test.{ts,tsx}', 'tests/widget/**/*.test.{ts,tsx}'];
const journeys = ['tests/journeys/**/*.test.ts'];

// Groups run one after another; inside a group files run two at a time.
export default defineConfig({
  test: {
    passWithNoTests: true,
    // What pdf.js throws beside reading a damaged file belongs to the file; in the product its child process hears it.
    onUnhandledError: ({ stack }) => !stack?.includes('/pdfjs-dist/'),
    projects: [
      {
        test: {
          name: 'unit',
          include: unit,
          exclude: [useCases],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/**/*.test.ts'],
          exclude: [
            'tests/architecture.test.ts',
            'tests/core/!(application)/**',
            'tests/core/*.test.ts',
            ...web,
            ...journeys,
          ],
          globalSetup: database,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: web,
          environment: 'happy-dom',
          globalSetup: database,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: journeys,
          globalSetup: database,
          pool: 'forks',
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
