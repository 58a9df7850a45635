import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import {
  insertImportErrors,
  listImportErrors,
} from '../src/migration/imports/import-error-store.ts';
import { directory } from '../src/service.ts';
import { listCredentialHandovers } from '../src/users/credentials/credential-handover-store.ts';

const users = '/api/v1/directory/users';
let platform: TestPlatform;
let acme: TestApi;
let tenantId: string;
const peers: RpcPeer[] = [];
let hub: RpcClient<'platform.directory.v1.Directory'>;
let compliance: RpcClient<'platform.datasubject.v1.DataSubject'>;

const as = (account: string): RpcPeer => {
  const peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint(account, 'directory'),
  });
  peers.push(peer);
  return peer;
};

beforeAll(async () => {
  platform = await testPlatform(directory);
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
  tenantId = platform.hub.tenant('acme').id;
  hub = as('hub').service('platform.directory.v1.Directory');
  compliance = as('compliance').service('platform.datasubject.v1.DataSubject');
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await platform.stop();
});

let counter = 0;
const next = (): string => `rpc${++counter}`;
const person = async (body: Record<string, unknown> = {}) =>
  (await acme.post(users, { body: { email: `${next()}@example.com`, ...body } })).body;
/** Concurrent logins of one user wait for each other, however busy the machine is. */
const login = (request: Record<string, unknown>) =>
  hub.ProvisionUser({ tenantId, loginId: next(), ...request }, { deadlineMs: 30_000 });
const identity = () => ({ issuer: 'https://idp.example', subject: next() });
const mail = (): string => `${next()}@example.com`;

describe('ResolveUser', () => {
  test('finds a user by every identifier, in any spelling', async () => {
    const user = await person({
      username: 'Ada.L',
      externalId: 'e-1',
      phoneNumber: '+14155552671',
      phoneVerified: true,
    });
    for (const by of [
      { userId: user.id },
      { email: user.email.toUpperCase() },
      { username: 'ada.l' },
      { externalId: 'e-1' },
      { phone: '+14155552671' },
    ]) {
      const found = await hub.ResolveUser({ tenantId, ...by });
      expect([found.outcome, JSON.parse(found.userJson).id, found.status]).toEqual([
        'FOUND',
        user.id,
        'active',
      ]);
    }
    expect(
      (await hub.ResolveUser({ tenantId: platform.hub.tenant('globex').id, email: user.email }))
        .outcome,
    ).toBe('NOT_FOUND');
    expect((await hub.ResolveUser({ tenantId, email: 'not an address' })).outcome).toBe(
      'NOT_FOUND',
    );
  });

  test('returns ambiguous if several users have the same unverified address', async () => {
    const additionalEmails = [{ email: 'shared@example.com' }];
    const first = await person({ additionalEmails });
    expect((await hub.ResolveUser({ tenantId, email: 'shared@example.com' })).outcome).toBe(
      'NOT_FOUND',
    );
    const alone = await hub.ResolveUser({
      tenantId,
      email: 'shared@example.com',
      include: ['unverified'],
    });
    expect(JSON.parse(alone.userJson).id).toBe(first.id);
    await person({ additionalEmails });
    expect(
      (await hub.ResolveUser({ tenantId, email: 'shared@example.com', include: ['unverified'] }))
        .outcome,
    ).toBe('AMBIGUOUS');
  });

  test('returns the states of several users without other fields', async () => {
    const [user, stranger] = [await person(), await person()];
    const { body: organization } = await acme.post('/api/v1/organizations', {
      body: { name: next() },
    });
    const { body: former } = await acme.post('/api/v1/organizations', { body: { name: next() } });
    for (const { id } of [organization, former])
      await acme.put(`/api/v1/organizations/${id}/members/${user.id}`, { body: {} });
    await withClient(platform.database.url, (client) =>
      client.query(
        `UPDATE directory.memberships SET state = 'suspended' WHERE organization_id = $1`,
        [former.id],
      ),
    );
    const statesOf = async (userIds: string[], of = tenantId) =>
      (await hub.ListUserStates({ tenantId: of, userIds })).users;
    const found = await statesOf([stranger.id, 'usr_none', user.id, user.id, '']);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { userId: user.id, status: 'active', organizationIds: [organization.id] },
        { userId: stranger.id, status: 'active', organizationIds: [] },
      ]),
    );
    expect(await statesOf([user.id], platform.hub.tenant('globex').id)).toEqual([]);
    await acme.patch(`${users}/${user.id}`, { body: { status: 'suspended' } });
    expect(await statesOf([user.id])).toMatchObject([{ status: 'suspended' }]);
  });

  test('returns an organization for an active member', async () => {
    const [user, stranger] = [await person(), await person()];
    const { body: organization } = await acme.post('/api/v1/organizations', {
      body: { name: next(), metadata: { tier: 'gold' } },
    });
    expect(
      (await acme.put(`/api/v1/organizations/${organization.id}/members/${user.id}`, { body: {} }))
        .status,
    ).toBe(200);
    const told = async (
      userId: string,
      include = ['organization'],
      organizationId: string = organization.id,
    ) => (await hub.ResolveUser({ tenantId, userId, organizationId, include })).organizationJson;
    expect(JSON.parse(await told(user.id))).toMatchObject({
      id: organization.id,
      name: organization.name,
      metadata: { tier: 'gold' },
    });
    expect([
      await told(stranger.id),
      await told(user.id, []),
      await told(user.id, ['organization'], ''),
    ]).toEqual(['', '', '']);
    expect(
      (await acme.delete(`/api/v1/organizations/${organization.id}/members/${user.id}`)).status,
    ).toBe(200);
    expect(await told(user.id)).toBe('');
  });

  test('accepts only the allowed service accounts', async () => {
    await expect(
      as('outbound')
        .service('platform.directory.v1.Directory')
        .ResolveUser({ tenantId, email: 'a@example.com' }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
    const elsewhere = patientPeer({
      address: `127.0.0.1:${platform.service.rpcPort}`,
      token: () => platform.cluster.mint('hub', 'outbound'),
    });
    await expect(
      elsewhere
        .service('platform.directory.v1.Directory')
        .ResolveUser({ tenantId, email: 'a@example.com' }),
    ).rejects.toMatchObject({ code: 'token_invalid' });
    elsewhere.close();
  });
});

