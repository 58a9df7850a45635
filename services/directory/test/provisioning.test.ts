import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionIssuer } from '@platform/contracts';
import { rpcPeer } from '@platform/kit/grpc';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { newDirectory, sql } from './scim-harness.ts';
import type { ScimDirectory, TestDirectoryOptions } from './scim-harness.ts';

const users = '/api/v1/directory/users';
let platform: TestPlatform;
let acme: TestApi;
let tenantId: string;
let peer: RpcPeer;
let hub: RpcClient<'platform.directory.v1.Directory'>;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory);
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
  tenantId = platform.hub.tenant('acme').id;
  platform.access.setRoles(tenantId, { admin: [], member: [], guest: [], editor: [], viewer: [] });
  peer = rpcPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint('hub', 'directory'),
  });
  hub = peer.service('platform.directory.v1.Directory');
});
afterAll(async () => {
  peer.close();
  await platform.stop();
});

const ok = (answer: TestAnswer, status = 200) => {
  expect([answer.status, answer.body]).toEqual([status, answer.body]);
  return answer.body;
};

/** An organization with its own verified domain, and a directory. */
async function organization(more: Partial<TestDirectoryOptions> = {}) {
  const { id } = ok(await acme.post('/api/v1/organizations', { body: { name: `Org ${++n}` } }));
  const domain = `corp${n}.example`;
  await sql(
    platform,
    `INSERT INTO organization_domains (tenant_id, id, organization_id, domain, state, enrollment, token, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'verified', 'none', 'x', now(), now())`,
    [tenantId, newId('organizationDomain'), id, domain],
  );
  const dir = await newDirectory(platform, { tenantId, organizationId: id, ...more });
  return { id, domain, dir };
}

const person = (email: string, more: object = {}) => ({
  userName: email,
  externalId: `ext-${++n}`,
  emails: [{ value: email, type: 'work', primary: true }],
  name: { givenName: 'Ada' },
  ...more,
});
const add = async (dir: ScimDirectory, body: object) =>
  ok(await dir.call('post', '/Users', { body }), 201);
const set = async (dir: ScimDirectory, id: string, path: string, value: unknown) =>
  ok(
    await dir.call('patch', `/Users/${id}`, {
      body: { Operations: [{ op: 'replace', path, value }] },
    }),
  );
const linkOf = async (id: string) =>
  (
    await sql<{ user_id: string | null; link: string; manages: boolean; problems: any[] }>(
      platform,
      'SELECT user_id, link, manages, problems FROM directory_users WHERE id = $1',
      [id],
    )
  )[0]!;
const userOf = async (id: string) => ok(await acme.get(`${users}/${(await linkOf(id)).user_id}`));
const organizationsOf = async (userId: string) =>
  ok(await acme.get(`${users}/${userId}/organizations`)).data.map((m: any) => [
    m.organizationId,
    m.state,
  ]);
const email = (domain: string): string => `ada${++n}@${domain}`;
/** An identity provider of an organization, and a sign-in there as the hub reports it. */
async function identityProvider(organizationId: string) {
  const issuer = 'https://idp.example';
  const config = { issuer, clientId: 'platform' };
  const body = { name: 'IdP', kind: 'oidc', organizationId, config };
  const { id } = ok(await acme.post('/api/v1/directories', { body }));
  const signIn = (subject: string, request: object = {}) =>
    hub.ProvisionUser({
      tenantId,
      directoryId: id,
      loginId: `login${++n}`,
      identity: { issuer: connectionIssuer(issuer, id), subject },
      ...request,
    });
  return { id, signIn };
}
const create = { create: { status: 'active' } };
const memberOf = async (organizationId: string, userId: string) =>
  ok(await acme.get(`${users}/${userId}/organizations`)).data.find(
    (m: any) => m.organizationId === organizationId,
  );

