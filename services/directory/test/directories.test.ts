import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { eventuallyPasses } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { giveDueNotices } from '../src/scim/bearers/bearer-notices.ts';
import { directory } from '../src/service.ts';
import { testCertificate } from '../../../packages/kit/src/auth/test-certificate.ts';

const directories = '/api/v1/directories';
const organizations = '/api/v1/organizations';
const users = '/api/v1/directory/users';
const day = 86_400_000;
let platform: TestPlatform;
let acme: TestApi;
let globex: TestApi;
let reader: TestApi;
let tenantId: string;
let peers: RpcPeer[];
let asGateway: RpcClient<'platform.directory.v1.Directory'>;
let asHub: RpcClient<'platform.directory.v1.Directory'>;
let asFga: RpcClient<'platform.directory.v1.Directory'>;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory);
  const tenant = platform.hub.tenant('acme');
  tenantId = tenant.id;
  acme = await platform.as({ tenant });
  reader = await platform.as({ tenant, scopes: ['tenant:orgs.read'] });
  globex = await platform.as({ tenant: platform.hub.tenant('globex') });
  platform.access.setRoles(tenantId, { admin: [], viewer: [] });
  const peerAs = (account: string) =>
    patientPeer({
      address: `127.0.0.1:${platform.service.rpcPort}`,
      token: () => platform.cluster.mint(account, 'directory'),
    });
  peers = ['product-api', 'hub', 'fga'].map(peerAs);
  const [gateway, hub, fga] = peers.map((peer) => peer.service('platform.directory.v1.Directory'));
  [asGateway, asHub, asFga] = [gateway!, hub!, fga!];
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await platform.stop();
});

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.detail]).toEqual([200, undefined]);
  return answer.body;
};
const refused = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];
const organization = async (api = acme) =>
  ok(await api.post(organizations, { body: { name: `Org ${++n}` } }));
const create = async (body: object = {}, api = acme) =>
  ok(await api.post(directories, { body: { name: `Directory ${++n}`, kind: 'scim', ...body } }));
const ldap = {
  kind: 'ldap',
  config: {
    urls: ['ldaps://ldap.example.com'],
    baseDn: 'dc=x',
    userFilter: '(uid=*)',
    vendor: 'other',
  },
};
const entra = {
  kind: 'cloud_directory',
  config: { tenantId: '7a0ff5ab-6d4e-4b26-8a19-8f2f4a6c0f43' },
};
const oidc = {
  kind: 'oidc',
  config: { issuer: 'https://idp.example.com', clientId: 'platform' },
};
const sql = (text: string, values: unknown[] = []) =>
  withClient(platform.database.url, (client) => client.query(text, values));
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await sql(
      "SELECT envelope->>'type' AS type FROM directory.outbox WHERE envelope->>'subject' = $1 AND envelope->>'type' LIKE 'directory.%' ORDER BY position",
      [`directory/${id}`],
    )
  ).rows.map(({ type }: { type: string }) => type.replace('directory.', ''));

/**
 * Adds a user, linked to a user of the tenant, and a group with that user to a directory, like
 * SCIM.
 */
async function fill(directoryId: string, userId: string) {
  const key = `key-${++n}`;
  const member = newId('directoryUser');
  const group = newId('directoryGroup');
  await sql(
    `INSERT INTO directory.directory_users (tenant_id, directory_id, id, user_name, user_name_key, external_id, active, resource, user_id, link, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $4, $4, true, '{}', $5, 'active', now(), now())`,
    [tenantId, directoryId, member, key, userId],
  );
  await sql(
    `INSERT INTO directory.directory_groups (tenant_id, directory_id, id, display_name, display_name_key, external_id, resource, created_at, updated_at)
     VALUES ($1, $2, $3, $4, lower($4), $5, '{}', now(), now())`,
    [tenantId, directoryId, group, `Group ${key}`, key],
  );
  await sql('INSERT INTO directory.directory_group_members VALUES ($1, $2, $3, $4)', [
    tenantId,
    directoryId,
    group,
    member,
  ]);
  return { member, group, key };
}
const aUser = async () =>
  ok(await acme.post(users, { body: { email: `user${++n}@example.com` } })).id as string;