describe('ProvisionUser', () => {
  const create = { create: { status: '' } };

  test('creates a user once, finds them again, and reports changes', async () => {
    const who = identity();
    const request = {
      loginId: next(),
      tenantId,
      identity: who,
      email: `${next()}@example.com`,
      emailVerified: true,
      profileJson: '{"displayName":"Jit"}',
      actions: [create],
    };
    const first = await hub.ProvisionUser(request);
    expect(first.outcome).toBe('CREATED');
    expect(await hub.ProvisionUser(request)).toEqual(first);
    expect(await login({ identity: who, actions: [create] })).toMatchObject({
      outcome: 'MATCHED',
      userId: first.userId,
    });
    const set = { setAttribute: { to: 'metadata.team', valueJson: '"blue"', overwrite: true } };
    expect(await login({ identity: who, actions: [set] })).toMatchObject({
      outcome: 'UPDATED',
      userId: first.userId,
    });
    expect((await acme.get(`${users}/${first.userId}`)).body).toMatchObject({
      displayName: 'Jit',
      metadata: { team: 'blue' },
      emailVerified: true,
      identities: [{ ...who, directoryId: null }],
    });
  });

  test('responds separately for each person who comes back to one login', async () => {
    const loginId = next();
    const [ada, bob] = [await login({ email: mail(), actions: [create] }), identity()];
    const [first, second] = [identity(), identity()];
    await login({ identity: first, userId: ada.userId });
    expect(await login({ loginId, identity: bob })).toMatchObject({
      outcome: 'REFUSED',
      reason: 'account_not_provisioned',
    });
    expect(await login({ loginId, identity: first })).toMatchObject({
      outcome: 'MATCHED',
      userId: ada.userId,
    });
    const made = { loginId, identity: second, email: mail(), actions: [create] };
    const { userId, outcome } = await login(made);
    expect([outcome, userId === ada.userId]).toEqual(['CREATED', false]);
    expect(await login(made)).toMatchObject({ outcome: 'CREATED', userId });
    const forms = [mail(), mail()];
    const signedUp = await Promise.all(forms.map((email) => login({ loginId, email })));
    expect(new Set(signedUp.map((one) => one.userId)).size).toBe(2);
  });

  test('does not store a rejection', async () => {
    const request = { loginId: next(), identity: identity(), email: mail() };
    expect((await login(request)).outcome).toBe('REFUSED');
    expect((await login({ ...request, actions: [create] })).outcome).toBe('CREATED');
  });

  test('links an identity to the user who has proven ownership of the account', async () => {
    const owner = await login({
      email: `${next()}@example.com`,
      emailVerified: true,
      actions: [create],
    });
    const who = identity();
    expect(await login({ identity: who, userId: owner.userId })).toMatchObject({
      outcome: 'UPDATED',
      userId: owner.userId,
    });
    expect(await login({ identity: who })).toMatchObject({
      outcome: 'MATCHED',
      userId: owner.userId,
    });
    const other = await login({
      identity: identity(),
      email: `${next()}@example.com`,
      actions: [create],
    });
    expect(await login({ identity: who, userId: other.userId })).toMatchObject({
      outcome: 'REFUSED',
      reason: 'identity_taken',
    });
  });

  test('stores texts in NFC, and omits invalid values instead of the user', async () => {
    const who = identity();
    const profile = {
      displayName: 'Zoe\u0308',
      title: 'a\u202eb',
      name: { givenName: 'Zoe\u0308', familyName: 'x\ty' },
      nickname: 7,
      colour: 'red',
    };
    const attributes = { team: 'cafe\u0301', note: 'a\nb', deep: { 'x\u0000': 1 } };
    const { outcome, userId } = await login({
      identity: who,
      email: `${next()}@example.com`,
      emailVerified: true,
      profileJson: JSON.stringify(profile),
      attributesJson: JSON.stringify(attributes),
      actions: [
        create,
        { setAttribute: { to: 'nickname', valueJson: '"a\\u0007"', overwrite: true } },
        { setAttribute: { to: 'metadata.cafe\u0301', valueJson: '"e\u0301"', overwrite: true } },
      ],
    });
    expect(outcome).toBe('CREATED');
    expect((await acme.get(`${users}/${userId}`)).body).toMatchObject({
      displayName: 'Zo\u00eb',
      title: null,
      nickname: null,
      name: { givenName: 'Zo\u00eb', familyName: null },
      metadata: { team: 'caf\u00e9', 'caf\u00e9': '\u00e9' },
    });
    expect(Object.keys((await acme.get(`${users}/${userId}`)).body.metadata).sort()).toEqual([
      'caf\u00e9',
      'team',
    ]);
  });

  test.each([
    ['a control character', { issuer: 'https://idp.example', subject: 'a\u0000b' }],
    ['no subject', { issuer: 'https://idp.example', subject: '' }],
    ['too long a name', { issuer: 'https://idp.example', subject: 'x'.repeat(2048) }],
  ])('rejects an identity with %s', async (_what, who) => {
    expect(
      await login({
        identity: who,
        email: `${next()}@example.com`,
        emailVerified: true,
        actions: [create],
      }),
    ).toMatchObject({ outcome: 'REFUSED', reason: 'identity_invalid' });
  });

  test('rejects invalid JSON and prototype properties', async () => {
    for (const profileJson of ['{', '{"metadata":{"__proto__":{"a":1}}}']) {
      await expect(
        login({
          identity: identity(),
          email: `${next()}@example.com`,
          profileJson,
          actions: [create],
        }),
      ).rejects.toMatchObject({ status: expect.any(Number) });
    }
  });

  test('creates one user for concurrent logins', async () => {
    const loginId = next();
    const request = {
      tenantId,
      loginId,
      identity: identity(),
      email: `${next()}@example.com`,
      actions: [create],
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => hub.ProvisionUser(request)));
    expect(new Set(answers.map((a) => a.userId)).size).toBe(1);
  });

  test('creates one user for different concurrent logins with the same identity', async () => {
    for (let round = 0; round < 10; round++) {
      const who = identity();
      const email = `${next()}@example.com`;
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          login({ identity: who, email, emailVerified: true, actions: [create] }),
        ),
      );
      expect(new Set(answers.map((a) => a.userId)).size).toBe(1);
      expect(answers.map((a) => a.outcome).sort()).toEqual([
        'CREATED',
        ...Array.from({ length: 5 }, () => 'MATCHED'),
      ]);
    }
  });

  test('does not recreate the user for a login that waited for an erasure', async () => {
    const email = `${next()}@example.com`;
    const user = await person({ email });
    const requestId = next();
    await compliance.Deactivate({ tenantId, requestId, userId: user.id });
    const { db } = platform.service.platform;
    const context = { tenantId, actor: { type: 'system', id: 'test' } } as const;
    const waiting = async (count: number): Promise<void> => {
      while (
        (
          await db.work((tx) =>
            tx.rows(
              `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE NOT l.granted AND a.datname = current_database()`,
            ),
          )
        ).length < count
      )
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    let erased: Promise<unknown> = Promise.resolve();
    let answer: Promise<{ outcome: string }> | undefined;
    await db.transact(context, async (tx) => {
      await tx.row('SELECT FROM users WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
        tenantId,
        user.id,
      ]);
      erased = compliance.Erase({ tenantId, requestId, userId: user.id });
      await waiting(1);
      answer = login({ identity: identity(), email, emailVerified: true, actions: [create] });
      await waiting(2);
    });
    expect(await erased).toMatchObject({ outcome: 'DONE' });
    expect(await answer).toMatchObject({ outcome: 'REFUSED', reason: 'erased_subject' });
  });

  test('rejects an unknown user without a rule that creates users', async () => {
    expect(
      await login({ identity: identity(), email: `${next()}@example.com`, emailVerified: true }),
    ).toMatchObject({ outcome: 'REFUSED', reason: 'account_not_provisioned' });
  });

  test('rejects a login without any identifier of the user', async () => {
    const taken = await person({ username: next() });
    for (const profile of [{}, { username: taken.username }, { username: 'a@b', phoneNumber: '1' }])
      expect(
        await login({
          identity: identity(),
          email: '',
          profileJson: JSON.stringify({ displayName: 'Nobody', ...profile }),
          actions: [create],
        }),
      ).toMatchObject({ outcome: 'REFUSED', reason: 'identifier_missing', userId: '' });
  });

  test('leaves an address with its user when a login is rejected', async () => {
    const holder = await person();
    const refused = { identity: identity(), email: holder.email, emailVerified: true };
    expect(await login(refused)).toMatchObject({ reason: 'account_not_provisioned' });
    expect((await acme.get(`${users}/${holder.id}`)).body.email).toBe(holder.email);
  });

  test('never takes over a user who has verified the address', async () => {
    const owner = await person({ emailVerified: true });
    expect(
      await login({
        identity: identity(),
        email: owner.email,
        emailVerified: true,
        actions: [create],
      }),
    ).toMatchObject({ outcome: 'LINK_REQUIRED', userId: owner.id });
  });

  test('assigns a verified address; the previous holder keeps it unverified', async () => {
    const squatter = await person();
    const { outcome, userId } = await login({
      identity: identity(),
      email: squatter.email,
      emailVerified: true,
      actions: [create],
    });
    expect(outcome).toBe('CREATED');
    expect((await acme.get(`${users}/${squatter.id}`)).body).toMatchObject({
      email: null,
      additionalEmails: [{ email: squatter.email, verified: false }],
    });
    expect(
      JSON.parse((await hub.ResolveUser({ tenantId, email: squatter.email })).userJson).id,
    ).toBe(userId);
  });
});