describe('linking', () => {
  test('creates a user who is a member of the organization, with a verified address at a verified domain', async () => {
    const { id: organizationId, domain, dir } = await organization();
    const address = email(domain);
    const { id } = await add(dir, person(address, { title: 'Engineer' }));
    const user = await userOf(id);
    expect(user).toMatchObject({
      email: address,
      emailVerified: true,
      username: address,
      externalId: null,
      title: 'Engineer',
      status: 'active',
      managedBy: {
        directoryId: dir.id,
        attributes: ['/email', '/name/givenName', '/title', '/username'],
      },
    });
    expect(await organizationsOf(user.id)).toEqual([[organizationId, 'active']]);
    const [{ count }] = (await sql<{ count: string }>(
      platform,
      `SELECT count(*) FROM outbox WHERE envelope->>'type' = 'user.created' AND envelope->>'subject' = $1`,
      [`user/${user.id}`],
    )) as [{ count: string }];
    expect(Number(count)).toBe(1);
  });

  test('leaves an address unverified at an unverified domain', async () => {
    const { dir } = await organization();
    const { id } = await add(dir, person(email('elsewhere.example')));
    expect((await userOf(id)).emailVerified).toBe(false);
  });

  test("does not take over users at another organization's domain", async () => {
    const { domain } = await organization();
    const attacker = await organization();
    const victim = ok(
      await acme.post(users, { body: { email: email(domain), emailVerified: true } }),
    );
    const answer = await attacker.dir.call('post', '/Users', { body: person(victim.email) });
    expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    expect(answer.body.detail).toContain(domain);
    expect(await organizationsOf(victim.id)).toEqual([]);
  });

  test('links the user with the address at a verified domain', async () => {
    const { domain, dir } = await organization();
    const known = ok(await acme.post(users, { body: { email: email(domain), title: 'Old' } }));
    const { id } = await add(dir, person(known.email, { title: 'New' }));
    expect(await userOf(id)).toMatchObject({ id: known.id, title: 'New', emailVerified: true });
  });

  test('does not link a user who signs in with an address that was never verified', async () => {
    const { domain, dir } = await organization();
    const squatter = ok(
      await acme.post(users, { body: { email: email(domain), username: `s${++n}` } }),
    );
    await sql(
      platform,
      'INSERT INTO user_activity (tenant_id, user_id, last_login_at) VALUES ($1, $2, now())',
      [tenantId, squatter.id],
    );
    const { id } = await add(dir, person(squatter.email));
    expect((await linkOf(id)).user_id).not.toBe(squatter.id);
    expect(ok(await acme.get(`${users}/${squatter.id}`)).email).toBeNull();
  });

  test('omits a user name that another organization uses', async () => {
    const [first, second] = [await organization(), await organization()];
    const userName = `same${++n}`;
    await add(first.dir, person(email(first.domain), { userName }));
    const { id } = await add(second.dir, person(email(second.domain), { userName }));
    expect((await userOf(id)).username).toBeNull();
    expect((await linkOf(id)).problems).toMatchObject([{ pointer: '/username' }]);
  });

  test('links a second directory, while the first one remains the manager', async () => {
    const { id: organizationId, domain, dir } = await organization();
    const second = await newDirectory(platform, { tenantId, organizationId });
    const address = email(domain);
    const { id: a } = await add(dir, person(address, { title: 'First' }));
    const { id: b } = await add(second, person(address, { title: 'Second' }));
    expect((await linkOf(b)).user_id).toBe((await linkOf(a)).user_id);
    expect([(await linkOf(b)).manages, (await userOf(a)).title]).toEqual([false, 'First']);
  });
});

test('a unique value that another user has is omitted and does not block the user', async () => {
  const { id: organizationId, domain, dir } = await organization();
  const key = `badge${++n}`;
  const definition = { entityKind: 'user', key, type: 'integer', unique: true };
  ok(await acme.post('/api/v1/attribute-schema', { body: definition }));
  ok(await acme.post(users, { body: { email: email(domain), metadata: { [key]: 7 } } }));
  const urn = 'urn:platform:params:scim:schemas:extension:tenant:2.0:User';
  const { id } = await add(dir, person(email(domain), { [urn]: { [key]: 7 } }));
  expect((await userOf(id)).metadata).toEqual({});
  expect((await linkOf(id)).problems).toEqual([
    { pointer: `/metadata/${key}`, detail: 'must be unique, and another user has this value' },
  ]);
  const idp = await identityProvider(organizationId);
  const set = { setAttribute: { to: `metadata.${key}`, valueJson: '"7"', overwrite: true } };
  const asked = { email: email('gmx.example'), actions: [create, set] };
  expect((await idp.signIn('s1', asked)).outcome).toBe('CREATED');
  expect((await idp.signIn('s1', { actions: [set] })).outcome).toBe('MATCHED');
});

