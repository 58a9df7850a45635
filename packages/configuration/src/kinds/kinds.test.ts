import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resourceTree } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { kinds } from './kinds.ts';

/** What people and applications do, in contrast to what administrators set up. */
const data = [
  'accessRequests',
  'auditExports',
  'auditLog.verifications',
  'consents',
  'directories.connectorCredential',
  'directories.scimBearers',
  'erasureRequests',
  'erasureRequests.holds',
  'fga.assertions',
  'fga.exports',
  'loginExperience.assets',
  'loginExperience.previews',
  'migrationSources.uploads',
  'organizations.domains',
  'organizations.invitations',
  'organizations.members',
  'organizations.setupLinks',
  'pim.activations',
  'pim.eligibleAssignments',
  'users',
  'users.bulkJobs',
  'users.exports',
  'webhookEndpoints.recoveries',
];

const folder = new URL('.', import.meta.url);
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(fileURLToPath(new URL(name, folder)), 'utf8'))
  .join('\n');

// Users and contacts of organizations have surfaces of their own, which administrators' tokens do not open.
const written = (Object.values(resourceTree) as string[])
  .filter((method) => /^(?!(?:me|setup)\.).*\.(?:create|put)$/.test(method))
  .map((method) => method.slice(0, method.lastIndexOf('.')));

describe('kinds', () => {
  it('come after those that they refer to, and have folders of their own', () => {
    for (const [position, kind] of kinds.entries())
      for (const { to } of kind.references) expect(kinds.indexOf(to)).toBeLessThan(position);
    expect(new Set(kinds.map(({ path }) => path)).size).toBe(kinds.length);
  });

  it('are all resources that can be written, except data', () => {
    // `platform.applications.tokenClaims.enable`, also with `const { tokenClaims } = platform.applications`.
    const isCalled = (resource: string): boolean => {
      const parts = resource.split('.');
      const last = String(parts.pop());
      const whole = sources.includes(`platform.${[...parts, last].join('.')}.`);
      return whole || sources.includes(`{ ${last} } = platform.${parts.join('.')}`);
    };
    const missing = new Set(written.filter((resource) => !isCalled(resource)));
    expect([...missing].sort()).toEqual(data);
  });
});
