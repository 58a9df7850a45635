import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { expireInvitations } from '../src/invitations/invitation-expiry.ts';
import { directory } from '../src/service.ts';
import { eventually } from '@platform/testkit/eventually';

const organizations = '/api/v1/organizations';
const users = '/api/v1/directory/users';
let platform: TestPlatform;
let acme: TestApi;
let globex: TestApi;
let tenantId: string;
const peers: RpcPeer[] = [];
let hub: RpcClient<'platform.directory.v1.Directory'>;
let identity: RpcClient<'platform.directory.v1.Directory'>;
let n = 0;

const as = (account: string): RpcClient<'platform.directory.v1.Directory'> => {
  const peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint(account, 'directory'),
  });
  peers.push(peer);
  return peer.service('platform.directory.v1.Directory');
};

beforeAll(async () => {
  platform = await testPlatform(directory, {
    'platform.organizations.invitation.accept-base-url': 'https://console.example',
  });
  const tenant = platform.hub.tenant('acme');
  tenantId = tenant.id;
  platform.access.setRoles(tenantId, { reader: [], writer: [] });
  acme = await platform.as({ tenant });
  globex = await platform.as({ tenant: platform.hub.tenant('globex') });
  hub = as('hub');
  identity = as('identity-service');
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await platform.stop();
});

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.code]).toEqual([200, undefined]);
  return answer.body;
};
const organization = async (body: object = {}): Promise<string> =>
  ok(await acme.post(organizations, { body: { name: `Org ${++n}`, ...body } })).id;
const address = (): string => `guest${++n}@example.com`;
const invite = (orgId: string, body: object = {}, api = acme) =>
  api.post(`${organizations}/${orgId}/invitations`, { body: { email: address(), ...body } });
const person = async (): Promise<string> =>
  ok(await acme.post(users, { body: { email: address() } })).id;
const tokenOf = ({ acceptUrl }: { acceptUrl: string }): string =>
  new URL(acceptUrl).searchParams.get('token') ?? '';
const mailTo = (email: string) => platform.identityFacade.mails.filter((mail) => mail.to === email);
const age = (id: string) =>
  withClient(platform.database.url, (client) =>
    client.query(
      "UPDATE directory.invitations SET expires_at = now() - interval '1 second' WHERE id = $1",
      [id],
    ),
  );
const accept = (invitationId: string, userId: string, linkIntentId = `lin_${++n}`) =>
  hub.AcceptInvitation({ tenantId, invitationId, userId, linkIntentId });
const membersOf = async (orgId: string) =>
  ok(await acme.get(`${organizations}/${orgId}/members`)).data;
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