describe('addresses', () => {
  test('come from the elements that have a value', async () => {
    const { domain, dir } = await organization();
    const home = email(domain);
    const emails = [
      { type: 'work', value: email(domain), primary: true },
      { type: 'home', value: home },
    ];
    const { id } = await add(dir, { userName: `u${++n}`, emails });
    const body = { Operations: [{ op: 'remove', path: 'emails[type eq "work"].value' }] };
    ok(await dir.call('patch', `/Users/${id}`, { body }));
    expect((await userOf(id)).email).toBe(home);
  });
});

describe('a user managed by a directory', () => {
  test('has attributes that cannot be changed elsewhere', async () => {
    const { domain, dir } = await organization();
    const { id } = await add(dir, person(email(domain), { title: 'Engineer' }));
    const { id: userId } = await userOf(id);
    const patch = (body: object) => acme.patch(`${users}/${userId}`, { body });
    const refused = await patch({ title: 'Boss', nickname: 'x' });
    expect([refused.status, refused.body.errors]).toMatchObject([
      409,
      [{ pointer: '/title', code: 'managed_by_directory' }],
    ]);
    ok(await patch({ title: 'Engineer', nickname: 'Countess' }));
    await set(dir, id, 'title', null);
    expect(await userOf(id)).toMatchObject({ title: null, nickname: 'Countess' });
    ok(await patch({ title: 'Boss' }));
  });

  test('is not recreated after an administrator deleted it', async () => {
    const { domain, dir } = await organization();
    const address = email(domain);
    const { id } = await add(dir, person(address));
    const { id: userId } = await userOf(id);
    ok(await acme.delete(`${users}/${userId}`));
    await set(dir, id, 'title', 'x');
    expect(await linkOf(id)).toMatchObject({ user_id: null, link: 'ignored' });
    const again = ok(await acme.post(users, { body: { email: address } }));
    await set(dir, id, 'title', 'y');
    expect(await linkOf(id)).toMatchObject({ user_id: again.id, link: 'active' });
  });
});

