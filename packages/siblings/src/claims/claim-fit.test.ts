import { expect, test } from 'vitest';
import { fitsToken } from './claim-fit.ts';
import type { ClaimUse } from './claim-fit.ts';

const issued = { clientId: 'app', scopes: ['read'], tokens: ['access_token', 'userinfo'] };
test.each<[Partial<ClaimUse>, boolean]>([
  [{}, true],
  [{ clientIds: ['app', 'b'] }, true],
  [{ clientIds: ['b'] }, false],
  [{ scopes: ['read', 'write'] }, true],
  [{ scopes: ['write'] }, false],
  [{ tokens: ['id_token', 'access_token'] }, true],
  [{ tokens: ['userinfo'] }, true],
  [{ tokens: ['id_token'] }, false],
  [{ tokens: [] }, false],
  [{ clientIds: ['app'], scopes: ['write'] }, false],
  [{ clientIds: ['b'], scopes: ['read'] }, false],
])('fitsToken %j: %s', (more, fits) =>
  expect(fitsToken({ clientIds: [], scopes: [], tokens: ['access_token'], ...more }, issued)).toBe(
    fits,
  ),
);