describe('DataSubject', () => {
  const request = (user: { id: string }, requestId: string) => ({
    tenantId,
    requestId,
    userId: user.id,
  });

  test('deactivates, blocks every other write, and reactivates', async () => {
    const user = await person();
    expect((await compliance.Deactivate(request(user, 'er-1'))).outcome).toBe('DONE');
    const held = (await acme.get(`${users}/${user.id}`)).body;
    expect(held).toMatchObject({ status: 'deactivated', statusReason: 'erasure' });
    for (const call of [
      acme.patch(`${users}/${user.id}`, { body: { title: 'x' } }),
      acme.put(`${users}/${user.id}`, { body: { email: user.email } }),
      acme.delete(`${users}/${user.id}`),
    ]) {
      expect((await call).body).toMatchObject({
        code: 'invalid_state',
        errors: [{ code: 'erasure_pending' }],
      });
    }
    expect((await compliance.Erase(request(user, 'er-other'))).outcome).toBe('BLOCKED');
    expect((await compliance.Reactivate(request(user, 'er-1'))).outcome).toBe('DONE');
    expect((await acme.get(`${users}/${user.id}`)).body).toMatchObject({
      status: 'active',
      statusReason: null,
    });
  });

  test('restores the suspension of a suspended user, and reports it', async () => {
    const user = await person();
    await acme.patch(`${users}/${user.id}`, { body: { status: 'suspended' } });
    await compliance.Deactivate(request(user, 'er-3'));
    await compliance.Reactivate(request(user, 'er-3'));
    expect((await acme.get(`${users}/${user.id}`)).body).toMatchObject({
      status: 'suspended',
      statusReason: 'admin',
    });
    const { db } = platform.service.platform;
    const context = { tenantId, actor: { type: 'system', id: 'test' } } as const;
    const events = await db.read(context, (tx) =>
      tx.rows<{ type: string }>(
        "SELECT envelope->>'type' AS type FROM outbox WHERE envelope->>'subject' = $1 AND envelope->>'type' LIKE 'user.%' ORDER BY position",
        [`user/${user.id}`],
      ),
    );
    expect(events.map(({ type }) => type).slice(1)).toEqual([
      'user.suspended',
      'user.deactivated',
      'user.suspended',
    ]);
  });

  test('erases once, and the user is not recreated automatically', async () => {
    const who = identity();
    const { userId } = await login({
      identity: who,
      email: `${next()}@example.com`,
      emailVerified: true,
      actions: [{ create: { status: '' } }],
    });
    const { email } = (await acme.get(`${users}/${userId}`)).body;
    await compliance.Deactivate(request({ id: userId }, 'er-2'));
    const first = await compliance.Erase(request({ id: userId }, 'er-2'));
    expect(first.outcome).toBe('DONE');
    expect(await compliance.Erase(request({ id: userId }, 'er-2'))).toEqual(first);
    expect((await acme.get(`${users}/${userId}`)).status).toBe(404);
    expect(
      await login({
        identity: who,
        email: 'new@example.com',
        actions: [{ create: { status: '' } }],
      }),
    ).toMatchObject({ outcome: 'REFUSED', reason: 'erased_subject' });
    expect(
      await login({ identity: identity(), email, actions: [{ create: { status: '' } }] }),
    ).toMatchObject({ outcome: 'REFUSED', reason: 'erased_subject' });
    expect((await acme.post(users, { body: { email } })).status).toBe(200);
  });

  test("erases import errors of the user's record, and a password that waits for its hand-over", async () => {
    const externalId = next();
    const user = await person({ externalId, credential: { password: 'correct horse battery' } });
    const { db } = platform.service.platform;
    const context = { tenantId, actor: { type: 'system', id: 'test' } } as const;
    await db.transact(context, (tx) =>
      insertImportErrors(tx, 'imj_1', [
        { row: 1, sourceId: externalId, code: 'weak_hash', pointer: null, detail: 'x' },
        { row: 2, sourceId: 'somebody-else', code: 'weak_hash', pointer: null, detail: 'x' },
      ]),
    );
    const left = () =>
      db.read(context, async (tx) => ({
        errors: (await listImportErrors(tx, 'imj_1', { after: undefined, limit: 9 })).length,
        waiting: (await listCredentialHandovers(tx, [user.id])).length,
      }));
    expect(await left()).toEqual({ errors: 2, waiting: 1 });
    await compliance.Deactivate(request(user, 'er-import'));
    expect((await compliance.Erase(request(user, 'er-import'))).outcome).toBe('DONE');
    expect(await left()).toEqual({ errors: 1, waiting: 0 });
  });

  test('exports the stored data, and nothing for an unknown user', async () => {
    const user = await person({ metadata: { shoe: 42 } });
    const sections: Record<string, unknown> = {};
    for await (const { section, json } of compliance.Export({
      tenantId,
      requestId: 'ar-1',
      identifiers: [{ type: 'email', value: user.email }],
    }))
      sections[section] = JSON.parse(json);
    expect(sections).toMatchObject({
      profile: { id: user.id },
      metadata: { shoe: 42 },
      identifiers: [{ kind: 'email', value: user.email }],
      memberships: [],
    });
    const none = [];
    for await (const section of compliance.Export({
      tenantId: platform.hub.tenant('globex').id,
      requestId: 'ar-2',
      userId: user.id,
    }))
      none.push(section);
    expect(none).toEqual([]);
  });
});