describe('leaving', () => {
  test('deactivates a user without remaining links, and reactivates them when they return', async () => {
    const { id: organizationId, domain, dir } = await organization();
    const { id } = await add(dir, person(email(domain)));
    await set(dir, id, 'active', 'False');
    const user = await userOf(id);
    expect(user).toMatchObject({ status: 'deactivated', statusReason: 'directory' });
    expect(await organizationsOf(user.id)).toEqual([[organizationId, 'inactive']]);
    const byHand = await acme.patch(`${users}/${user.id}`, { body: { status: 'active' } });
    expect(byHand.status).toBe(409);
    await set(dir, id, 'active', true);
    expect(await userOf(id)).toMatchObject({ status: 'active', statusReason: null });
    expect(await organizationsOf(user.id)).toEqual([[organizationId, 'active']]);
  });

  test('keeps a suspension by an administrator', async () => {
    const { domain, dir } = await organization();
    const { id } = await add(dir, person(email(domain)));
    const { id: userId } = await userOf(id);
    ok(await acme.patch(`${users}/${userId}`, { body: { status: 'suspended' } }));
    await set(dir, id, 'active', false);
    await set(dir, id, 'active', true);
    expect((await userOf(id)).status).toBe('suspended');
  });

  test('does not lock a user out of another organization', async () => {
    const [first, second] = [await organization(), await organization()];
    const { id } = await add(first.dir, person(email(first.domain)));
    const { id: userId } = await userOf(id);
    ok(await acme.put(`/api/v1/organizations/${second.id}/members/${userId}`, { body: {} }));
    expect((await first.dir.call('delete', `/Users/${id}`)).status).toBe(204);
    expect(ok(await acme.get(`${users}/${userId}`))).toMatchObject({
      status: 'active',
      managedBy: null,
    });
    expect(await organizationsOf(userId)).toEqual([[second.id, 'active']]);
  });

  test('deletes the user if the directory is configured to', async () => {
    const { domain, dir } = await organization({ deprovisioning: 'delete_user' });
    const { id } = await add(dir, person(email(domain)));
    const { id: userId } = await userOf(id);
    await set(dir, id, 'active', false);
    expect((await acme.get(`${users}/${userId}`)).status).toBe(404);
    expect(await linkOf(id)).toMatchObject({ user_id: null, link: 'none' });
    await set(dir, id, 'active', true);
    expect(await linkOf(id)).toMatchObject({ link: 'active' });
  });

  test('and being assigned again restores the resource with its id', async () => {
    const { domain, dir } = await organization();
    const body = person(email(domain));
    const { id } = await add(dir, body);
    const { id: userId } = await userOf(id);
    await set(dir, id, 'active', false);
    expect(await add(dir, { ...body, title: 'Back' })).toMatchObject({ id, active: true });
    expect(await userOf(id)).toMatchObject({ id: userId, status: 'active', title: 'Back' });
  });

  test('by deletion allows the user to be linked again', async () => {
    const { domain, dir } = await organization();
    const body = person(email(domain));
    const { id } = await add(dir, body);
    const { id: userId } = await userOf(id);
    await dir.call('delete', `/Users/${id}`);
    expect(ok(await acme.get(`${users}/${userId}`)).status).toBe('deactivated');
    const { id: next } = await add(dir, body);
    expect(next).not.toBe(id);
    expect(await userOf(next)).toMatchObject({ id: userId, status: 'active' });
  });

  test.each([
    ['without an address', () => ({}) as object],
    [
      'with an address at a domain that is not verified',
      () => ({ emails: [{ value: email('gmail.example') }] }),
    ],
  ])('by deletion allows the same user name to be sent again %s', async (_what, more) => {
    const { dir, id: organizationId } = await organization();
    const { dir: elsewhere } = await organization();
    const body = { userName: `Ada.${++n}`, ...more() };
    const { id } = await add(dir, body);
    const { user_id: userId } = await linkOf(id);
    await dir.call('delete', `/Users/${id}`);
    expect(ok(await acme.get(`${users}/${userId}`)).status).toBe('deactivated');
    expect((await elsewhere.call('post', '/Users', { body })).status).toBe(409);
    const again = await add(dir, { ...body, userName: body.userName.toLowerCase() });
    expect(again.id).not.toBe(id);
    expect(await linkOf(again.id)).toMatchObject({
      user_id: userId,
      link: 'active',
      manages: true,
    });
    expect(ok(await acme.get(`${users}/${userId}`)).status).toBe('active');
    expect(await organizationsOf(userId!)).toEqual([[organizationId, 'active']]);
  });

  test('by deletion does not give the user to another person of the same user name', async () => {
    const { dir } = await organization();
    const body = { userName: `ada.${++n}`, externalId: 'first' };
    const { id } = await add(dir, body);
    await dir.call('delete', `/Users/${id}`);
    const other = { ...body, externalId: 'second' };
    expect((await dir.call('post', '/Users', { body: other })).status).toBe(409);
    expect((await dir.call('post', '/Users', { body })).status).toBe(201);
  });

  test('by deletion leaves no record once the user is deleted', async () => {
    const { dir } = await organization();
    const body = { userName: `ada.${++n}` };
    const { id } = await add(dir, body);
    const { user_id: userId } = await linkOf(id);
    await dir.call('delete', `/Users/${id}`);
    ok(await acme.delete(`${users}/${userId}`));
    expect(
      await sql(platform, 'SELECT FROM retired_directory_users WHERE user_id = $1', [userId]),
    ).toEqual([]);
    const again = await add(dir, body);
    expect((await linkOf(again.id)).user_id).not.toBe(userId);
  });

  test('does not end a membership that the directory has not given', async () => {
    const { id: organizationId, domain, dir } = await organization();
    const member = ok(await acme.post(users, { body: { email: email(domain) } }));
    const at = `/api/v1/organizations/${organizationId}/members/${member.id}`;
    ok(await acme.put(at, { body: {} }));
    const { id } = await add(dir, person(member.email, { active: false }));
    ok(await dir.call('delete', `/Users/${id}`), 204);
    expect(await organizationsOf(member.id)).toEqual([[organizationId, 'active']]);
  });

  test('creates a deactivated user for a disabled entry', async () => {
    const { domain, dir } = await organization();
    const { id } = await add(dir, person(email(domain), { active: false }));
    const user = await userOf(id);
    expect(user).toMatchObject({ status: 'deactivated', statusReason: 'directory' });
    expect(await organizationsOf(user.id)).toEqual([]);
  });
});