describe('organizationInvitationsCreate', () => {
  test('invites an address, and sends the link by e-mail', async () => {
    const orgId = await organization({ name: 'Initech' });
    const email = address();
    const made = ok(
      await invite(orgId, {
        email,
        roles: ['reader'],
        message: 'Hi!',
        locale: 'de',
        expiresInSeconds: 3_600,
      }),
    );
    expect(made).toMatchObject({
      organizationId: orgId,
      email,
      roles: ['reader'],
      state: 'pending',
      delivery: 'queued',
      sentCount: 0,
      acceptUrl: expect.stringMatching(
        /^https:\/\/console\.example\/invitations\/accept\?token=[\w-]{43}$/,
      ),
    });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(3_600_000);
    const sent = await eventually(async () => {
      const { acceptUrl, ...found } = ok(
        await acme.get(`${organizations}/${orgId}/invitations/${made.id}`),
      );
      expect(acceptUrl).toBeUndefined();
      return found.delivery === 'sent' ? found : undefined;
    });
    expect(sent).toMatchObject({ sentCount: 1, state: 'pending' });
    expect(mailTo(email)).toMatchObject([
      {
        tenantId,
        type: 'organization_invitation',
        locales: ['de'],
        linkToken: tokenOf(made),
        variables: { 'organization.name': 'Initech', message: 'Hi!' },
      },
    ]);
    const { rows } = await withClient(platform.database.url, (client) =>
      client.query('SELECT i::text AS row FROM directory.invitations i WHERE id = $1', [made.id]),
    );
    expect(rows[0].row).not.toContain(tokenOf(made));
    expect(await eventsOf(orgId)).toEqual(['created', 'invitation_created']);
  });

  test('keeps the invitation while the mail service is unavailable, and sends the e-mail later', async () => {
    const orgId = await organization();
    const email = address();
    const asked = platform.identityFacade.asked();
    platform.identityFacade.setAway(true);
    const made = ok(await invite(orgId, { email }));
    await eventually(async () => (platform.identityFacade.asked() > asked ? true : undefined));
    expect(ok(await acme.get(`${organizations}/${orgId}/invitations/${made.id}`)).delivery).toBe(
      'queued',
    );
    platform.identityFacade.setAway(false);
    await eventually(async () => (mailTo(email).length > 0 ? true : undefined));
    await eventually(async () =>
      ok(await acme.get(`${organizations}/${orgId}/invitations/${made.id}`)).delivery === 'sent'
        ? true
        : undefined,
    );
    expect(mailTo(email)).toHaveLength(1);
  });

  test('accepts one pending invitation per address, even concurrently', async () => {
    const orgId = await organization();
    const email = address();
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        invite(orgId, { email: i % 2 ? email : email.toUpperCase() }),
      ),
    );
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array(5).fill(409)]);
    expect(all.find((a) => a.status === 409)?.body.code).toBe('already_exists');
    const made = all.find((a) => a.status === 200)?.body;
    await age(made.id);
    ok(await invite(orgId, { email }));
    expect(ok(await acme.get(`${organizations}/${orgId}/invitations/${made.id}`)).state).toBe(
      'expired',
    );
  });

  test.each<[string, object, number, string | undefined]>([
    ['no address', { email: 'nobody' }, 422, '/email'],
    ['an unknown role', { roles: ['nothing'] }, 422, '/roles/0'],
    ['a life too short', { expiresInSeconds: 60 }, 422, '/expiresInSeconds'],
    ['a message of two lines', { message: 'a\nb' }, 422, '/message'],
    ['an unknown property', { name: 'x' }, 422, '/name'],
  ])('rejects %s', async (_what, body, status, pointer) => {
    const answer = await invite(await organization(), body);
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([status, pointer]);
  });

  test('rejects members, and organizations of other tenants', async () => {
    const orgId = await organization();
    const email = address();
    const { id } = ok(await acme.post(users, { body: { email } }));
    ok(await acme.put(`${organizations}/${orgId}/members/${id}`));
    expect((await invite(orgId, { email })).body.code).toBe('conflict');
    const made = ok(await invite(orgId));
    const path = `${organizations}/${orgId}/invitations`;
    for (const call of [
      invite(orgId, {}, globex),
      globex.get(path),
      globex.get(`${path}/${made.id}`),
      globex.post(`${path}/${made.id}/resend`),
      globex.delete(`${path}/${made.id}`),
    ])
      expect((await call).body.code).toBe('not_found');
  });

  test('returns the same response, including the link, for a repeated key', async () => {
    const orgId = await organization();
    const body = { email: address() };
    const headers = { 'idempotency-key': `invite-${++n}-0123456789` };
    const path = `${organizations}/${orgId}/invitations`;
    const first = await acme.post(path, { body, headers });
    expect((await acme.post(path, { body, headers })).body).toEqual(first.body);
  });
});