describe('directoriesCreate', () => {
  test('creates a directory of an organization, pending until the first connection', async () => {
    const { id: organizationId } = await organization();
    const made = await create({ organizationId, provider: 'okta' });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^dir_/),
      organizationId,
      kind: 'scim',
      provider: 'okta',
      state: 'pending',
      config: {},
      sync: null,
      deprovisioning: 'suspend_membership',
      scimBaseUrl: `http://localhost:8082/scim/v2/${made.id}`,
      hasCredential: false,
      counts: { users: 0, groups: 0 },
      lastSync: null,
      lastProbe: null,
    });
    expect(ok(await acme.get(`${directories}/${made.id}`))).toEqual(made);
    expect(ok(await acme.get(`${directories}?organizationId=${organizationId}`)).data).toEqual([
      made,
    ]);
    expect(await eventsOf(made.id)).toEqual(['created']);
  });

  test('fills in the sync settings of a directory that the platform reads', async () => {
    expect(await create(entra)).toMatchObject({
      organizationId: null,
      config: { cloud: 'global', includeGuests: false },
      sync: { enabled: true, intervalSeconds: 3600, groups: true, deactivateMissing: true },
      scimBaseUrl: null,
    });
  });

  test.each<[string, object, string, string]>([
    ['an unknown kind', { kind: 'nis' }, '/kind', 'invalid_format'],
    [
      'a config of another kind',
      { config: { baseDn: 'dc=x' } },
      '/config/baseDn',
      'unknown_member',
    ],
    ['sync of what is not read', { sync: { enabled: true } }, '/sync', 'unknown_member'],
    [
      'an unknown organization',
      { organizationId: newId('organization') },
      '/organizationId',
      'not_found',
    ],
    [
      'a cloud nobody knows',
      { ...entra, config: { tenantId: 'x', cloud: 'mars' } },
      '/config/cloud',
      'invalid_format',
    ],
    [
      'an internal issuer',
      { ...oidc, config: { issuer: 'https://10.0.0.1', clientId: 'x' } },
      '/config/issuer',
      'host_not_allowed',
    ],
    [
      'LDAP in clear text',
      { ...ldap, config: { ...ldap.config, urls: ['ldap://ldap.example.com'] } },
      '/config/urls',
      'invalid_format',
    ],
    [
      'a userFilter that is no LDAP filter',
      { ...ldap, config: { ...ldap.config, userFilter: '(objectClass=*' } },
      '/config/userFilter',
      'invalid_format',
    ],
    [
      'a groupFilter that is no LDAP filter',
      { ...ldap, config: { ...ldap.config, groupFilter: ')(' } },
      '/config/groupFilter',
      'invalid_format',
    ],
    [
      'a target that is no member',
      { attributeMapping: [{ source: 'x', target: 'status' }] },
      '/attributeMapping/0/target',
      'invalid_format',
    ],
    [
      'a source that is no path',
      { attributeMapping: [{ source: 'emails[0].value', target: 'title' }] },
      '/attributeMapping/0/source',
      'invalid_format',
    ],
    [
      'a source in an extension that no definition names',
      {
        attributeMapping: [
          { source: 'emails[type eq "work"].value', target: 'email' },
          { source: 'urn:okta:example:1.0:user:custom:badge', target: 'title' },
        ],
      },
      '/attributeMapping/1/source',
      'unknown_attribute',
    ],
    [
      'a source that users of a directory that is read do not have',
      {
        kind: 'cloud_directory',
        config: { tenantId: 'contoso' },
        attributeMapping: [{ source: 'extensionAttribute1', target: 'title' }],
      },
      '/attributeMapping/0/source',
      'unknown_attribute',
    ],
  ])('rejects %s', async (_what, body, pointer, code) =>
    expect(
      refused(await acme.post(directories, { body: { name: 'x', kind: 'scim', ...body } })),
    ).toEqual([422, 'validation_failed', pointer, code]),
  );

  test('requires tenant:orgs.write, and is hidden from other tenants', async () => {
    expect((await reader.post(directories, { body: { name: 'x', kind: 'scim' } })).status).toBe(
      403,
    );
    const { id } = await create();
    expect((await globex.get(`${directories}/${id}`)).status).toBe(404);
    expect((await globex.delete(`${directories}/${id}`)).status).toBe(404);
    expect((await globex.post(`${directories}/${id}/scim-bearers`)).status).toBe(404);
    expect((await acme.get(`${directories}/dir_x`)).status).toBe(404);
  });
});

