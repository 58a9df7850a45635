import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testPlatform } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';

const me = '/api/v1/me';
const users = '/api/v1/directory/users';
const organizations = '/api/v1/organizations';
let platform: TestPlatform;
let admin: TestApi;
let acme: TestTenant;
let globex: TestTenant;
let n = 0;

const address = (): string => `person${++n}@example.com`;
const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.code]).toEqual([200, undefined]);
  return answer.body;
};
const errorOf = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];

/** A user with the calls that they make for themselves. */
async function aPerson(more: object = {}): Promise<{ id: string; email: string; api: TestApi }> {
  const email = address();
  const { id } = ok(await admin.post(users, { body: { email, emailVerified: true, ...more } }));
  return { id, email, api: await apiOf(id) };
}
const apiOf = (userId: string, tenant = acme) =>
  platform.as({ tenant, userId, scopes: ['self.read', 'self.write'] });

const record = async (id: string) => ok(await admin.get(`${users}/${id}`));
const codeTo = (email: string): string =>
  platform.identityFacade.challenges.findLast((one) => one.email === email)?.code ?? '';
const sql = <R>(statement: string, params: unknown[]): Promise<R[]> =>
  withClient(platform.database.url, async (client) => {
    await client.query('SET search_path = directory');
    return (await client.query(statement, params)).rows as R[];
  });
/** Marks properties of a user as written by a directory. */
const manage = (id: string, attributes: readonly string[]) =>
  sql('UPDATE users SET managed_by = $2 WHERE id = $1', [
    id,
    JSON.stringify({ directoryId: 'dir_01h455vb4pex5vsknk084sn02q', attributes }),
  ]);

/** Adds an address and verifies it with the code that was sent there. */
async function addEmail(api: TestApi, value: string): Promise<string> {
  const { id } = ok(await api.post(`${me}/contacts`, { body: { type: 'email', value } }));
  ok(await api.post(`${me}/contacts/${id}/verify`, { body: { code: codeTo(value) } }));
  return id;
}

beforeAll(async () => {
  platform = await testPlatform(directory);
  acme = platform.hub.tenant('acme');
  globex = platform.hub.tenant('globex');
  platform.access.setRoles(acme.id, { reader: [] });
  admin = await platform.as({ tenant: acme });
});
afterAll(() => platform.stop());

describe('meGet', () => {
  test('returns the user of the token, without what users cannot see', async () => {
    for (const [key, visibility] of [
      ['secretNote', 'admin_only'],
      ['plan', 'self_read'],
      ['color', 'self_write'],
    ])
      ok(
        await admin.post('/api/v1/attribute-schema', {
          body: { entityKind: 'user', key, type: 'string', visibility },
        }),
      );
    const metadata = { secretNote: 'x', plan: 'gold', color: 'red', unmanaged: 'y' };
    const { id, email, api } = await aPerson({ metadata, displayName: 'Ada' });
    await manage(id, ['/displayName', '/metadata/secretNote', '/metadata/plan']);
    const profile = ok(await api.get(me));
    expect(profile).toMatchObject({
      id,
      displayName: 'Ada',
      metadata: { plan: 'gold', color: 'red' },
      lockedAttributes: ['/displayName', '/metadata/plan'],
      contacts: [{ type: 'email', value: email, primary: true, verified: true, locked: false }],
    });
    expect(Object.keys(profile.metadata)).toEqual(['plan', 'color']);
  });

  test('rejects a token without the scope, and one of another user', async () => {
    expect(errorOf(await admin.get(me)).slice(0, 2)).toEqual([403, 'insufficient_scope']);
    const { id } = await aPerson();
    const elsewhere = await apiOf(id, globex);
    expect((await elsewhere.get(me)).status).toBe(404);
  });
});

