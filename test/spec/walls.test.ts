import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));

// dependency-cruiser skips files without a parser, and reports no violation.
test('the import rules understand TypeScript', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.js',
      '--output-type',
      'json',
      'services/fga/src/service.ts',
    ],
    { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const { modules } = JSON.parse(stdout) as { modules: { source: string }[] };
  const sources = modules.map(({ source }) => source);
  expect(sources).toContain('services/fga/src/compose/relations.ts');
});