describe('directoriesUpdate', () => {
  test('merges the configuration, and checks the result', async () => {
    const { id } = await create(entra);
    const updated = ok(
      await acme.patch(`${directories}/${id}`, {
        body: { name: 'Renamed', config: { includeGuests: true }, sync: { enabled: false } },
      }),
    );
    expect(updated).toMatchObject({
      name: 'Renamed',
      config: { ...entra.config, includeGuests: true },
      sync: { enabled: false, groups: true },
    });
    const bad = await acme.patch(`${directories}/${id}`, { body: { config: { tenantId: '' } } });
    expect(refused(bad)).toEqual([422, 'validation_failed', '/config/tenantId', 'invalid_format']);
    expect(await eventsOf(id)).toEqual(['created', 'updated']);
  });

  test('rejects an invalid LDAP filter', async () => {
    const { id } = await create(ldap);
    const bad = await acme.patch(`${directories}/${id}`, {
      body: { config: { groupFilter: '(cn=*' } },
    });
    expect(refused(bad)).toEqual([
      422,
      'validation_failed',
      '/config/groupFilter',
      'invalid_format',
    ]);
  });

  test('applies a shorter sync interval from now on', async () => {
    const { id } = await create({ ...entra, sync: { intervalSeconds: 86_400 } });
    const credential = {
      type: 'client_secret',
      clientId: 'platform',
      clientSecret: 'x'.repeat(32),
    };
    ok(await acme.put(`${directories}/${id}/connector-credential`, { body: credential }));
    await sql(
      "UPDATE directory.directories SET next_sync_at = now() + interval '20 hours' WHERE id = $1",
      [id],
    );
    ok(await acme.patch(`${directories}/${id}`, { body: { sync: { intervalSeconds: 900 } } }));
    const { rows } = await sql(
      "SELECT next_sync_at <= now() + interval '15 minutes' AS soon FROM directory.directories WHERE id = $1",
      [id],
    );
    expect(rows).toEqual([{ soon: true }]);
  });

  test('suspends and resumes', async () => {
    const { id } = await create();
    const patch = (status: string) => acme.patch(`${directories}/${id}`, { body: { status } });
    expect(ok(await patch('suspended'))).toMatchObject({
      state: 'suspended',
      stateReason: 'admin',
    });
    expect(ok(await patch('active'))).toMatchObject({ state: 'pending', stateReason: null });
    expect(await eventsOf(id)).toEqual(['created', 'suspended', 'resumed']);
  });

  test('checks If-Match', async () => {
    const { id } = await create();
    const call = (body: object) =>
      acme.patch(`${directories}/${id}`, { body, headers: { 'if-match': '"1"' } });
    expect((await call({ name: 'a' })).status).toBe(200);
    expect((await call({ name: 'b' })).status).toBe(412);
  });
});