describe('meUpdate', () => {
  test('changes what the user may edit, as the user', async () => {
    const { id, api } = await aPerson({ metadata: { plan: 'gold', color: 'red' } });
    const { headers } = await api.get(me);
    const patch = { displayName: 'Grace', metadata: { color: 'blue' } };
    const changed = await api.patch(me, {
      body: patch,
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(ok(changed)).toMatchObject(patch);
    expect(await record(id)).toMatchObject({
      displayName: 'Grace',
      metadata: { plan: 'gold', color: 'blue' },
    });
    const [event] = await sql<{ actor: object }>(
      `SELECT envelope->'data'->'actor' AS actor FROM outbox
       WHERE envelope->>'type' = 'user.updated' AND envelope->'data'->'subject'->>'id' = $1`,
      [id],
    );
    expect(event?.actor).toMatchObject({ type: 'user', id });
  });

  test('rejects contacts, administrators’ attributes and what a directory manages', async () => {
    const { id, api } = await aPerson();
    await manage(id, ['/nickname']);
    const refused = async (body: object) => errorOf(await api.patch(me, { body }));
    expect(await refused({ email: address() })).toEqual([
      422,
      'validation_failed',
      '/email',
      'unknown_member',
    ]);
    expect(await refused({ metadata: { secretNote: 'x' } })).toEqual([
      422,
      'validation_failed',
      '/metadata/secretNote',
      'unknown_attribute',
    ]);
    expect(await refused({ metadata: { plan: 'x' } })).toEqual([
      422,
      'validation_failed',
      '/metadata/plan',
      'immutable',
    ]);
    expect(await refused({ nickname: 'x' })).toEqual([
      409,
      'invalid_state',
      '/nickname',
      'managed_by_directory',
    ]);
  });

  test('has a version that a sign-in does not change', async () => {
    const { id, api } = await aPerson();
    const before = await api.get(me);
    await sql(
      'INSERT INTO user_activity (tenant_id, user_id, last_login_at) VALUES ($1, $2, now())',
      [acme.id, id],
    );
    const after = await api.get(me);
    expect([before.body.lastLoginAt, after.body.lastLoginAt]).toEqual([null, expect.any(String)]);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('returns 412 for an outdated version', async () => {
    const { api } = await aPerson();
    const answer = await api.patch(me, { body: { title: 'x' }, headers: { 'if-match': '"old"' } });
    expect(answer.status).toBe(412);
  });
});

describe('meProfileSchemaGet', () => {
  test('lists the fields with what the user can change', async () => {
    const { id, api } = await aPerson();
    await manage(id, ['/name/givenName']);
    const { fields } = ok(await api.get(`${me}/profile-schema`));
    const reasons = Object.fromEntries(
      fields.map((f: { pointer: string; readOnlyReason: string | null }) => [
        f.pointer,
        f.readOnlyReason,
      ]),
    );
    expect(reasons).toMatchObject({
      '/name/givenName': 'managed_by_directory',
      '/displayName': null,
      '/metadata/plan': 'not_editable',
      '/metadata/color': null,
    });
    expect(reasons).not.toHaveProperty('/metadata/secretNote');
    expect(reasons).not.toHaveProperty('/email');
  });
});

describe('contacts', () => {
  test('an address becomes a contact once its code is given', async () => {
    const { id, api } = await aPerson();
    const value = address();
    const contact = ok(await api.post(`${me}/contacts`, { body: { type: 'email', value } }));
    expect(contact).toMatchObject({ value, verified: false, primary: false });
    expect(contact.codeExpiresAt).not.toBeNull();
    expect((await record(id)).additionalEmails).toEqual([]);
    const path = `${me}/contacts/${contact.id}/verify`;
    const wrong = codeTo(value) === '000000' ? '000001' : '000000';
    expect(errorOf(await api.post(path, { body: { code: wrong } }))).toEqual([
      422,
      'validation_failed',
      '/code',
      'invalid_format',
    ]);
    const verified = ok(await api.post(path, { body: { code: codeTo(value) } }));
    expect(verified).toMatchObject({ id: contact.id, verified: true, codeExpiresAt: null });
    expect((await record(id)).additionalEmails).toEqual([
      { email: value, type: 'other', verified: true },
    ]);
    expect((await api.post(path, { body: { code: codeTo(value) } })).status).toBe(404);
  });

  test('the first address becomes the primary one', async () => {
    const { id, api } = await aPerson({
      email: null,
      emailVerified: undefined,
      username: `n${Date.now()}`,
    });
    const value = address();
    await addEmail(api, value);
    expect(await record(id)).toMatchObject({
      email: value,
      emailVerified: true,
      additionalEmails: [],
    });
  });

  test('another account’s proven address cannot be added, and one without proof moves', async () => {
    const [{ api, id }, proven] = [await aPerson(), await aPerson()];
    const taken = ok(
      await api.post(`${me}/contacts`, { body: { type: 'email', value: proven.email } }),
    );
    const verify = (contactId: string, email: string) =>
      api.post(`${me}/contacts/${contactId}/verify`, { body: { code: codeTo(email) } });
    expect(errorOf(await verify(taken.id, proven.email)).slice(0, 2)).toEqual([
      409,
      'already_exists',
    ]);
    const claimed = await aPerson({ emailVerified: false });
    await addEmail(api, claimed.email);
    expect((await record(claimed.id)).email).toBeNull();
    expect((await record(id)).additionalEmails).toMatchObject([{ email: claimed.email }]);
  });

  test('rejects phones, malformed and own addresses, and too many', async () => {
    const { api, email } = await aPerson();
    const add = async (body: object) => errorOf(await api.post(`${me}/contacts`, { body }));
    expect(await add({ type: 'phone', value: '+41790000000' })).toEqual([
      422,
      'validation_failed',
      '/type',
      'invalid_format',
    ]);
    expect((await add({ type: 'email', value: 'nonsense' }))[2]).toBe('/value');
    expect((await add({ type: 'email', value: email.toUpperCase() }))[1]).toBe('already_exists');
    for (let i = 0; i < 10; i += 1) {
      const { id } = ok(
        await api.post(`${me}/contacts`, { body: { type: 'email', value: address() } }),
      );
      ok(await api.delete(`${me}/contacts/${id}`));
    }
    expect((await add({ type: 'email', value: address() }))[1]).toBe('limit_exceeded');
  });

  test('a verified contact can become the primary one, which cannot be removed', async () => {
    const { id, email, api } = await aPerson();
    const value = address();
    const contactId = await addEmail(api, value);
    expect(ok(await api.put(`${me}/contacts/${contactId}/primary`))).toMatchObject({
      primary: true,
    });
    expect(await record(id)).toMatchObject({
      email: value,
      emailVerified: true,
      additionalEmails: [{ email, verified: true }],
    });
    const refused = await api.delete(`${me}/contacts/${contactId}`);
    expect(errorOf(refused).slice(0, 2)).toEqual([409, 'invalid_state']);
    const { contacts } = ok(await api.get(me));
    ok(await api.delete(`${me}/contacts/${contacts[1].id}`));
    expect((await record(id)).additionalEmails).toEqual([]);
  });

  test('an unverified contact cannot become the primary one', async () => {
    const { api } = await aPerson({ additionalEmails: [{ email: address() }] });
    const { contacts } = ok(await api.get(me));
    const answer = await api.put(`${me}/contacts/${contacts[1].id}/primary`);
    expect(errorOf(answer).slice(0, 2)).toEqual([409, 'invalid_state']);
  });

  test('are those of the directory where it manages them', async () => {
    const { id, api } = await aPerson();
    const value = address();
    const contactId = await addEmail(api, value);
    await manage(id, ['/email', '/additionalEmails']);
    const body = { type: 'email', value: address() };
    for (const answer of [
      await api.post(`${me}/contacts`, { body }),
      await api.put(`${me}/contacts/${contactId}/primary`),
      await api.delete(`${me}/contacts/${contactId}`),
    ])
      expect(answer.body.errors?.[0]?.code).toBe('managed_by_directory');
  });
});

describe('organizations', () => {
  test('are listed with roles, and can be left', async () => {
    const { id, api } = await aPerson();
    const { id: orgId } = ok(await admin.post(organizations, { body: { name: 'Initech' } }));
    ok(await admin.put(`${organizations}/${orgId}/members/${id}`, { body: { roles: ['reader'] } }));
    const { data } = ok(await api.get(`${me}/organizations`));
    expect(data).toMatchObject([{ organizationId: orgId, roles: ['reader'] }]);
    const other = await aPerson();
    expect((await other.api.delete(`${me}/organizations/${orgId}`)).status).toBe(404);
    ok(await api.delete(`${me}/organizations/${orgId}`));
    expect(ok(await api.get(`${me}/organizations`)).data).toEqual([]);
  });

  test('a membership of a directory cannot be left', async () => {
    const { id, api } = await aPerson();
    const { id: orgId } = ok(await admin.post(organizations, { body: { name: 'Umbrella' } }));
    ok(await admin.put(`${organizations}/${orgId}/members/${id}`));
    await sql(`UPDATE memberships SET sources = '{directory}' WHERE user_id = $1`, [id]);
    const answer = await api.delete(`${me}/organizations/${orgId}`);
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([409, 'managed_by_directory']);
  });
});

describe('invitations', () => {
  const invite = async (email: string) => {
    const { id: orgId } = ok(await admin.post(organizations, { body: { name: `Org ${++n}` } }));
    const body = { email, roles: ['reader'] };
    const { id } = ok(await admin.post(`${organizations}/${orgId}/invitations`, { body }));
    return { id, orgId };
  };

  test('to a proven address can be accepted', async () => {
    const { email, api } = await aPerson();
    const { id, orgId } = await invite(email);
    expect(ok(await api.get(`${me}/invitations`)).data).toMatchObject([{ id, email }]);
    expect(ok(await api.post(`${me}/invitations/${id}/accept`))).toEqual({
      id,
      organizationId: orgId,
      state: 'accepted',
    });
    expect(ok(await api.get(`${me}/organizations`)).data).toMatchObject([
      { organizationId: orgId, roles: ['reader'], sources: ['invitation'] },
    ]);
    expect(errorOf(await api.post(`${me}/invitations/${id}/accept`)).slice(0, 2)).toEqual([
      409,
      'invalid_state',
    ]);
  });

  test('can be declined, which revokes them', async () => {
    const { email, api } = await aPerson();
    const { id, orgId } = await invite(email);
    ok(await api.post(`${me}/invitations/${id}/decline`));
    expect(ok(await api.get(`${me}/invitations`)).data).toEqual([]);
    const { state } = ok(await admin.get(`${organizations}/${orgId}/invitations/${id}`));
    expect(state).toBe('revoked');
  });

  test('to another address, or to one without proof, do not exist', async () => {
    const other = await aPerson();
    const unproven = await aPerson({ emailVerified: false });
    for (const { id } of [await invite(other.email), await invite(unproven.email)]) {
      expect((await unproven.api.post(`${me}/invitations/${id}/accept`)).status).toBe(404);
      expect((await unproven.api.post(`${me}/invitations/${id}/decline`)).status).toBe(404);
    }
    expect(ok(await unproven.api.get(`${me}/invitations`)).data).toEqual([]);
  });
});

describe('preferences', () => {
  test('are kept for the user, and deleted with them', async () => {
    const { id, api } = await aPerson();
    const path = `${me}/preferences`;
    expect(ok(await api.get(path))).toEqual({ values: {}, updatedAt: null });
    const values = { theme: 'dark', columns: { users: ['email', 'status'] } };
    const stored = await api.put(path, { body: { values } });
    expect(ok(stored).values).toEqual(values);
    const outdated = await api.put(path, {
      body: { values: {} },
      headers: { 'if-match': '"0"' },
    });
    expect(outdated.status).toBe(412);
    expect(ok(await (await aPerson()).api.get(path)).values).toEqual({});
    ok(await admin.delete(`${users}/${id}`));
    expect(await sql('SELECT 1 FROM user_preferences WHERE user_id = $1', [id])).toEqual([]);
  });

  test('are small', async () => {
    const { api } = await aPerson();
    const body = { values: { view: 'x'.repeat(17_000) } };
    expect(errorOf(await api.put(`${me}/preferences`, { body }))).toEqual([
      422,
      'limit_exceeded',
      '/values',
      'limit_exceeded',
    ]);
  });
});

describe('userDirectorySummary', () => {
  test('counts the users of the tenant by status', async () => {
    const tenant = platform.hub.tenant('initech');
    const initech = await platform.as({ tenant });
    for (const status of ['active', 'active', 'suspended'])
      ok(await initech.post(users, { body: { email: address(), status } }));
    expect(ok(await initech.get(`${users}/summary`))).toMatchObject({
      total: 3,
      active: 2,
      suspended: 1,
      deactivated: 0,
    });
    const elsewhere = await platform.as({ tenant: globex });
    expect(ok(await elsewhere.get(`${users}/summary`)).total).toBe(0);
  });
});