describe('invitations', () => {
  test('are listed newest first, with their current state', async () => {
    const orgId = await organization();
    const made = [];
    for (let i = 0; i < 3; i++) made.push(ok(await invite(orgId)));
    await age(made[0].id);
    const list = async (query: string) =>
      ok(await acme.get(`${organizations}/${orgId}/invitations?${query}`));
    const first = await list('limit=2');
    expect(first.data.map((i: any) => i.id)).toEqual([made[2].id, made[1].id]);
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(second.data.map((i: any) => [i.id, i.state])).toEqual([[made[0].id, 'expired']]);
    expect((await list('state=pending')).data).toHaveLength(2);
    expect((await list('state=expired')).data).toHaveLength(1);
  });

  test('are resent with a new link, at most ten times a day', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId));
    const path = `${organizations}/${orgId}/invitations/${made.id}`;
    await age(made.id);
    const again = ok(await acme.post(`${path}/resend`));
    expect([again.state, again.acceptUrl === made.acceptUrl]).toEqual(['pending', false]);
    expect(await identity.PreviewInvitation({ tenantId, token: tokenOf(made) })).toMatchObject({
      outcome: 'NOT_FOUND',
    });
    expect(await identity.PreviewInvitation({ tenantId, token: tokenOf(again) })).toMatchObject({
      outcome: 'PENDING',
      invitationId: made.id,
      organizationId: orgId,
      email: made.email,
      emailMasked: 'g***@example.com',
    });
    for (let i = 1; i < 10; i++) ok(await acme.post(`${path}/resend`));
    const refused = await acme.post(`${path}/resend`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 80_000]).toEqual([
      429,
      true,
    ]);
  });

  test('end when they are revoked', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId));
    const path = `${organizations}/${orgId}/invitations/${made.id}`;
    ok(await acme.delete(path));
    expect(ok(await acme.get(path)).state).toBe('revoked');
    expect((await acme.delete(path)).body.code).toBe('invalid_state');
    expect((await acme.post(`${path}/resend`)).body.code).toBe('invalid_state');
    expect(await identity.PreviewInvitation({ tenantId, token: tokenOf(made) })).toMatchObject({
      outcome: 'REVOKED',
    });
    expect(await accept(made.id, await person())).toMatchObject({ outcome: 'REVOKED' });
    expect(await membersOf(orgId)).toEqual([]);
  });

  test('expire automatically, with one event', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId));
    await age(made.id);
    expect(await accept(made.id, await person())).toMatchObject({ outcome: 'EXPIRED' });
    const { db } = platform.service.platform;
    await Promise.all([1, 2, 3].map(() => expireInvitations(db, new AbortController().signal)));
    expect((await eventsOf(orgId)).filter((type) => type === 'invitation_expired')).toHaveLength(1);
  });

  test('are deleted with their organization', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId));
    ok(await acme.delete(`${organizations}/${orgId}`));
    expect(await identity.PreviewInvitation({ tenantId, token: tokenOf(made) })).toMatchObject({
      outcome: 'NOT_FOUND',
    });
    expect(await accept(made.id, await person())).toMatchObject({ outcome: 'NOT_FOUND' });
  });
});

