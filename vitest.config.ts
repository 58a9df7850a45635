import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const conditions = ['source', 'node'];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const lock = createHash('sha256')
  .update(readFileSync(here('package-lock.json')))
  .digest('hex');
// Sources as they were compiled for earlier runs. A folder for each lock file: Vitest clears one of another lock file, and then
// finds it missing.
const cache = here(`node_modules/.cache/vitest/${lock.slice(0, 16)}`);
mkdirSync(cache, { recursive: true });

// Each of these boots a platform of its own, kills processes, or measures.
const faults = [
  'test/{faults,consistency}/**/!(openfga-suite).test.ts',
  'test/**/{installation,image-run}.test.ts',
];
// The commands of the README, from a fresh start of the platform.
const walkthrough = ['test/acceptance/walkthrough.test.ts'];

// What people see.
const browser = ['test/browser/**/*.test.ts'];

// What newcomers type: examples, quickstarts, SDKs.
const examples = ['test/{examples,sdks}/**/*.test.ts'];

// What operators and callers get: manifests, migrations, documents. They share no platform, so they run side by side.
const deployment = ['test/{deploy,docs,monitoring,openapi,schema,spec}/**/*.test.ts'];

interface Kind {
  name: string;
  include: string[];
  exclude?: string[];
  /** Kinds run in this order. */
  order: number;
  maxWorkers?: number;
  env?: Record<string, string>;
}

const project = ({ name, include, exclude = [], order, maxWorkers, env }: Kind) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', '**/.platform/**', ...exclude],
    sequence: { groupOrder: order },
    // Most of the time tests wait for stores.
    maxWorkers: maxWorkers ?? availableParallelism() + 2,
    ...(env && { env }),
  },
});

/**
 * Tests run on the sources: the workspaces' `source` condition finds them. The folder decides the kind: beside its subject a test
 * needs no store, in the `test` folder of a package it may use PostgreSQL and NATS, below `test` it may use a whole platform, which
 * `test/acceptance` shares.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    projects: [
      project({
        name: 'unit',
        include: [
          '{packages,services,bench}/*/src/**/*.test.ts',
          '{gateway,platformctl,tenantctl,bench}/src/**/*.test.ts',
          'web/**/*.test.{ts,js}',
        ],
        order: 0,
        env: { PLATFORM_TEST_NO_INFRA: '1' },
      }),
      project({
        name: 'service',
        include: [
          '{packages,services}/*/test/**/*.test.ts',
          '{gateway,platformctl,tenantctl}/test/**/*.test.ts',
          'dev/**/*.test.ts',
        ],
        order: 1,
      }),
      project({ name: 'deployment', include: deployment, exclude: faults, order: 2 }),
      project({
        name: 'platform',
        include: ['test/**/*.test.ts'],
        exclude: [...faults, ...deployment, ...browser, ...examples, ...walkthrough],
        order: 3,
        maxWorkers: 1,
      }),
      project({ name: 'browser', include: browser, order: 4, maxWorkers: 1 }),
      project({ name: 'examples', include: examples, order: 5, maxWorkers: 1 }),
      project({ name: 'faults', include: faults, order: 6, maxWorkers: 1 }),
      project({ name: 'walkthrough', include: walkthrough, order: 7, maxWorkers: 1 }),
    ],
    server: { deps: { inline: [/@platform\//] } },
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    // The files of a worker share its modules: loading them for each file took longer than most tests.
    pool: 'forks',
    isolate: false,
    // Longer than `eventually` waits: on a busy machine tests are slow, and one that hangs must say what it waited for.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    reporters: ['default', './dev/bin/plain-reporter.js'],
    experimental: { fsModuleCache: true, fsModuleCachePath: cache },
  },
});
