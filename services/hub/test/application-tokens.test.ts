import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { cutOff } from '../src/token-cutoffs/cut-off.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubReply, HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let tenant: MadeTenant;
let base: string;

beforeAll(async () => {
  hub = await hubUnderTest();
  tenant = await hub.makeTenant('initech');
  base = `http://127.0.0.1:${hub.pod.httpPort}/api/v1/applications`;
});
afterAll(() => hub.stop());

async function api(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: any }> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-platform-service-authorization': await hub.around.cluster.mint('product-api', 'hub'),
      'x-platform-client-ip': '192.0.2.1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
const tokenOf = (clientId: string, clientSecret: string): Promise<HubReply> =>
  hub.ask('/oauth2/token', {
    host: tenant.host,
    form: { grant_type: 'client_credentials' },
    basic: [clientId, clientSecret],
  });

it('a new application gets tokens with its secrets until it is disabled', async () => {
  const admin = (await hub.token(tenant)).body.access_token as string;
  const made = await api(admin, 'POST', '', {
    name: 'Worker',
    type: 'm2m',
    allowedScopes: ['tenant:users.read', 'tenant:applications.read'],
    accessTokenTtlSeconds: 120,
  });
  expect(made.status).toBe(200);
  const { clientId, clientSecret } = made.body;
  const first = await tokenOf(clientId, clientSecret);
  expect([first.status, first.body.expires_in, first.body.scope.split(' ').sort()]).toEqual([
    200,
    120,
    ['tenant:applications.read', 'tenant:users.read'],
  ]);
  expect((await api(first.body.access_token, 'GET', '')).status).toBe(200);

  const next = (await api(admin, 'POST', `/${clientId}/secrets`, { expiresPreviousInSeconds: 60 }))
    .body;
  for (const secret of [clientSecret, next.secret])
    expect((await tokenOf(clientId, secret)).status).toBe(200);
  expect((await tokenOf(clientId, `${next.secret.slice(0, -1)}_`)).body.error).toBe(
    'invalid_client',
  );
  await api(admin, 'POST', `/${clientId}/secrets`, { expiresPreviousInSeconds: 0 });
  for (const secret of [clientSecret, next.secret])
    expect((await tokenOf(clientId, secret)).body.error).toBe('invalid_client');

  expect((await api(admin, 'PATCH', `/${clientId}`, { enabled: false })).status).toBe(200);
  await eventually(async () => (await api(first.body.access_token, 'GET', '')).status === 401, {
    withinMs: 5_000,
  });
  expect((await api(admin, 'DELETE', `/${clientId}`)).body).toEqual({
    id: clientId,
    deleted: true,
  });
  expect((await tokenOf(clientId, clientSecret)).body.error).toBe('invalid_client');
});

it.each<[string, 'client' | 'tenant', string, string]>([
  [
    'a client is disabled',
    'client',
    'UPDATE application SET enabled = $3 WHERE tenant_id = $1 AND client_id = $2',
    'invalid_client',
  ],
  [
    'a tenant is suspended',
    'tenant',
    `UPDATE tenant SET state = CASE WHEN $3 THEN 'active' ELSE 'suspended' END WHERE id = $1 AND $2 <> ''`,
    'access_denied',
  ],
])(
  'no token is issued between the cut-off and the commit when %s',
  async (_, kind, change, error) => {
    const admin = (await hub.token(tenant)).body.access_token as string;
    const { clientId, clientSecret } = (
      await api(admin, 'POST', '', {
        name: 'Slow',
        type: 'm2m',
        allowedScopes: ['tenant:users.read'],
      })
    ).body;
    const { db } = hub.pod.platform;
    const set = (isOn: boolean, after: () => Promise<void>) =>
      db.transact({ tenantId: tenant.id, actor: { type: 'system', id: 'test' } }, async (tx) => {
        await tx.execute(change, [tenant.id, clientId, isOn]);
        if (!isOn) await cutOff(tx, { kind, id: kind === 'client' ? clientId : tenant.id });
        await after();
      });
    // The change takes so long that a token that is issued during it has a later second than the cut-off.
    let asked: Promise<HubReply> | undefined;
    await set(false, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      asked = tokenOf(clientId, clientSecret);
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 500))]);
    });
    expect((await asked)?.body).toMatchObject({ error });
    await set(true, async () => undefined);
  },
);

it('a token works again when its tenant is reactivated, unless it was revoked on its own', async () => {
  const umbrella = await hub.makeTenant('umbrella');
  const form = { scope: 'tenant:applications.read' };
  const [kept, revoked] = await Promise.all(
    [1, 2].map(async () => (await hub.token(umbrella, form)).body.access_token as string),
  );
  const codeOf = async (token = ''): Promise<string> => {
    const { status, body } = await api(token, 'GET', '');
    return status === 200 ? 'served' : body.code;
  };
  await hub.ask('/oauth2/revoke', {
    host: umbrella.host,
    form: { token: revoked as string },
    basic: [umbrella.clientId, umbrella.clientSecret],
  });
  await eventually(async () => (await codeOf(revoked)) === 'token_invalid');
  expect(await codeOf(kept)).toBe('served');

  for (const round of [1, 2]) {
    await hub.tenants().SetState({ tenantId: umbrella.id, state: 'suspended' });
    await eventually(async () => (await codeOf(kept)) === 'tenant_suspended');
    await hub.tenants().SetState({ tenantId: umbrella.id, state: 'active' });
    await eventually(async () => (await codeOf(kept)) === 'served');
    expect([round, await codeOf(revoked)]).toEqual([round, 'token_invalid']);
  }

  await hub.tenants().DeleteTenant({ tenantId: umbrella.id });
  await eventually(async () => (await codeOf(kept)) === 'tenant_suspended');
  for (const state of ['suspended', 'active'])
    await hub.tenants().SetState({ tenantId: umbrella.id, state });
  await eventually(async () => (await codeOf(kept)) === 'token_invalid');
});

it('a client that is disabled and enabled within a second gets valid tokens', async () => {
  const admin = (await hub.token(tenant)).body.access_token as string;
  const { clientId, clientSecret } = (
    await api(admin, 'POST', '', { name: 'Toggled', type: 'm2m' })
  ).body;
  const iatOf = (token: string): number =>
    JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).iat;
  for (let round = 0; round < 3; round++) {
    const before = (await tokenOf(clientId, clientSecret)).body.access_token as string;
    for (const enabled of [false, true])
      expect((await api(admin, 'PATCH', `/${clientId}`, { enabled })).status).toBe(200);
    const after = (await tokenOf(clientId, clientSecret)).body.access_token as string;
    const row = await hub.pod.platform.db.work((tx) =>
      tx.row<{ notBefore: number }>(
        `SELECT not_before FROM token_cutoff WHERE tenant_id = $1 AND kind = 'client' AND id = $2`,
        [tenant.id, clientId],
      ),
    );
    expect(iatOf(before)).toBeLessThanOrEqual(row!.notBefore);
    expect(iatOf(after)).toBeGreaterThan(row!.notBefore);
    expect(iatOf(after)).toBeLessThanOrEqual(Date.now() / 1000);
  }
});