describe('AcceptInvitation', () => {
  test('creates one membership for two clicks, and is idempotent for a link intent', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId, { roles: ['reader'] }));
    const userId = await person();
    const clicks = await Promise.all(
      Array.from({ length: 6 }, () => accept(made.id, userId, 'lin_same')),
    );
    expect(clicks.map((c) => c.outcome)).toEqual(Array(6).fill('ACCEPTED'));
    expect(await membersOf(orgId)).toMatchObject([
      { user: { id: userId }, roles: ['reader'], sources: ['invitation'] },
    ]);
    expect(ok(await acme.get(`${organizations}/${orgId}/invitations/${made.id}`))).toMatchObject({
      state: 'accepted',
      acceptedBy: userId,
    });
    expect((await eventsOf(orgId)).filter((type) => /accepted|member_added/.test(type))).toEqual([
      'member_added',
      'invitation_accepted',
    ]);
    expect(await accept(made.id, userId, 'lin_other')).toMatchObject({ outcome: 'USED' });
    expect(await identity.PreviewInvitation({ tenantId, token: tokenOf(made) })).toMatchObject({
      outcome: 'USED',
    });
  });

  test('accepts one of two users with the same link', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId));
    const both = await Promise.all(
      [await person(), await person()].map((userId) => accept(made.id, userId)),
    );
    expect(both.map((b) => b.outcome).sort()).toEqual(['ACCEPTED', 'USED']);
    expect(await membersOf(orgId)).toHaveLength(1);
  });

  test('adds to the roles that a member has', async () => {
    const orgId = await organization();
    const made = ok(await invite(orgId, { roles: ['writer'] }));
    const userId = await person();
    ok(
      await acme.put(`${organizations}/${orgId}/members/${userId}`, {
        body: { roles: ['reader'] },
      }),
    );
    expect(await accept(made.id, userId)).toMatchObject({ outcome: 'ACCEPTED' });
    expect((await membersOf(orgId))[0]).toMatchObject({
      roles: ['reader', 'writer'],
      sources: ['direct', 'invitation'],
    });
  });

  test('requires an address that the organization accepts', async () => {
    const orgId = await organization({ membershipPolicy: 'verified_domain_only' });
    const made = ok(await invite(orgId));
    await expect(accept(made.id, await person())).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(ok(await acme.get(`${organizations}/${orgId}/invitations/${made.id}`)).state).toBe(
      'pending',
    );
  });

  test('returns not found for unknown invitations', async () => {
    const made = ok(await invite(await organization()));
    expect(await accept(made.id, 'usr_00000000000000000000000001')).toMatchObject({
      outcome: 'NOT_FOUND',
    });
    expect(await accept('inv_00000000000000000000000001', await person())).toMatchObject({
      outcome: 'NOT_FOUND',
    });
    const elsewhere = platform.hub.tenant('globex').id;
    expect(
      await hub.AcceptInvitation({
        tenantId: elsewhere,
        invitationId: made.id,
        userId: await person(),
        linkIntentId: 'x',
      }),
    ).toMatchObject({ outcome: 'NOT_FOUND' });
  });
});

describe('PatchProfile', () => {
  test("changes the user's own attributes, but no hidden or reserved ones", async () => {
    const schema = '/api/v1/attribute-schema';
    const define = async (key: string, visibility: string) =>
      ok(
        await acme.post(schema, { body: { entityKind: 'user', key, type: 'string', visibility } }),
      );
    await define('shoeSize', 'self_write');
    await define('badge', 'self_read');
    const userId = await person();
    const patch = (body: object, more: object = {}) =>
      hub.PatchProfile({ tenantId, userId, mergePatchJson: JSON.stringify(body), ...more });
    const changed = JSON.parse(
      (await patch({ displayName: 'Ada', metadata: { shoeSize: '38' } })).userJson ?? '',
    );
    expect(changed).toMatchObject({ displayName: 'Ada', metadata: { shoeSize: '38' } });
    for (const body of [
      { status: 'suspended' },
      { externalId: 'x' },
      { emailVerified: true },
      { metadata: { badge: 'x' } },
      { metadata: { free: 'x' } },
    ])
      await expect(patch(body)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(
      hub.PatchProfile({ tenantId, userId: 'usr_00000000000000000000000001' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('assigns a verified address to the user who verified it', async () => {
    const email = address();
    const squatter = ok(await acme.post(users, { body: { email, username: `squat${++n}` } }));
    const userId = await person();
    await hub.PatchProfile({
      tenantId,
      userId,
      mergePatchJson: JSON.stringify({ email }),
      emailVerified: true,
    });
    expect(ok(await acme.get(`${users}/${userId}`))).toMatchObject({ email, emailVerified: true });
    expect(ok(await acme.get(`${users}/${squatter.id}`))).toMatchObject({
      email: null,
      additionalEmails: [{ email, verified: false }],
    });
  });
});

test('without an accept page, no e-mail is sent, and the caller delivers the token', async () => {
  await platform.restart({ 'platform.organizations.invitation.accept-base-url': '' });
  const orgId = await organization();
  const email = address();
  const made = ok(await invite(orgId, { email }));
  expect(made).toMatchObject({
    delivery: 'not_configured',
    acceptUrl: null,
    token: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(
    await as('identity-service').PreviewInvitation({ tenantId, token: made.token }),
  ).toMatchObject({ outcome: 'PENDING' });
  expect(mailTo(email)).toEqual([]);
});