describe('connector credentials', () => {
  const secret = {
    type: 'client_secret',
    clientId: 'app',
    clientSecret: 'a-very-long-secret-9876',
  };
  const path = (id: string) => `${directories}/${id}/connector-credential`;

  test('are set, shown without the secret, replaced and cleared', async () => {
    const { id } = await create({ ...entra, sync: { enabled: false } });
    const shown = ok(await acme.put(path(id), { body: secret }));
    expect(shown).toMatchObject({
      hasCredential: true,
      type: 'client_secret',
      clientId: 'app',
      secretLast4: '9876',
      notAfter: null,
    });
    expect(ok(await acme.get(`${directories}/${id}`))).toMatchObject({
      hasCredential: true,
      credential: shown,
    });
    const { rows } = await sql(
      'SELECT sealed FROM directory.connector_credentials WHERE directory_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].sealed).not.toContain('secret');
    expect(ok(await acme.delete(path(id)))).toEqual({ id, deleted: true });
    expect(ok(await acme.delete(path(id)))).toEqual({ id, deleted: true });
    expect(await eventsOf(id)).toEqual(['created', 'credential_set', 'credential_cleared']);
  });

  test('must match the kind and be well-formed', async () => {
    const { id: scim } = await create();
    expect((await acme.put(path(scim), { body: secret })).body.code).toBe('invalid_state');
    const { id } = await create({ ...entra, sync: { enabled: false } });
    const put = async (body: object) => refused(await acme.put(path(id), { body }));
    expect(await put({ type: 'ldap_bind', bindDn: 'cn=x', password: 'y' })).toEqual([
      422,
      'validation_failed',
      '/type',
      'invalid_format',
    ]);
    const { cert, key } = testCertificate();
    const other = testCertificate();
    const pem = { type: 'client_certificate', clientId: 'app', certificatePem: cert };
    expect(
      await put({
        ...pem,
        privateKeyPem: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----',
      }),
    ).toEqual([422, 'validation_failed', '/privateKeyPem', 'invalid_format']);
    expect(await put({ ...pem, privateKeyPem: other.key })).toEqual([
      422,
      'validation_failed',
      '/certificatePem',
      'invalid_format',
    ]);
    const set = ok(await acme.put(path(id), { body: { ...pem, privateKeyPem: key } }));
    expect(Date.parse(set.notAfter)).toBeGreaterThan(Date.now());
  });

  test('are sent only to servers for which they were set', async () => {
    const ldap = {
      kind: 'ldap',
      config: { urls: ['ldaps://one.example.com'], baseDn: 'dc=x', userFilter: '(a=b)' },
      sync: { enabled: false },
    };
    const { id } = await create({ ...ldap, config: { ...ldap.config, vendor: 'openldap' } });
    const point = (...urls: string[]) =>
      acme.patch(`${directories}/${id}`, { body: { config: { urls } } });
    ok(await point('ldaps://two.example.com'));
    ok(await acme.put(path(id), { body: { type: 'ldap_bind', bindDn: 'cn=x', password: 'y' } }));
    const elsewhere = [409, 'invalid_state', '/config/urls', 'precondition'];
    for (const url of [
      'ldaps://evil.example.com',
      'ldaps://two.example.com:1636',
      'ldaps://two.example.com.evil.example',
    ])
      expect(refused(await point('ldaps://two.example.com', url))).toEqual(elsewhere);
    ok(await point('ldaps://TWO.example.com/'));
    ok(await acme.delete(path(id)));
    ok(await point('ldaps://three.example.com'));

    const { id: idp } = await create(oidc);
    ok(await acme.put(path(idp), { body: { ...secret, clientId: 'platform' } }));
    const move = (issuer: string) =>
      acme.patch(`${directories}/${idp}`, { body: { config: { issuer } } });
    expect((await move('https://evil.example.com')).body.errors[0].pointer).toBe('/config/issuer');
    ok(await move('https://idp.example.com/realms/acme'));
    expect(ok(await acme.get(`${directories}/${idp}`)).hasCredential).toBe(true);
  });

  test('are returned only to the hub, for sign-in', async () => {
    const { id } = await create(oidc);
    await acme.put(path(id), { body: { ...secret, clientId: 'platform' } });
    const connection = await asHub.GetConnection({ tenantId, directoryId: id });
    expect(connection).toMatchObject({ kind: 'oidc' });
    expect(JSON.parse(connection.configJson ?? '')).toMatchObject(oidc.config);
    expect(JSON.parse(connection.secret ?? '')).toMatchObject({
      clientSecret: secret.clientSecret,
    });
    await expect(asFga.GetConnection({ tenantId, directoryId: id })).rejects.toThrow();
    const { id: scim } = await create();
    await expect(asHub.GetConnection({ tenantId, directoryId: scim })).rejects.toThrow();
  });
});

describe('SCIM bearers', () => {
  const path = (id: string) => `${directories}/${id}/scim-bearers`;
  const mint = async (id: string, body?: object) => ok(await acme.post(path(id), { body }));
  const authenticate = (directoryId: string, token: string) =>
    asGateway.AuthenticateScimBearer({
      directoryId,
      lookup: token.slice(5, 15),
      tokenSha256: createHash('sha256').update(token).digest(),
    });

  test('are created once, listed without the token, and accepted', async () => {
    const { id } = await create();
    const { token, ...bearer } = await mint(id);
    expect(bearer).toMatchObject({
      name: 'bearer-1',
      prefix: token.slice(0, 15),
      last4: token.slice(-4),
      state: 'active',
      readOnly: false,
      lastUsedAt: null,
    });
    expect(Date.parse(bearer.expiresAt) - Date.now()).toBeGreaterThan(364 * day);
    expect(ok(await acme.get(path(id))).data).toEqual([bearer]);
    expect(await authenticate(id, token)).toMatchObject({
      tenantId,
      bearerId: bearer.id,
      readOnly: false,
      expiresAt: bearer.expiresAt,
    });
  });

  test('work only for their directory', async () => {
    const { id } = await create();
    const { id: other } = await create();
    const { token } = await mint(id);
    await expect(authenticate(other, token)).rejects.toThrow();
    await expect(authenticate(id, `${token.slice(0, -1)}x`)).rejects.toThrow();
    await acme.delete(`${directories}/${id}`);
    await expect(authenticate(id, token)).rejects.toThrow();
  });

  test('overlap when they are rotated, unless the overlap is 0', async () => {
    const { id } = await create();
    const old = await mint(id, { name: 'okta', readOnly: true });
    const rotate = (bearerId: string, body: object) =>
      acme.post(`${path(id)}/${bearerId}/rotate`, { body });
    const next = ok(await rotate(old.id, { overlapSeconds: 3600 }));
    expect(next).toMatchObject({ name: 'okta', readOnly: true, state: 'active' });
    const list = ok(await acme.get(path(id))).data;
    expect(list.find((b: any) => b.id === old.id)).toMatchObject({
      state: 'retiring',
      replacedBy: next.id,
    });
    await authenticate(id, old.token);
    expect((await rotate(old.id, {})).body.code).toBe('invalid_state');
    ok(await rotate(next.id, { overlapSeconds: 0 }));
    await expect(authenticate(id, next.token)).rejects.toThrow();
    expect(await eventsOf(id)).toEqual([
      'created',
      'bearer_minted',
      'bearer_rotated',
      'bearer_rotated',
    ]);
  });

  test('end when they expire or are revoked', async () => {
    const { id } = await create();
    const { id: bearerId, token } = await mint(id);
    expect(ok(await acme.delete(`${path(id)}/${bearerId}`)).deleted).toBe(true);
    expect(ok(await acme.delete(`${path(id)}/${bearerId}`)).deleted).toBe(true);
    await expect(authenticate(id, token)).rejects.toThrow();
    const short = await mint(id);
    await sql('UPDATE directory.scim_bearers SET expires_at = now() WHERE id = $1', [short.id]);
    await expect(authenticate(id, short.token)).rejects.toThrow();
    const states = ok(await acme.get(path(id))).data.map((b: any) => b.state);
    expect(states).toEqual(['expired', 'revoked']);
  });

  test.each([
    [{ expiresInSeconds: 60 }, '/expiresInSeconds'],
    [{ expiresInSeconds: 731 * 86_400 }, '/expiresInSeconds'],
    [{ expiresInSeconds: 3600, expiresAt: '2030-01-01T00:00:00Z' }, '/expiresAt'],
    [{ overlapSeconds: 60 }, '/overlapSeconds'],
  ])('rejects %j', async (body, pointer) => {
    const { id } = await create();
    const [status, code, where] = refused(await acme.post(path(id), { body }));
    expect([status, code, where]).toEqual([422, 'validation_failed', pointer]);
  });

  test('are limited to five, even concurrently', async () => {
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => acme.post(path(id))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 200, 200, 422, 422, 422,
    ]);
    const { id: pulled } = await create(entra);
    expect((await acme.post(path(pulled))).body.code).toBe('invalid_state');
  });

  test('emit one event before they expire', async () => {
    const { id } = await create();
    const { id: bearerId } = await mint(id, { expiresInSeconds: 31 * 86_400 });
    const { db } = platform.service.platform;
    const { signal } = new AbortController();
    await sql('UPDATE directory.scim_bearers SET next_notice_at = now() WHERE id = $1', [bearerId]);
    for (let i = 0; i < 2; i++) await giveDueNotices(db, signal, Date.now() + 2 * day);
    expect(await eventsOf(id)).toEqual(['created', 'bearer_minted', 'bearer_expiring']);
  });
});

