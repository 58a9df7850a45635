import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setupOperations, setupScopes } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import { eventually } from '@platform/testkit/eventually';
import { startTestDns } from '@platform/testkit/fake-dns';
import type { TestDns } from '@platform/testkit/fake-dns';
import { patientPeer } from '@platform/testkit/patient-peer';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';

const organizations = '/api/v1/organizations';
const setup = '/api/v1/setup';
let dns: TestDns;
let platform: TestPlatform;
let acme: TestApi;
let globex: TestApi;
let tenantId: string;
let peer: RpcPeer;
let hub: RpcClient<'platform.directory.v1.SetupLinks'>;
let n = 0;

beforeAll(async () => {
  dns = await startTestDns();
  platform = await testPlatform(directory, {
    'platform.organizations.domains.resolvers': dns.address,
  });
  const tenant = platform.hub.tenant('acme');
  tenantId = tenant.id;
  acme = await platform.as({ tenant });
  globex = await platform.as({ tenant: platform.hub.tenant('globex') });
  peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint('hub', 'directory'),
  });
  hub = peer.service('platform.directory.v1.SetupLinks');
});
afterAll(async () => {
  peer.close();
  await platform.stop();
  await dns.stop();
});

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.code]).toEqual([200, undefined]);
  return answer.body;
};
const organization = async (api = acme): Promise<string> =>
  ok(await api.post(organizations, { body: { name: `Org ${++n}` } })).id;
const create = (orgId: string, body: object = {}, api = acme) =>
  api.post(`${organizations}/${orgId}/setup-links`, {
    body: { intents: ['sso', 'domains'], recipient: `it${++n}@example.com`, ...body },
  });
const tokenOf = ({ url }: { url: string }): string => new URL(url).hash.slice(1);
const listed = async (orgId: string) =>
  ok(await acme.get(`${organizations}/${orgId}/setup-links`)).data;
