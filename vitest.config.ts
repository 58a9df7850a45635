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

/** Tests run on the sources: the workspaces' `source` condition finds them. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['node'] } },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.platform/**'],
    server: { deps: { inline: [/@platform\//] } },
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    // The files of a worker share its modules: loading them anew for each file took longer than most tests.
    pool: 'forks',
    // Most of the time tests wait for stores.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    // Longer than `eventually` waits: on a busy machine tests are slow, and what hangs is to say what it waited for.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    reporters: ['default', './dev/bin/plain-reporter.js'],
    experimental: { fsModuleCache: true, fsModuleCachePath: cache },
  },
});