describe('group-role mappings', () => {
  const path = (id: string) => `${directories}/${id}/group-role-mappings`;
  const map = (id: string, body: object) => acme.post(path(id), { body });

  test('grant roles in the organization while the membership and the link exist', async () => {
    const { id: organizationId } = await organization();
    const { id } = await create({ organizationId });
    const userId = await aUser();
    const member = `${organizations}/${organizationId}/members/${userId}`;
    ok(await acme.put(member, { body: { roles: ['viewer'] } }));
    const { group, member: dusr } = await fill(id, userId);
    const mapping = ok(await map(id, { groupId: group, role: 'admin' }));
    expect(mapping).toMatchObject({
      directoryId: id,
      organizationId,
      group: { id: group },
      resolved: true,
      role: 'admin',
      roleState: 'known',
    });
    const source = {
      role: 'admin',
      source: 'group',
      directoryId: id,
      groupId: group,
      mappingId: mapping.id,
    };
    expect(ok(await acme.get(member))).toMatchObject({
      roles: ['viewer', 'admin'],
      roleSources: [{ role: 'viewer', source: 'direct' }, source],
    });
    const byRole = await acme.get(`${organizations}/${organizationId}/members?role=admin`);
    expect(ok(byRole).data).toHaveLength(1);
    const resolve = () => asFga.ResolveUser({ tenantId, userId, include: ['groups'] });
    expect(await resolve()).toMatchObject({
      groupIds: [group],
      memberships: [{ organizationId, roles: ['viewer', 'admin'] }],
      tenantRoles: [],
    });
    await acme.patch(`${directories}/${id}`, { body: { status: 'suspended' } });
    expect((await resolve()).memberships?.[0]?.roles).toEqual(['viewer', 'admin']);
    await sql("UPDATE directory.directory_users SET link = 'inactive' WHERE id = $1", [dusr]);
    expect((await resolve()).memberships?.[0]?.roles).toEqual(['viewer']);
    await sql("UPDATE directory.directory_users SET link = 'active' WHERE id = $1", [dusr]);
    ok(await acme.patch(`${organizations}/${organizationId}`, { body: { status: 'suspended' } }));
    expect((await resolve()).memberships?.[0]?.roles).toEqual([]);
    ok(await acme.delete(`${path(id)}/${mapping.id}`));
    expect(ok(await acme.get(member)).roles).toEqual(['viewer']);
    expect(await eventsOf(id)).toEqual([
      'created',
      'group_role_mapping_created',
      'suspended',
      'group_role_mapping_deleted',
    ]);
  });

  test('grant roles in the tenant for a directory without an organization', async () => {
    const { id } = await create();
    const userId = await aUser();
    const { key } = await fill(id, userId);
    ok(await map(id, { groupDisplayName: `GROUP ${key}`, role: 'admin' }));
    expect(await asFga.ResolveUser({ tenantId, userId })).toMatchObject({ tenantRoles: ['admin'] });
  });

  test('can be created before the group', async () => {
    const { id } = await create();
    const early = ok(await map(id, { groupExternalId: 'eng', role: 'admin' }));
    expect(early).toMatchObject({ resolved: false, group: { externalId: 'eng' } });
    const userId = await aUser();
    const { key } = await fill(id, userId);
    await sql("UPDATE directory.directory_groups SET external_id = 'eng' WHERE external_id = $1", [
      key,
    ]);
    expect(ok(await acme.get(path(id))).data[0]).toMatchObject({ resolved: true });
    expect(await asFga.ResolveUser({ tenantId, userId })).toMatchObject({ tenantRoles: ['admin'] });
  });

  test('require an existing role and exactly one group', async () => {
    const { id } = await create();
    expect(refused(await map(id, { groupExternalId: 'x', role: 'nobody' }))).toEqual([
      422,
      'validation_failed',
      '/role',
      'unknown_role',
    ]);
    expect(refused(await map(id, { role: 'admin' }))).toEqual([
      422,
      'validation_failed',
      '/groupId',
      'invalid_format',
    ]);
    expect(refused(await map(id, { groupId: newId('directoryGroup'), role: 'admin' }))).toEqual([
      422,
      'validation_failed',
      '/groupId',
      'not_found',
    ]);
  });

  test('are unique per group and role, however the group is specified', async () => {
    const { id } = await create();
    const { group, key } = await fill(id, await aUser());
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => map(id, { groupId: group, role: 'admin' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await map(id, { groupExternalId: key, role: 'admin' })).body.code).toBe(
      'already_exists',
    );
    ok(await map(id, { groupExternalId: key, role: 'viewer' }));
  });

  test('groups can be looked up only by the access service, in their own tenant', async () => {
    const { id: organizationId } = await organization();
    const { id } = await create({ organizationId });
    const { group } = await fill(id, await aUser());
    expect(await asFga.GetGroup({ tenantId, groupId: group })).toMatchObject({
      directoryId: id,
      organizationId,
    });
    const globexId = platform.hub.tenant('globex').id;
    await expect(asFga.GetGroup({ tenantId: globexId, groupId: group })).rejects.toThrow();
    await expect(asHub.GetGroup({ tenantId, groupId: group })).rejects.toThrow();
  });
});