describe('sign-in at an identity provider', () => {
  test('signs in users with the address at a domain that is verified for its organization', async () => {
    const { id: organizationId, domain, dir } = await organization();
    const idp = await identityProvider(organizationId);
    const address = email(domain);
    const { id } = await add(dir, person(address));
    const user = await userOf(id);
    const asserted = { email: address, emailVerified: true };
    expect(await idp.signIn('s1', asserted)).toMatchObject({ outcome: 'UPDATED', userId: user.id });
    expect(await idp.signIn('s1')).toMatchObject({ outcome: 'MATCHED', userId: user.id });
    expect((await userOf(id)).identities).toMatchObject([{ subject: 's1', directoryId: idp.id }]);
    // The address was given to another person there: the account is not theirs.
    expect(await idp.signIn('s2', asserted)).toMatchObject({ outcome: 'LINK_REQUIRED' });
  });

  test('requires users to prove accounts with any other address', async () => {
    const [owner, attacker] = [await organization(), await organization()];
    const victim = ok(
      await acme.post(users, { body: { email: email(owner.domain), emailVerified: true } }),
    );
    const required = { outcome: 'LINK_REQUIRED', userId: victim.id };
    const asserted = { email: victim.email, emailVerified: true };
    const foreign = await identityProvider(attacker.id);
    expect(await foreign.signIn('s1', asserted)).toMatchObject(required);
    const own = await identityProvider(owner.id);
    expect(await own.signIn('s1', { ...asserted, emailVerified: false })).toMatchObject(required);
    await sql(platform, "UPDATE organization_domains SET state = 'lapsed' WHERE domain = $1", [
      owner.domain,
    ]);
    expect(await own.signIn('s1', asserted)).toMatchObject(required);
  });

  test('is recognized by a directory whose external id is the subject', async () => {
    const { id: organizationId, dir } = await organization();
    const idp = await identityProvider(organizationId);
    const { userId } = await idp.signIn('emp-7', {
      email: email('gmx.example'),
      actions: [create],
    });
    const { id } = await add(dir, person(email('gmx.example'), { externalId: 'emp-7' }));
    expect((await linkOf(id)).user_id).toBe(userId);
  });

  test('adds the roles of a rule to those that a member has', async () => {
    const { id: organizationId } = await organization();
    const idp = await identityProvider(organizationId);
    const join = { join: { organizationId, roles: ['member'] } };
    const asked = { email: email('gmx.example'), actions: [create, join] };
    const { userId } = await idp.signIn('s1', asked);
    expect(await memberOf(organizationId, userId)).toMatchObject({
      roles: ['member'],
      sources: ['jit'],
    });
    await sql(platform, "UPDATE memberships SET roles = '{admin}' WHERE user_id = $1", [userId]);
    await idp.signIn('s1', { actions: [{ join: { organizationId } }] });
    expect((await memberOf(organizationId, userId)).roles).toEqual(['admin']);
    await idp.signIn('s1', { actions: [join] });
    expect((await memberOf(organizationId, userId)).roles).toEqual(['admin', 'member']);
    expect((await idp.signIn('s1', { actions: [join] })).outcome).toBe('MATCHED');
  });

  test('gives a new member the default roles of the organization', async () => {
    const { id: organizationId } = await organization();
    await sql(platform, "UPDATE organizations SET default_roles = '{guest}' WHERE id = $1", [
      organizationId,
    ]);
    const idp = await identityProvider(organizationId);
    const actions = [create, { join: { organizationId } }];
    const { userId } = await idp.signIn('s1', { email: email('gmx.example'), actions });
    expect((await memberOf(organizationId, userId)).roles).toEqual(['guest']);
  });

  test('assigns and unassigns roles, by default in the organization of the directory', async () => {
    const [own, other] = [await organization(), await organization()];
    const idp = await identityProvider(own.id);
    const joins = [own, other].map(({ id }) => ({ join: { organizationId: id } }));
    const actions = [
      create,
      ...joins,
      { assignRole: { role: 'editor' } },
      { assignRole: { role: 'viewer', organizationId: other.id } },
    ];
    const { userId } = await idp.signIn('s1', { email: email('gmx.example'), actions });
    const rolesIn = async ({ id }: { id: string }) => (await memberOf(id, userId)).roles;
    expect([await rolesIn(own), await rolesIn(other)]).toEqual([['editor'], ['viewer']]);
    const ended = await idp.signIn('s1', { actions: [{ unassignRole: { role: 'editor' } }] });
    expect(ended.outcome).toBe('UPDATED');
    expect([await rolesIn(own), await rolesIn(other)]).toEqual([[], ['viewer']]);
    // Without a membership there is no role to assign.
    const { id } = await organization();
    const nowhere = [{ assignRole: { role: 'editor', organizationId: id } }];
    expect((await idp.signIn('s1', { actions: nowhere })).outcome).toBe('MATCHED');
  });

  test('omits roles that the tenant does not have, which may exist later', async () => {
    const { id: organizationId } = await organization();
    await sql(platform, "UPDATE organizations SET default_roles = '{guest}' WHERE id = $1", [
      organizationId,
    ]);
    const idp = await identityProvider(organizationId);
    const actions = [
      create,
      { join: { organizationId, roles: ['unheard-of'] } },
      { assignRole: { role: 'unknown', organizationId } },
      { assignRole: { role: 'editor', organizationId } },
    ];
    const { userId } = await idp.signIn('s1', { email: email('gmx.example'), actions });
    expect((await memberOf(organizationId, userId)).roles).toEqual(['editor']);
    expect((await idp.signIn('s1', { actions })).outcome).toBe('MATCHED');
  });

  test('succeeds even if an organization does not accept the user', async () => {
    const { id: organizationId } = await organization();
    const strict = { membershipPolicy: 'verified_domain_only' };
    ok(await acme.patch(`/api/v1/organizations/${organizationId}`, { body: strict }));
    const idp = await identityProvider(organizationId);
    const actions = [create, { join: { organizationId } }];
    const made = await idp.signIn('s1', { email: email('gmx.example'), actions });
    expect(made.outcome).toBe('CREATED');
    expect(await organizationsOf(made.userId)).toEqual([]);
  });

  test('writes values in the type of the attribute, and no attribute that a directory writes', async () => {
    const { id: organizationId, domain, dir } = await organization();
    const suffix = ++n;
    const definition = (key: string, body: object) => ({ entityKind: 'user', key, ...body });
    for (const body of [
      definition(`level${suffix}`, { type: 'integer' }),
      definition(`teams${suffix}`, { type: 'string', multiValued: true }),
    ])
      ok(await acme.post('/api/v1/attribute-schema', { body }));
    const idp = await identityProvider(organizationId);
    const { id } = await add(dir, person(email(domain), { title: 'Engineer' }));
    const user = await userOf(id);
    const rule = (to: string, value: unknown) => ({
      setAttribute: { to, valueJson: JSON.stringify(value), overwrite: true },
    });
    await idp.signIn('s1', {
      email: user.email,
      emailVerified: true,
      actions: [
        rule('title', 'Other'),
        rule('name.givenName', 'Other'),
        rule('name.familyName', 'Lovelace'),
        rule(`metadata.level${suffix}`, '3'),
        rule(`metadata.teams${suffix}`, 'blue'),
      ],
    });
    expect(await userOf(id)).toMatchObject({
      title: 'Engineer',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      metadata: { [`level${suffix}`]: 3, [`teams${suffix}`]: ['blue'] },
    });
    const mergePatchJson = JSON.stringify({ title: 'Mine' });
    await expect(
      hub.PatchProfile({ tenantId, userId: user.id, mergePatchJson }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
  });

  test('omits a user name or number that the user cannot have', async () => {
    const { id: organizationId } = await organization();
    const idp = await identityProvider(organizationId);
    const taken = ok(await acme.post(users, { body: { username: `taken${++n}` } }));
    for (const profile of [
      { username: taken.username },
      { username: 'ada@corp.onmicrosoft.example' },
      { phoneNumber: '+15555550100' },
    ]) {
      const asked = { email: email('gmx.example'), actions: [create] };
      const profileJson = JSON.stringify(profile);
      const made = await idp.signIn(`s${++n}`, { ...asked, profileJson });
      expect(made.outcome).toBe('CREATED');
      const user = ok(await acme.get(`${users}/${made.userId}`));
      expect([user.username, user.phoneNumber]).toEqual([null, null]);
    }
  });
});