const failure = async (work: Promise<unknown>) => {
  const { code, details } = asProblem(
    await work.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  return { code, detail: details.detail, ...details.members };
};
const sql = (text: string, values: unknown[]) =>
  withClient(platform.database.url, (client) => client.query(text, values));
const eventsOf = async (orgId: string): Promise<string[]> =>
  (
    await platform.service.platform.db.read(
      { tenantId, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ type: string }>(
          "SELECT envelope->>'type' AS type FROM outbox WHERE envelope->>'subject' = $1 AND starts_with(subject, 'events.') ORDER BY position",
          [`organization/${orgId}`],
        ),
    )
  ).map(({ type }) => type.replace('organization.', ''));

/** Calls with the token that the hub gives to a session of the link. */
const contact = (orgId: string, linkId: string, scopes = setupScopes): Promise<TestApi> =>
  platform.as({
    tenant: platform.hub.tenant('acme'),
    userId: linkId,
    clientId: 'self-service-bff',
    scopes,
    claims: { org_id: orgId },
  });
async function opened(orgId: string, body: object = {}) {
  const link = ok(await create(orgId, body));
  await hub.Open({ tenantId, token: tokenOf(link) });
  return { link, api: await contact(orgId, link.id) };
}

describe('organizationSetupLinksCreate', () => {
  test('returns the link once, with its token in the fragment', async () => {
    const orgId = await organization();
    const made = ok(await create(orgId, { recipient: 'ada@initech.example' }));
    const { issuer } = platform.hub.tenant('acme');
    expect(made.url).toMatch(new RegExp(`^${issuer}/setup#[A-Za-z0-9_-]{43}$`));
    expect(made).toMatchObject({
      organizationId: orgId,
      intents: ['sso', 'domains'],
      recipient: 'ada@initech.example',
      state: 'pending',
      delivery: 'none',
      parentId: null,
      actions: [],
    });
    const [shown] = await listed(orgId);
    expect(shown.id).toBe(made.id);
    expect(shown.url).toBeUndefined();
    const { rows } = await sql('SELECT * FROM directory.setup_links WHERE id = $1', [made.id]);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(made));
    expect(await eventsOf(orgId)).toContain('setup_link_created');
  });

  test('sends the link by e-mail if asked to', async () => {
    const orgId = await organization();
    const recipient = `it${++n}@example.com`;
    const { url, delivery } = ok(await create(orgId, { recipient, mail: true, locale: 'de' }));
    expect(delivery).toBe('queued');
    const mail = await eventually(() =>
      platform.identityFacade.mails.find(({ to }) => to === recipient),
    );
    expect(mail).toMatchObject({ type: 'organization_setup', linkUrl: url, locales: ['de'] });
    await eventually(async () => (await listed(orgId))[0].delivery === 'sent');
  });

  test.each([
    [{ intents: [] }, '/intents'],
    [{ intents: ['sso', 'sso'] }, '/intents'],
    [{ intents: ['users'] }, '/intents/0'],
    [{ recipient: 'nobody' }, '/recipient'],
    [{ expiresInSeconds: 3_599 }, '/expiresInSeconds'],
    [{ expiresInSeconds: 30 * 86_400 + 1 }, '/expiresInSeconds'],
  ])('rejects %j', async (body, pointer) => {
    const answer = await create(await organization(), body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test('requires the scopes of organizations and of connections', async () => {
    const orgId = await organization();
    for (const scope of ['tenant:orgs.write', 'tenant:federation.write']) {
      const weak = await platform.as({
        tenant: platform.hub.tenant('acme'),
        scopes: [scope],
      });
      expect((await create(orgId, {}, weak)).body.code).toBe('insufficient_scope');
    }
  });

  test('is hidden from other tenants', async () => {
    const orgId = await organization();
    expect((await create(orgId, {}, globex)).status).toBe(404);
    expect((await globex.get(`${organizations}/${orgId}/setup-links`)).status).toBe(404);
  });
});

describe('a setup link', () => {
  test('can be opened once, and only in its tenant', async () => {
    const orgId = await organization();
    const link = ok(await create(orgId));
    const token = tokenOf(link);
    const other = platform.hub.tenant('globex').id;
    expect((await failure(hub.Open({ tenantId: other, token }))).code).toBe('not_found');
    expect(await hub.Open({ tenantId, token })).toMatchObject({
      linkId: link.id,
      organizationId: orgId,
      intents: ['sso', 'domains'],
    });
    expect(await failure(hub.Open({ tenantId, token }))).toMatchObject({
      code: 'invalid_state',
      detail: expect.stringContaining('i***@example.com'),
      reason: 'used',
      mayRenew: true,
      recipient: 'i***@example.com',
    });
    expect((await listed(orgId))[0]).toMatchObject({ state: 'opened' });
    expect(await eventsOf(orgId)).toContain('setup_link_opened');
  });

  test('is opened by one of two requests at the same time', async () => {
    const token = tokenOf(ok(await create(await organization())));
    const results = await Promise.allSettled([1, 2, 3].map(() => hub.Open({ tenantId, token })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('cannot be opened once it has expired, but a new one can be sent to its recipient', async () => {
    const orgId = await organization();
    const recipient = `it${++n}@example.com`;
    const link = ok(await create(orgId, { recipient }));
    const token = tokenOf(link);
    await sql('UPDATE directory.setup_links SET expires_at = now() WHERE id = $1', [link.id]);
    expect((await listed(orgId))[0].state).toBe('expired');
    expect(await failure(hub.Open({ tenantId, token }))).toMatchObject({
      code: 'invalid_state',
      reason: 'expired',
      mayRenew: true,
    });
    const { recipientMasked } = await hub.Renew({ tenantId, token });
    expect(recipientMasked).toBe('i***@example.com');
    const mail = await eventually(() =>
      platform.identityFacade.mails.find(({ to }) => to === recipient),
    );
    const renewed = tokenOf({ url: String(mail.linkUrl) });
    expect(renewed).not.toBe(token);
    expect((await failure(hub.Open({ tenantId, token }))).code).toBe('invalid_state');
    expect((await hub.Open({ tenantId, token: renewed })).linkId).toBe(link.id);
    expect((await hub.Renew({ tenantId, token })).recipientMasked).toBe('i***@example.com');
  });

  test('has at most three new ones sent in an hour', async () => {
    const token = tokenOf(ok(await create(await organization())));
    for (let i = 0; i < 3; i++) await hub.Renew({ tenantId, token });
    expect((await failure(hub.Renew({ tenantId, token }))).code).toBe('rate_limited');
  });

  test.each([
    ['30 days after it was created', 'expired', { ends_at: 'now()', expires_at: 'now()' }],
    ['once it was revoked', 'revoked', { revoked_at: 'now()' }],
    ['once the setup is complete', 'completed', { completed_at: 'now()' }],
  ])('is over %s', async (_when, reason, columns) => {
    const link = ok(await create(await organization()));
    const token = tokenOf(link);
    const set = Object.entries(columns).map(([name, value]) => `${name} = ${value}`);
    await sql(`UPDATE directory.setup_links SET ${set.join(', ')} WHERE id = $1`, [link.id]);
    expect(await failure(hub.Open({ tenantId, token }))).toMatchObject({
      code: 'invalid_state',
      reason,
      mayRenew: false,
    });
    expect((await failure(hub.Renew({ tenantId, token }))).code).toBe('invalid_state');
  });

  test('is unknown with another token', async () => {
    const token = 'A'.repeat(43);
    expect((await failure(hub.Open({ tenantId, token }))).code).toBe('not_found');
    expect((await failure(hub.Renew({ tenantId, token }))).code).toBe('not_found');
  });

  test('ends with its organization', async () => {
    const orgId = await organization();
    const { link } = await opened(orgId);
    expect((await hub.Get({ tenantId, linkId: link.id })).organizationId).toBe(orgId);
    ok(await acme.delete(`${organizations}/${orgId}`));
    expect((await failure(hub.Get({ tenantId, linkId: link.id }))).code).toBe('not_found');
    expect((await failure(hub.Open({ tenantId, token: tokenOf(link) }))).code).toBe('not_found');
  });
});

describe('organizationSetupLinksRevoke', () => {
  test('ends the link and those of colleagues', async () => {
    const orgId = await organization();
    const { link, api } = await opened(orgId);
    const sent = ok(
      await api.post(`${setup}/links`, { body: { recipient: 'grace@initech.example' } }),
    );
    const path = `${organizations}/${orgId}/setup-links/${link.id}`;
    expect(ok(await acme.delete(path))).toEqual({ id: link.id, deleted: true });
    ok(await acme.delete(path));
    const states = (await listed(orgId)).map(({ id, state }: Record<string, string>) => [
      id,
      state,
    ]);
    expect(states).toEqual([
      [sent.id, 'revoked'],
      [link.id, 'revoked'],
    ]);
    expect((await failure(hub.Get({ tenantId, linkId: link.id }))).code).toBe('not_found');
    expect((await api.get(setup)).body.code).toBe('caller_not_allowed');
    const events = await eventsOf(orgId);
    expect(events.filter((type) => type === 'setup_link_revoked')).toHaveLength(2);
  });

  test('does not find links of other organizations and tenants', async () => {
    const orgId = await organization();
    const link = ok(await create(orgId));
    const elsewhere = await organization();
    for (const [api, id] of [
      [acme, elsewhere],
      [globex, orgId],
    ] as const)
      expect((await api.delete(`${organizations}/${id}/setup-links/${link.id}`)).status).toBe(404);
  });
});

describe('the setup', () => {
  const record = ({ verification: v }: { verification: Record<string, string> }) =>
    dns.set(v['recordName']!, 'TXT', [v['recordValue']!]);

  test('shows what the link is for, how far it is, and the values to copy', async () => {
    const orgId = await organization();
    const { link, api } = await opened(orgId, { intents: ['sso', 'directory', 'domains'] });
    const { issuer } = platform.hub.tenant('acme');
    const begun = ok(await api.get(setup));
    const { connectionId } = begun.newConnection;
    expect(begun).toMatchObject({
      linkId: link.id,
      organization: { id: orgId },
      tasks: [
        { intent: 'sso', state: 'open' },
        { intent: 'directory', state: 'open' },
        { intent: 'domains', state: 'open' },
      ],
      newConnection: {
        entityId: `${issuer}/federation/${connectionId}`,
        acsUrl: `${issuer}/federation/${connectionId}/acs`,
        redirectUri: `${issuer}/federation/${connectionId}/callback`,
      },
      connections: [],
    });
    const domain = ok(
      await api.post(`${setup}/domains`, { body: { domain: `initech${n}.example.com` } }),
    );
    record(domain);
    expect(ok(await api.post(`${setup}/domains/${domain.id}/verify`)).state).toBe('verified');
    ok(
      await api.post(`${setup}/connections`, {
        body: {
          kind: 'oidc',
          name: 'Okta',
          provider: 'okta',
          config: { issuer: 'https://idp.example.com', clientId: 'platform' },
        },
      }),
    );
    ok(await api.post(`${setup}/directories`, { body: { kind: 'scim', name: 'Okta SCIM' } }));
    expect(ok(await api.get(setup))).toMatchObject({
      tasks: [{ state: 'started' }, { state: 'started' }, { state: 'done' }],
      connections: [{ connectionId }],
    });
  });

  test('shows administrators what was done with the link', async () => {
    const orgId = await organization();
    const { link, api } = await opened(orgId);
    const domain = ok(
      await api.post(`${setup}/domains`, { body: { domain: `initech${++n}.example.com` } }),
    );
    const done = ok(await api.post(`${setup}/complete`));
    expect(done.completedAt).not.toBeNull();
    expect(ok(await api.post(`${setup}/complete`)).completedAt).toBe(done.completedAt);
    const shown = await eventually(async () => {
      const [one] = await listed(orgId);
      return one.actions.length > 0 ? one : undefined;
    });
    expect(shown).toMatchObject({
      id: link.id,
      state: 'completed',
      actions: [{ type: 'organization.domain_added', resource: { type: 'domain', id: domain.id } }],
    });
  });

  test('continues with the same values for a colleague', async () => {
    const orgId = await organization();
    const { link, api } = await opened(orgId, { intents: ['sso'] });
    const recipient = `grace${++n}@initech.example`;
    const sent = ok(await api.post(`${setup}/links`, { body: { recipient } }));
    expect(sent).toMatchObject({ recipient, intents: ['sso'] });
    expect(sent.url).toBeUndefined();
    expect((await listed(orgId))[0]).toMatchObject({
      id: sent.id,
      parentId: link.id,
      createdBy: { type: 'setup', id: link.id },
    });
    const mail = await eventually(() =>
      platform.identityFacade.mails.find(({ to }) => to === recipient),
    );
    await hub.Open({ tenantId, token: tokenOf({ url: String(mail.linkUrl) }) });
    const colleague = await contact(orgId, sent.id, ['setup.sso']);
    expect(ok(await colleague.get(setup)).newConnection).toEqual(
      ok(await api.get(setup)).newConnection,
    );
  });

  test('sends at most ten links to colleagues', async () => {
    const { api } = await opened(await organization());
    const send = () =>
      api.post(`${setup}/links`, { body: { recipient: `colleague${++n}@example.com` } });
    for (let i = 0; i < 10; i++) ok(await send());
    expect((await send()).body.code).toBe('limit_exceeded');
  });

  test('activates a connection only after a successful test', async () => {
    const orgId = await organization();
    const { api } = await opened(orgId);
    const made = ok(
      await api.post(`${setup}/connections`, {
        body: {
          kind: 'oidc',
          name: 'Okta',
          config: { issuer: 'https://idp.example.com', clientId: 'platform' },
        },
      }),
    );
    expect(made).toMatchObject({ state: 'suspended', stateReason: 'setup', organizationId: orgId });
    const activate = () => api.post(`${setup}/connections/${made.id}/activate`);
    expect((await activate()).body.code).toBe('invalid_state');
    await sql(
      'UPDATE directory.directories SET last_probe = \'{"ok":true,"kind":"oidc","startedAt":"2026-01-01T00:00:00.000Z","durationMs":1,"steps":[],"summary":{},"sample":[]}\' WHERE id = $1',
      [made.id],
    );
    expect(ok(await activate()).state).toBe('pending');
    expect(ok(await activate()).state).toBe('pending');
  });

  test('shows the last requests of a SCIM client, and why one failed', async () => {
    const { api } = await opened(await organization(), { intents: ['directory'] });
    const { id } = ok(
      await api.post(`${setup}/directories`, { body: { kind: 'scim', name: 'A' } }),
    );
    const { token } = ok(await api.post(`${setup}/directories/${id}/scim-bearers`));
    const headers = {
      authorization: `Bearer ${token}`,
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
    };
    const scim = (method: string, path: string, body?: object) =>
      platform.call(method, `/scim/v2/${id}${path}`, { headers, ...(body && { body }) });
    await scim('GET', '/Users?count=1');
    await scim('POST', '/Users', { schemas: [] });
    const { data } = await eventually(async () => {
      const list = ok(await api.get(`${setup}/directories/${id}/requests`));
      return list.data.length === 2 ? list : undefined;
    });
    expect(data).toMatchObject([
      { method: 'POST', status: 400 },
      { method: 'GET', status: 200 },
    ]);
  });

  test('does not show who of the tenant changed what', async () => {
    const orgId = await organization();
    const { api } = await opened(orgId);
    const made = ok(await api.post(`${setup}/directories`, { body: { kind: 'scim', name: 'A' } }));
    ok(await acme.post(`/api/v1/directories/${made.id}/scim-bearers`));
    const { data } = ok(await api.get(`${setup}/directories/${made.id}/scim-bearers`));
    expect(data[0].createdBy).toBeUndefined();
  });
});

describe('a session of a setup link', () => {
  const operations = Object.entries(setupOperations);
  const bodies: Readonly<Record<string, object>> = {
    setupLinkCreate: { recipient: 'it@example.com' },
    setupDomainCreate: { domain: 'table.example.com' },
    setupConnectionCreate: {
      kind: 'oidc',
      name: 'Table',
      config: { issuer: 'https://idp.example.com', clientId: 'platform' },
    },
    setupConnectionReadMetadata: { protocol: 'oidc', issuer: 'https://idp.example.com' },
    setupConnectionUpdate: { name: 'Changed' },
    setupConnectionSetCredential: {
      type: 'client_secret',
      clientId: 'platform',
      clientSecret: 's',
    },
    setupDirectoryCreate: { kind: 'scim', name: 'Table' },
    setupDirectoryUpdate: { name: 'Changed' },
    setupDirectorySetCredential: { type: 'client_secret', clientId: 'platform', clientSecret: 's' },
  };
  const call = (
    api: TestApi,
    operationId: string,
    { method, path }: { method: string; path: string },
    ids: Record<string, string> = {},
  ): Promise<TestAnswer> =>
    api[method as 'get'](
      path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? newId('directory')),
      bodies[operationId] ? { body: bodies[operationId] } : {},
    );
  const hasId = ({ path }: { path: string }) => path.includes('{');

  /** A domain, a connection and a directory with a bearer, of an organization or of the tenant. */
  async function things(organizationId: string | null) {
    const of = { organizationId };
    const connection = ok(
      await acme.post('/api/v1/directories', {
        body: { ...bodies['setupConnectionCreate'], ...of },
      }),
    );
    const scim = ok(
      await acme.post('/api/v1/directories', { body: { kind: 'scim', name: 'Scim', ...of } }),
    );
    const bearer = ok(await acme.post(`/api/v1/directories/${scim.id}/scim-bearers`));
    const owner = organizationId ?? (await organization());
    const domain = ok(
      await acme.post(`${organizations}/${owner}/domains`, {
        body: { domain: `t${++n}.example.com` },
      }),
    );
    return { connection: connection.id, directory: scim.id, domain: domain.id, bearer: bearer.id };
  }

  const idsFor = (path: string, of: Awaited<ReturnType<typeof things>>) => ({
    id: path.includes('/connections/') ? of.connection : of.directory,
    domId: of.domain,
    bearerId: of.bearer,
  });

  test.each(operations.filter(([, operation]) => hasId(operation)))(
    'finds nothing of another organization, nor of the tenant: %s',
    async (operationId, operation) => {
      const { api } = await opened(await organization());
      for (const owner of [await organization(), null]) {
        const answer = await call(
          api,
          operationId,
          operation,
          idsFor(operation.path, await things(owner)),
        );
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
    },
  );

  test.each(operations.filter(([id, operation]) => id.endsWith('List') && !hasId(operation)))(
    'lists nothing of another organization, nor of the tenant: %s',
    async (operationId, operation) => {
      const orgId = await organization();
      const { api } = await opened(orgId);
      await things(await organization());
      await things(null);
      expect(ok(await call(api, operationId, operation)).data).toEqual([]);
      await things(orgId);
      expect(ok(await call(api, operationId, operation)).data).toHaveLength(1);
    },
  );

  test.each(operations)('needs the scope of its task: %s', async (operationId, operation) => {
    const orgId = await organization();
    const { link } = await opened(orgId);
    const needed = Object.values(operation.scopes).flat() as string[];
    const others = setupScopes.filter((scope) => !needed.includes(scope));
    const weak = await contact(orgId, link.id, others);
    expect((await call(weak, operationId, operation)).body.code).toBe('insufficient_scope');
  });

  test.each(operations)('is required, whatever scopes a caller has: %s', async (id, operation) => {
    const user = await platform.as({
      tenant: platform.hub.tenant('acme'),
      userId: newId('user'),
      scopes: setupScopes,
      claims: { org_id: await organization() },
    });
    expect((await call(user, id, operation)).body.code).toBe('caller_not_allowed');
  });

  test.each([
    ['get', '/api/v1/organizations'],
    ['get', '/api/v1/directories'],
    ['get', '/api/v1/directory/users'],
    ['post', '/api/v1/federation-members/test-idp'],
  ] as const)(
    'does not open other operations, whatever its scopes: %s %s',
    async (method, path) => {
      const orgId = await organization();
      const { link } = await opened(orgId);
      const api = await contact(orgId, link.id, [
        ...setupScopes,
        'tenant:orgs.read',
        'tenant:users.read',
        'tenant:federation.write',
      ]);
      expect((await api[method](path)).body.code).toBe('caller_not_allowed');
    },
  );
});
