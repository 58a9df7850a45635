import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { managementPlatform, settingsScopes } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';

const path = '/api/v1/tenant';
let platform: ManagementPlatform;

beforeAll(async () => {
  platform = await managementPlatform();
});
afterAll(() => platform.stop());

/** A tenant with a row in the hub's own table. */
async function scene(slug: string): Promise<{ tenant: TestTenant; api: TestApi }> {
  const tenant = platform.hub.tenant(slug);
  await platform.sql(
    `INSERT INTO tenant (id, slug, mode, name) VALUES ($1, $2, 'live', 'Before') ON CONFLICT DO NOTHING`,
    [tenant.id, slug],
  );
  return { tenant, api: await platform.as({ tenant, scopes: settingsScopes }) };
}

describe('tenantGet', () => {
  it('returns the settings and the addresses of the issuer', async () => {
    const { tenant, api } = await scene('reads');
    const { status, body } = await api.get(path);
    expect([status, body]).toEqual([
      200,
      {
        id: tenant.id,
        slug: 'reads',
        name: 'Before',
        mode: 'live',
        state: 'active',
        isDefault: false,
        parentTenantId: null,
        region: null,
        contactEmail: null,
        limits: null,
        endpoints: expect.objectContaining({
          discovery: expect.stringMatching(
            /^https?:.*reads.*\/\.well-known\/openid-configuration$/,
          ),
          jwks: expect.stringMatching(/\/oauth2\/jwks$/),
        }),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(body.endpoints.token).toBe(`${body.endpoints.issuer}/oauth2/token`);
  });

  it('requires the scope to read settings', async () => {
    const { tenant } = await scene('unread');
    const api = await platform.as({ tenant, scopes: ['tenant:users.read'] });
    expect((await api.get(path)).body.code).toBe('insufficient_scope');
  });
});

describe('tenantUpdate', () => {
  it('changes the given members, and updates the event log and the audit log', async () => {
    const { tenant, api } = await scene('changes');
    const answer = await api.patch(path, {
      body: { name: 'Acme', contactEmail: 'ops@acme.example' },
    });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { name: 'Acme', contactEmail: 'ops@acme.example' },
    ]);
    const cleared = await api.patch(path, { body: { contactEmail: null } });
    expect(cleared.body).toMatchObject({ name: 'Acme', contactEmail: null });
    expect((await api.get(path)).body).toEqual(cleared.body);
    const told = await platform.sql<{ data: any }>(
      `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject = 'platform.tenant.updated' ORDER BY position`,
      [tenant.id],
    );
    expect(told.map(({ data }) => data.data.tenant.name)).toEqual(['Acme', 'Acme']);
    expect(await platform.audits(tenant)).toMatchObject([
      {
        subject: { type: 'tenant', id: tenant.id },
        data: {
          operationId: 'tenantUpdate',
          outcome: 'success',
          changed: ['/name', '/contactEmail'],
        },
      },
      { data: { changed: ['/contactEmail'] } },
    ]);
  });

  it('publishes nothing if nothing changes', async () => {
    const { tenant, api } = await scene('same');
    expect((await api.patch(path, { body: { name: 'Before' } })).status).toBe(200);
    const told = await platform.sql(
      `SELECT 1 FROM outbox WHERE tenant_id = $1 AND subject = 'platform.tenant.updated'`,
      [tenant.id],
    );
    expect(told).toEqual([]);
  });

  it('refuses a version that is no longer current', async () => {
    const { api } = await scene('versions');
    const etag = (await api.get(path)).headers.get('etag')!;
    const first = await api.patch(path, { body: { name: 'First' }, headers: { 'if-match': etag } });
    expect(first.status).toBe(200);
    const second = await api.patch(path, {
      body: { name: 'Second' },
      headers: { 'if-match': etag },
    });
    expect(second.body.code).toBe('precondition_failed');
    expect((await api.get(path)).body.name).toBe('First');
  });

  test.each<[string, object, string]>([
    ['an empty name', { name: '' }, 'invalid_format:/name'],
    ['a name of null', { name: null }, 'invalid_format:/name'],
    ['a long name', { name: 'x'.repeat(121) }, 'invalid_format:/name'],
    ['no address', { contactEmail: 'ops' }, 'invalid_format:/contactEmail'],
    ['a member of the operator', { slug: 'other' }, 'unknown_member:/slug'],
  ])('rejects %s', async (_, body, expected) => {
    const { api } = await scene('refusals');
    const answer = await api.patch(path, { body });
    expect([
      answer.status,
      ...answer.body.errors.map((e: any) => `${e.code}:${e.pointer}`),
    ]).toEqual([422, expected]);
  });

  it('requires the scope to write settings', async () => {
    const { tenant } = await scene('unwritten');
    const api = await platform.as({ tenant, scopes: ['tenant:settings.read'] });
    expect((await api.patch(path, { body: { name: 'x' } })).body.code).toBe('insufficient_scope');
  });

  it('changes no other tenant', async () => {
    const [one, other] = [await scene('one'), await scene('other')];
    await one.api.patch(path, { body: { name: 'Changed' } });
    expect((await other.api.get(path)).body.name).toBe('Before');
  });
});
