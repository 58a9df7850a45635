import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));

// dependency-cruiser and the linter cannot tell static imports, which make each start of a process longer, from `import()` and imports of types.
test.each([
  ['services/identity-facade/src', '@simplewebauthn/server'],
  ['services/identity-facade/src', 'nodemailer'],
  ['services/identity-facade/src', './custom-css.ts'],
  ['services/identity-facade/src', './template-check.ts'],
  ['services/hub/src', '@node-saml/node-saml'],
  ['packages/kit/src/ip', 'maxmind'],
])('%s imports %s only where it is used', (folder, library) => {
  const values = new RegExp(`^(import|export) (?!type\\b)[^;]*?from '${library}[/']`, 'm');
  const loading = sourcesIn(folder).filter((file) =>
    values.test(readFileSync(join(repository, file), 'utf8')),
  );
  expect(loading).toEqual([]);
});
