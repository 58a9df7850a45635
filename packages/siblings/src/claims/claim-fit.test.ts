import { expect, test } from 'vitest';
import { fitsToken } from './claim-fit.ts';
import type { ClaimUse } from './claim-fit.ts';

const issued = {
  clientId: 'app',
  scopes: ['read'],
  tokens: ['access_token', 'userinfo'],
  resource: 'api:invoices',
};
const everything = { clientIds: [], scopes: [], tokens: ['access_token'], resources: [] };
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
  [{ resources: ['api:other', 'api:invoices'] }, true],
  [{ resources: ['api:other', 'product-api'] }, false],
  [{ resources: ['api:other'], tokens: ['access_token', 'userinfo'] }, true],
])('fitsToken %j: %s', (more, fits) =>
  expect(fitsToken({ ...everything, ...more }, issued)).toBe(fits),
);

test('a token of no API of the tenant is for the management API', () => {
  const ofPlatform = { ...issued, resource: null };
  expect(fitsToken({ ...everything, resources: ['product-api'] }, ofPlatform)).toBe(true);
  expect(fitsToken({ ...everything, resources: ['api:invoices'] }, ofPlatform)).toBe(false);
});
