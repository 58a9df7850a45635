import { afterAll, beforeAll, expect, test } from 'vitest';
import { partHealth, partHits } from '@platform/siblings/overview';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

let on: ExperiencePlatform;
const scopes = new Set(['tenant:idp.read']);

beforeAll(async () => {
  on = await experiencePlatform();
});
afterAll(() => on.stop());

test('reports connectors that fail, and knows whether there is a branding', async () => {
  const hub = on.rpcAs('hub');
  const { tenant, api } = await on.tenant();
  const health = (tenantId = tenant.id, given = scopes) =>
    partHealth(hub, { tenantId, scopes: given });
  expect(await health()).toEqual({ items: [], firstSteps: [{ key: 'branding', done: false }] });
  await api.put(`${experiencePath}/branding`, { body: { displayName: 'Acme' } });
  await on.sql(
    `INSERT INTO social_connectors (tenant_id, provider, settings, health, version, created_at, updated_at)
     VALUES ($1, 'google', '{}', 'failing', 1, now(), now())`,
    [tenant.id],
  );
  expect(await health()).toMatchObject({
    items: [
      {
        kind: 'failing',
        code: 'connector_failing',
        resource: { type: 'social_connector', id: 'google' },
        action: { params: { provider: 'google' } },
      },
    ],
    firstSteps: [{ key: 'branding', done: true }],
  });
  const hits = (tenantId: string) =>
    partHits(hub, { tenantId, scopes, text: 'Goo', types: undefined, limit: 20 });
  expect(await hits(tenant.id)).toMatchObject([{ type: 'social_connector', id: 'google' }]);
  const other = (await on.tenant()).tenant;
  expect(await hits(other.id)).toEqual([]);
  expect((await health(other.id)).items).toEqual([]);
  expect(await health(tenant.id, new Set(['tenant:users.read']))).toEqual({
    items: [],
    firstSteps: [],
  });
});