describe('the content of a directory', () => {
  test('is listed page by page', async () => {
    const { id } = await create();
    for (let i = 0; i < 3; i++) await fill(id, await aUser());
    const first = ok(await acme.get(`${directories}/${id}/users?limit=2`));
    const rest = ok(
      await acme.get(`${directories}/${id}/users?limit=2&cursor=${first.nextCursor}`),
    );
    expect([first.data.length, rest.data.length, rest.hasMore]).toEqual([2, 1, false]);
    expect(first.data[0]).toMatchObject({ link: 'active', userId: expect.stringMatching(/^usr_/) });
    const list = async (query: Record<string, string>) =>
      ok(await acme.get(`${directories}/${id}/users?${new URLSearchParams(query)}`)).data.length;
    expect(await list({ linked: 'false' })).toBe(0);
    expect(await list({ q: first.data[0].userName.toUpperCase() })).toBe(1);
    expect((await acme.get(`${directories}/${id}/users?q=ab`)).status).toBe(400);
    expect(ok(await acme.get(`${directories}/${id}/groups`)).data).toHaveLength(3);
    expect((await reader.get(`${directories}/${id}/users`)).status).toBe(403);
  });
});

describe('directoriesDelete', () => {
  const left = async (id: string): Promise<number> => {
    const { rows } = await sql(
      `SELECT (SELECT count(*) FROM directory.directories WHERE id = $1) + (SELECT count(*) FROM directory.directory_users WHERE directory_id = $1)
         + (SELECT count(*) FROM directory.directory_groups WHERE directory_id = $1) + (SELECT count(*) FROM directory.scim_bearers WHERE directory_id = $1) AS n`,
      [id],
    );
    return Number(rows[0].n);
  };

  test('ends everything immediately; users and memberships are kept, and roles from groups are removed', async () => {
    const { id: organizationId } = await organization();
    const { id } = await create({ organizationId });
    await acme.post(`${directories}/${id}/scim-bearers`);
    const userId = await aUser();
    const member = `${organizations}/${organizationId}/members/${userId}`;
    ok(await acme.put(member, { body: { roles: ['viewer'] } }));
    await sql("UPDATE directory.memberships SET sources = '{directory}' WHERE user_id = $1", [
      userId,
    ]);
    const { group } = await fill(id, userId);
    ok(
      await acme.post(`${directories}/${id}/group-role-mappings`, {
        body: { groupId: group, role: 'admin' },
      }),
    );
    expect(ok(await acme.delete(`${directories}/${id}`))).toEqual({ id, deleted: true });
    expect((await acme.get(`${directories}/${id}`)).status).toBe(404);
    expect(ok(await acme.get(member)).roles).toEqual(['viewer']);
    await eventuallyPasses(async () => expect(await left(id)).toBe(0));
    expect(ok(await acme.get(member))).toMatchObject({ sources: ['direct'], state: 'active' });
    // No directory can restore a member who had left it: an administrator can.
    await sql("UPDATE directory.memberships SET state = 'inactive' WHERE user_id = $1", [userId]);
    expect(ok(await acme.put(member, { body: { roles: ['viewer'] } })).state).toBe('active');
    expect((await acme.delete(`${directories}/${id}`)).status).toBe(404);
    expect((await eventsOf(id)).filter((type) => type === 'deleted')).toHaveLength(1);
  });

  test('happens when its organization is deleted', async () => {
    const { id: organizationId } = await organization();
    const { id } = await create({ organizationId });
    const { token } = ok(await acme.post(`${directories}/${id}/scim-bearers`));
    ok(await acme.delete(`${organizations}/${organizationId}`));
    expect((await acme.get(`${directories}/${id}`)).status).toBe(404);
    const call = {
      directoryId: id,
      lookup: token.slice(5, 15),
      tokenSha256: createHash('sha256').update(token).digest(),
    };
    await expect(asGateway.AuthenticateScimBearer(call)).rejects.toThrow();
    await eventuallyPasses(async () => expect(await left(id)).toBe(0));
  });
});
