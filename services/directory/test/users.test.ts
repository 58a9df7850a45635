import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { directory } from '../src/service.ts';
import { emptyAttributes } from '../src/users/user-record.ts';
import { attributeSchema } from '../src/attribute-schema/schema.ts';
import { addUser } from '../src/users/user-creation.ts';

const users = '/api/v1/directory/users';
let platform: TestPlatform;
let acme: TestApi;
let globex: TestApi;
let reader: TestApi;

beforeAll(async () => {
  platform = await testPlatform(directory);
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
  globex = await platform.as({ tenant: platform.hub.tenant('globex') });
  reader = await platform.as({
    tenant: platform.hub.tenant('acme'),
    scopes: ['tenant:users.read'],
  });
});
afterAll(() => platform.stop());

let counter = 0;
const address = (): string => `person${++counter}@example.com`;
const create = async (body: Record<string, unknown> = {}) => {
  const answer = await acme.post(users, { body: { email: address(), ...body } });
  expect(answer.status).toBe(200);
  return answer.body;
};
const defineObject = async (key: string) => {
  const body = { entityKind: 'user', key, type: 'object' };
  expect((await acme.post('/api/v1/attribute-schema', { body })).status).toBe(200);
};
const owed = (tenantId: string) =>
  platform.service.platform.db.read({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.rows<{
      envelope: {
        type: string;
        subject: string;
        data: { type: string; data: Record<string, unknown>; subject: { id: string } };
      };
    }>('SELECT envelope FROM outbox ORDER BY position'),
  );
const eventsOf = async (id: string) =>
  (await owed(platform.hub.tenant('acme').id))
    .map((r) => r.envelope.data)
    .filter((e) => e.subject?.id === id);

describe('userDirectoryCreate', () => {
  test('creates a user with all properties', async () => {
    const email = address();
    const { status, body, headers } = await acme.post(users, {
      body: {
        email,
        displayName: 'Ada',
        name: { givenName: 'Ada' },
        metadata: { plan: 'pro' },
        locale: 'en-GB',
        timeZone: 'Europe/London',
      },
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      email,
      emailVerified: false,
      displayName: 'Ada',
      status: 'active',
      statusReason: null,
      metadata: { plan: 'pro' },
      identities: [],
      managedBy: null,
    });
    expect(body.name).toEqual({
      formatted: null,
      givenName: 'Ada',
      familyName: null,
      middleName: null,
      honorificPrefix: null,
      honorificSuffix: null,
    });
    expect(body.id).toMatch(/^usr_/);
  });

  test('stores every text in NFC, and finds it in any spelling', async () => {
    const given = {
      externalId: `e\u0301-${address()}`,
      displayName: 'Zoe\u0308',
      name: { givenName: 'Zoe\u0308' },
      email: `zoe\u0308${address()}`,
      metadata: { 'cafe\u0301': ['cafe\u0301'] },
    };
    const made = await create(given);
    for (const { body } of [
      { body: made },
      await acme.get(`${users}/external_id/${encodeURIComponent(given.externalId)}`),
      await acme.get(`${users}/${made.id}`),
    ]) {
      expect(body).toMatchObject(JSON.parse(JSON.stringify(given).normalize('NFC')));
    }
    expect(
      (await acme.patch(`${users}/${made.id}`, { body: { metadata: { 'cafe\u0301': null } } })).body
        .metadata,
    ).toEqual({});
    expect(
      (
        await acme.post(users, {
          body: { email: address(), externalId: given.externalId.normalize('NFC') },
        })
      ).body.errors,
    ).toEqual([expect.objectContaining({ pointer: '/externalId', code: 'already_exists' })]);
  });

  test.each(['1e400', '90071992547409930', '0.12345678901234567891'])(
    'rejects %s in metadata, which would be stored with another value',
    async (number) => {
      const rawBody = `{"email":"number@example.com","metadata":{"a":[1.10,1e300,${number}]}}`;
      expect(await acme.post(users, { rawBody })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/metadata/a/2', code: 'invalid_format' }] },
      });
    },
  );

  test('creates exactly one user.created event and one audit record', async () => {
    const { id } = await create();
    const events = await eventsOf(id);
    expect(events.filter((e) => e.type === 'user.created')).toHaveLength(1);
    const audit = events.filter((e) => e.type === 'audit.recorded');
    expect(audit).toHaveLength(1);
    expect(audit[0]?.data).toMatchObject({
      operationId: 'userDirectoryCreate',
      outcome: 'success',
      status: 200,
      sourceIp: '203.0.113.7',
    });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no identifier', { displayName: 'x' }, '/email', 'required'],
    ['an unknown member', { email: 'a@example.com', nick: 'x' }, '/nick', 'unknown_member'],
    ['an address literal', { email: 'a@[127.0.0.1]' }, '/email', 'invalid_format'],
    ['a single-label domain', { email: 'a@localhost' }, '/email', 'invalid_format'],
    ['a quoted local part', { email: '"a b"@example.com' }, '/email', 'invalid_format'],
    [
      "a name that is another's address",
      { email: 'a@example.com', username: 'b@example.com' },
      '/username',
      'invalid_format',
    ],
    [
      "another's address with a wide @",
      { email: 'a@example.com', username: 'b\uff20example.com' },
      '/username',
      'invalid_format',
    ],
    ['a name that is no address', { username: 'x@localhost' }, '/username', 'invalid_format'],
    ['a number that is none', { phoneNumber: '+15550000000' }, '/phoneNumber', 'invalid_format'],
    [
      'an unknown time zone',
      { email: 'a@example.com', timeZone: 'Mars/Base' },
      '/timeZone',
      'invalid_format',
    ],
    [
      'a picture without TLS',
      { email: 'a@example.com', pictureUrl: 'http://example.com/a.png' },
      '/pictureUrl',
      'invalid_format',
    ],
    [
      'NUL where anything may stand',
      { email: 'a@example.com', metadata: { a: [{ b: 'x\u0000' }] } },
      '/metadata/a/0/b',
      'invalid_format',
    ],
    [
      'a tab in metadata',
      { email: 'a@example.com', metadata: { a: { b: ['x\ty'] } } },
      '/metadata/a/b/0',
      'invalid_format',
    ],
    [
      'a bidi override in a name of metadata',
      { email: 'a@example.com', metadata: { a: { 'b\u202e': 1 } } },
      '/metadata/a',
      'invalid_format',
    ],
    [
      'a control character in an external id',
      { email: 'a@example.com', externalId: 'a\u0085' },
      '/externalId',
      'invalid_format',
    ],
    ['a bidi isolate in an address', { email: 'a\u2066@example.com' }, '/email', 'invalid_format'],
    [
      'a line break in a password',
      { email: 'a@example.com', credential: { password: 'a\nb' } },
      '/credential/password',
      'invalid_format',
    ],
    [
      'half a surrogate pair',
      { email: 'a@example.com', metadata: { a: '\ud800' } },
      '/metadata/a',
      'invalid_format',
    ],
    [
      'a name with NUL',
      { email: 'a@example.com', metadata: { 'a\u0000': 1 } },
      '/metadata',
      'invalid_format',
    ],
    ['an address with a line break', { email: 'a@exam\nple.com' }, '/email', 'invalid_format'],
    ['an address with a path', { email: 'a@example.com/b' }, '/email', 'invalid_format'],
    [
      'an address that is percent-encoded',
      { email: 'a@ex%61mple.com' },
      '/email',
      'invalid_format',
    ],
    [
      'an address that begins with a space behind the @',
      { email: 'a@ example.com' },
      '/email',
      'invalid_format',
    ],
    [
      'a picture with a line break',
      { email: 'a@example.com', pictureUrl: 'https://exam\nple.com/a.png' },
      '/pictureUrl',
      'invalid_format',
    ],
    [
      'a picture with a bidi override',
      { email: 'a@example.com', pictureUrl: 'https://example.com/\u202ea.png' },
      '/pictureUrl',
      'invalid_format',
    ],
    [
      'a hash that would burn the login server',
      {
        email: 'a@example.com',
        credential: {
          passwordHash: {
            algorithm: 'argon2id',
            value: '$argon2id$v=19$m=99999999,t=99,p=99$c29tZXNhbHQ$aGFzaGhhc2g',
          },
        },
      },
      '/credential/passwordHash/value',
      'invalid_format',
    ],
    [
      'a hash that is too weak',
      {
        email: 'a@example.com',
        credential: {
          passwordHash: { algorithm: 'md5', value: '5f4dcc3b5aa765d61d8327deb882cf99' },
        },
      },
      '/credential/passwordHash/algorithm',
      'invalid_format',
    ],
    [
      'a hash of Firebase without its project',
      {
        email: 'a@example.com',
        credential: {
          passwordHash: {
            algorithm: 'scrypt',
            value: 'aGFzaA==',
            salt: 'c2FsdA==',
            saltSeparator: 'Bw==',
            rounds: 8,
            memoryCost: 14,
          },
        },
      },
      '/credential/passwordHash/signerKey',
      'required',
    ],
    [
      'a hash of Keycloak with too many rounds',
      {
        email: 'a@example.com',
        credential: {
          passwordHash: {
            algorithm: 'pbkdf2',
            value: 'aGFzaA==',
            salt: 'c2FsdA==',
            digest: 'sha256',
            iterations: 3_000_000,
          },
        },
      },
      '/credential/passwordHash/iterations',
      'invalid_format',
    ],
    [
      'a hash without its algorithm',
      { email: 'a@example.com', credential: { passwordHash: '$2b$10$x' } },
      '/credential/passwordHash',
      'invalid_format',
    ],
    [
      'a bidi override',
      { email: 'a@example.com', displayName: 'a\u202eb' },
      '/displayName',
      'invalid_format',
    ],
    [
      'a deactivated beginning',
      { email: 'a@example.com', status: 'deactivated' },
      '/status',
      'invalid_format',
    ],
    [
      'a member of the prototype',
      { email: 'a@example.com', metadata: { constructor: 1 } },
      '/metadata/constructor',
      'invalid_format',
    ],
    [
      'an unknown organization',
      {
        email: 'nobody@example.com',
        memberships: [{ organizationId: 'org_01h455vb4pex5vsknk084sn02q' }],
      },
      '/memberships/0/organizationId',
      'not_found',
    ],
  ])('rejects %s', async (_what, body, pointer, code) => {
    const answer = await acme.post(users, { body });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  test('rejects bodies that are not JSON, not declared as JSON, or too large', async () => {
    expect((await acme.post(users, { rawBody: '{' })).body.code).toBe('malformed_request');
    expect(
      (
        await acme.post(users, {
          rawBody: 'a=1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(415);
    expect(
      (
        await acme.post(users, {
          body: { email: address(), metadata: { big: 'x'.repeat(300_000) } },
        })
      ).status,
    ).toBe(413);
    expect(
      (
        await acme.post(users, {
          body: { email: address(), metadata: { big: 'x'.repeat(40_000) } },
        })
      ).body.code,
    ).toBe('limit_exceeded');
  });

  test('rejects a caller without the scope, the gateway or a token', async () => {
    const refused = await reader.post(users, { body: { email: address() } });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'insufficient_scope',
      errors: [{ code: 'missing_scope', detail: 'tenant:users.write' }],
    });
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    expect(
      (
        await platform.call('post', users, {
          body: {},
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await platform.call('post', users, {
          body: {},
          headers: {
            'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
          },
        })
      ).body.code,
    ).toBe('token_missing');
  });

  test('rejects an identifier of another user, in any spelling', async () => {
    const { email } = await create({ username: 'Zed', externalId: 'ext-1' });
    for (const [body, pointer] of [
      [{ email: email.toUpperCase() }, '/email'],
      [{ username: 'zED' }, '/username'],
      [{ email: address(), externalId: 'ext-1' }, '/externalId'],
    ] as const) {
      const answer = await acme.post(users, { body });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'already_exists',
        errors: [{ pointer, code: 'already_exists' }],
      });
    }
    expect(
      (await globex.post(users, { body: { email, username: 'Zed', externalId: 'ext-1' } })).status,
    ).toBe(200);
  });

  test('assigns an address to only one of several concurrent requests', async () => {
    const email = address();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => acme.post(users, { body: { email } })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
    expect((await acme.get(`${users}?email=${encodeURIComponent(email)}`)).body.data).toHaveLength(
      1,
    );
  });

  test('returns the first response for a repeated request, and 422 for another body with the same key', async () => {
    const email = address();
    const headers = { 'idempotency-key': `key-${email}` };
    const first = await acme.post(users, { body: { email }, headers });
    const second = await acme.post(users, { body: { email }, headers });
    expect(second.status).toBe(200);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.body).toEqual(first.body);
    expect((await acme.post(users, { body: { email, title: 'x' }, headers })).body.code).toBe(
      'idempotency_key_reused',
    );
  });

  test('creates one user for a key that is sent many times concurrently', async () => {
    const email = address();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        acme.post(users, { body: { email }, headers: { 'idempotency-key': `race-${email}` } }),
      ),
    );
    const ids = new Set(answers.filter((a) => a.status === 200).map((a) => a.body.id));
    expect(ids.size).toBe(1);
    for (const a of answers.filter((x) => x.status !== 200))
      expect(a.body.code).toBe('idempotency_key_in_use');
  });

  test.each([
    ['a password', { password: 'correct horse battery' }],
    [
      'a hash',
      {
        passwordHash: { algorithm: 'ssha', value: '{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTBzYWx0' },
        mustChange: true,
      },
    ],
    [
      'a hash of Keycloak',
      {
        passwordHash: {
          algorithm: 'pbkdf2',
          value: 'aGFzaA==',
          salt: 'c2FsdA==',
          digest: 'sha256',
          iterations: 27_500,
        },
      },
    ],
    [
      'a hash of Firebase',
      {
        passwordHash: {
          algorithm: 'scrypt',
          value: 'aGFzaA==',
          salt: 'c2FsdA==',
          signerKey: 'a2V5',
          saltSeparator: 'Bw==',
          rounds: 8,
          memoryCost: 14,
        },
      },
    ],
  ])('stores %s encrypted and complete, and never returns it', async (_what, credential) => {
    const user = await create({ credential });
    expect(JSON.stringify(user)).not.toMatch(/credential|horse|passwordHash/);
    const { id: tenantId } = platform.hub.tenant('acme');
    const [row] = await platform.service.platform.db.read(
      { tenantId, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ sealed: string }>('SELECT sealed FROM credential_handover WHERE user_id = $1', [
          user.id,
        ]),
    );
    const sealed = row?.sealed ?? '';
    expect(sealed).not.toMatch(/horse|SSHA/);
    expect(
      JSON.parse(
        platform.service.platform.secrets.open(sealed, {
          tenantId,
          field: `credential_handover/${user.id}`,
        }),
      ),
    ).toEqual({ mustChange: false, ...credential });
  });
});

describe('userDirectoryGet and userDirectoryGetByExternalId', () => {
  test('return the user with the ETag', async () => {
    const user = await create({ externalId: 'a/b c%' });
    const byId = await acme.get(`${users}/${user.id}`);
    expect(byId.body).toEqual(user);
    const byKey = await acme.get(`${users}/external_id/${encodeURIComponent('a/b c%')}`);
    expect(byKey.body).toEqual(user);
    expect(byKey.headers.get('etag')).toBe('"1"');
    expect(
      (await acme.get(`${users}/${user.id}`, { headers: { 'if-none-match': '"1"' } })).status,
    ).toBe(304);
  });

  test("respond identically for another tenant's user and a missing one", async () => {
    const user = await create({ externalId: 'hidden' });
    /** The response without the requested id. */
    const shape = async (id: string) => {
      const { status, body } = await globex.get(`${users}/${id}`);
      const detail = body.detail.replace(id, 'ID');
      return { status, ...body, detail, instance: '', requestId: '' };
    };
    expect(await shape(user.id)).toEqual(await shape('usr_01h455vb4pex5vsknk084sn02q'));
    expect((await globex.get(`${users}/not-an-id`)).status).toBe(404);
    expect((await globex.get(`${users}/external_id/hidden`)).status).toBe(404);
    expect((await globex.patch(`${users}/${user.id}`, { body: { title: 'x' } })).status).toBe(404);
    expect((await globex.delete(`${users}/${user.id}`)).status).toBe(404);
    expect((await acme.get(`${users}/${user.id}`)).body).toEqual(user);
  });
});

describe('userDirectoryPatch', () => {
  test('merges, clears with null, and reports changes', async () => {
    await defineObject('b');
    const user = await create({
      displayName: 'Old',
      title: 'Dr',
      metadata: { a: 1, b: { c: 2, d: 3 } },
    });
    const { body, headers } = await acme.patch(`${users}/${user.id}`, {
      body: { displayName: 'New', title: null, metadata: { a: null, b: { c: 9 } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(body).toMatchObject({
      displayName: 'New',
      title: null,
      metadata: { b: { c: 9, d: 3 } },
    });
    expect(headers.get('etag')).toBe('"2"');
    const updated = (await eventsOf(user.id)).find((e) => e.type === 'user.updated');
    expect(updated?.data).toMatchObject({
      changed: ['/displayName', '/title', '/metadata/a', '/metadata/b'],
      previous: { '/displayName': 'Old', '/metadata/a': 1 },
    });
  });

  test('without changes neither increments the version nor emits an event', async () => {
    await defineObject('nested');
    const user = await create({ displayName: 'Same', metadata: { z: 1, nested: { y: 1, b: 2 } } });
    const answer = await acme.patch(`${users}/${user.id}`, {
      body: { displayName: 'Same', metadata: { nested: { b: 2, y: 1 }, z: 1 } },
    });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect((await eventsOf(user.id)).map((e) => e.type)).not.toContain('user.updated');
  });

  test('resets the verification of a changed address, unless it is set as well', async () => {
    const user = await create({ emailVerified: true });
    expect(
      (await acme.patch(`${users}/${user.id}`, { body: { email: user.email.toUpperCase() } })).body
        .emailVerified,
    ).toBe(true);
    expect(
      (await acme.patch(`${users}/${user.id}`, { body: { email: address() } })).body.emailVerified,
    ).toBe(false);
    expect(
      (await acme.patch(`${users}/${user.id}`, { body: { email: address(), emailVerified: true } }))
        .body.emailVerified,
    ).toBe(true);
  });

  test('checks If-Match', async () => {
    const user = await create();
    expect(
      (
        await acme.patch(`${users}/${user.id}`, {
          body: { title: 'a' },
          headers: { 'if-match': '"7"' },
        })
      ).body.code,
    ).toBe('precondition_failed');
    expect(
      (
        await acme.patch(`${users}/${user.id}`, {
          body: { title: 'a' },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        acme.patch(`${users}/${user.id}`, {
          body: { title: `t${i}` },
          headers: { 'if-match': '"2"' },
        }),
      ),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
  });

  test('releases removed identifiers and reserves added ones', async () => {
    const user = await create({ username: 'first-name' });
    await acme.patch(`${users}/${user.id}`, { body: { username: 'second-name' } });
    await create({ username: 'first-name' });
    expect((await acme.post(users, { body: { username: 'second-name' } })).status).toBe(409);
  });
});

describe('userDirectoryPut', () => {
  test('clears omitted properties except the status', async () => {
    const user = await create({ displayName: 'x', metadata: { a: 1 }, emailVerified: true });
    await acme.patch(`${users}/${user.id}`, { body: { status: 'suspended' } });
    const { body } = await acme.put(`${users}/${user.id}`, { body: { email: user.email } });
    expect(body).toMatchObject({
      displayName: null,
      metadata: {},
      emailVerified: false,
      status: 'suspended',
    });
  });
});

describe('the status of a user', () => {
  const reach: Record<string, string[]> = {
    active: [],
    suspended: ['suspended'],
    deactivated: ['deactivated'],
  };
  test.each([
    ['active', 'suspended', 'user.suspended'],
    ['active', 'deactivated', 'user.deactivated'],
    ['active', 'active', undefined],
    ['suspended', 'active', 'user.reactivated'],
    ['suspended', 'deactivated', 'user.deactivated'],
    ['suspended', 'suspended', undefined],
    ['deactivated', 'active', 'user.reactivated'],
    ['deactivated', 'deactivated', undefined],
    ['deactivated', 'suspended', 'invalid_state'],
  ])('%s → %s: %s', async (from, to, outcome) => {
    const user = await create();
    for (const step of reach[from] ?? [])
      await acme.patch(`${users}/${user.id}`, { body: { status: step } });
    const before = (await eventsOf(user.id)).filter((e) => e.type !== 'audit.recorded').length;
    const answer = await acme.patch(`${users}/${user.id}`, { body: { status: to } });
    const emitted = (await eventsOf(user.id))
      .filter((e) => e.type !== 'audit.recorded')
      .slice(before)
      .map((e) => e.type);
    if (outcome === 'invalid_state') expect(answer.body.code).toBe('invalid_state');
    else expect(emitted).toEqual(outcome === undefined ? [] : [outcome]);
    expect((await acme.get(`${users}/${user.id}`)).body.status).toBe(
      outcome === 'invalid_state' ? from : to,
    );
  });
});

describe('userDirectoryDelete', () => {
  test('is final, releases the identifiers, and happens once', async () => {
    const user = await create({ username: 'to-go' });
    const answers = await Promise.all([1, 2, 3].map(() => acme.delete(`${users}/${user.id}`)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 404, 404]);
    expect(answers.find((a) => a.status === 200)?.body).toEqual({ id: user.id, deleted: true });
    expect((await acme.get(`${users}/${user.id}`)).status).toBe(404);
    await create({ username: 'to-go' });
    const deleted = (await eventsOf(user.id)).filter((e) => e.type === 'user.deleted');
    expect(deleted.map((e) => e.data)).toEqual([
      { user: { id: user.id, externalId: null }, origin: 'api', organizationIds: [] },
    ]);
  });
});

describe('userDirectoryList', () => {
  test('pages newest first, without duplicates or gaps while users are added', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('paging') });
    const made: string[] = [];
    for (let i = 0; i < 25; i++)
      made.push((await api.post(users, { body: { email: `p${i}@example.com` } })).body.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = (await api.get(`${users}?limit=10${cursor ? `&cursor=${cursor}` : ''}`))
        .body as { data: { id: string }[]; nextCursor: string | null; hasMore: boolean };
      expect(page.hasMore).toBe(page.nextCursor !== null);
      seen.push(...page.data.map((u) => u.id));
      cursor = page.nextCursor;
      await api.post(users, { body: { email: `late${seen.length}@example.com` } });
    } while (cursor);
    expect(seen).toEqual([...made].reverse());
  });

  test('filters by address, status and prefix, alone and together', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('filters') });
    const zoe = (
      await api.post(users, { body: { email: 'Zoe.Q@Example.com', displayName: 'Zoë Quinn' } })
    ).body;
    await api.post(users, {
      body: {
        email: 'other@example.com',
        additionalEmails: [
          { email: 'second@example.com', verified: true },
          { email: 'third@example.com' },
        ],
      },
    });
    await api.patch(`${users}/${zoe.id}`, { body: { status: 'suspended' } });
    const found = async (query: string) =>
      (await api.get(`${users}?${query}`)).body.data.length as number;
    expect(await found('email=zoe.q@EXAMPLE.com')).toBe(1);
    expect(await found('email=second@example.com')).toBe(1);
    expect(await found('email=third@example.com')).toBe(0);
    expect(await found(`q=${encodeURIComponent('ZOË')}`)).toBe(1);
    expect(await found('q=quinn')).toBe(1);
    expect(await found('status=suspended')).toBe(1);
    expect(await found('status=active&q=quinn')).toBe(0);
    expect(await found('organizationId=org_01h455vb4pex5vsknk084sn02q')).toBe(0);
  });

  test('finds a renamed user by the new name only', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('renamed') });
    const { id } = (
      await api.post(users, { body: { email: 'ada@example.com', displayName: 'Ada Byron' } })
    ).body;
    await api.patch(`${users}/${id}`, { body: { displayName: 'Ada Lovelace' } });
    const found = async (q: string) =>
      (await api.get(`${users}?q=${q}`)).body.data.length as number;
    expect([await found('lovelace'), await found('byron')]).toEqual([1, 0]);
  });

  test('pages correctly for both rare and very common prefixes', async () => {
    const tenant = platform.hub.tenant('crowd');
    const api = await platform.as({ tenant });
    const person = async (n: number, lists: string[][]): Promise<void> => {
      const [givenName, familyName] = [n % 2 ? 'Martin' : 'Ann', n % 3 ? 'Smith' : `Marsh${n % 7}`];
      const made = await platform.service.platform.db.transact(
        { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
        (tx) =>
          addUser(
            tx,
            {
              attributes: {
                ...emptyAttributes,
                email: `n${n}@example.com`,
                displayName: `${givenName} ${familyName}`,
              },
              status: n % 5 ? 'active' : 'suspended',
            },
            {
              limits: { maxUsersPerTenant: 0, maxMetadataBytes: 32_768 },
              schema: attributeSchema({ unmanaged: 'allow', version: 0 }, []),
            },
          ),
      );
      const matches = [
        givenName === 'Martin' || familyName !== 'Smith',
        givenName === 'Martin' && n % 5 !== 0,
        givenName === 'Martin' && familyName.startsWith('Marsh'),
      ];
      matches.forEach((isMatch, i) => isMatch && lists[i]?.push(made.id));
    };
    const wanted: string[][] = [[], [], []];
    for (let n = 0; n < 400; n++) await person(n, wanted);
    expect(wanted[0]?.length).toBeGreaterThan(200);
    const paged = async (filter: string): Promise<string[]> => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: any } = await api.get(
          `${users}?limit=70&${filter}${cursor ? `&cursor=${cursor}` : ''}`,
        );
        seen.push(...body.data.map((u: { id: string }) => u.id));
        cursor = body.nextCursor;
      }
      return seen;
    };
    expect(await paged('q=M%C3%A1r')).toEqual(wanted[0]?.toReversed());
    expect(await paged('q=martin&status=active')).toEqual(wanted[1]?.toReversed());
    expect(await paged('q=martin%20marsh')).toEqual(wanted[2]?.toReversed());
    expect(await paged('q=n39')).toHaveLength(11);
    expect(await paged('q=mar&organizationId=org_01h455vb4pex5vsknk084sn02q')).toEqual([]);
  });

  test.each([
    ['limit=0'],
    ['limit=201'],
    ['limit=x'],
    ['q=ab'],
    ['q=a%CC%81b'],
    ['email=nope'],
    ['sort=name'],
    ['limit=1&limit=2'],
  ])('rejects %s', async (query) => {
    const answer = await acme.get(`${users}?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('rejects a cursor of another tenant, of another filter, or an invalid one', async () => {
    for (let i = 0; i < 2; i++) await create();
    const { nextCursor } = (await acme.get(`${users}?limit=1`)).body;
    for (let i = 0; i < 2; i++) await globex.post(users, { body: { email: address() } });
    expect((await globex.get(`${users}?limit=1&cursor=${nextCursor}`)).body.code).toBe(
      'invalid_cursor',
    );
    expect((await acme.get(`${users}?status=active&cursor=${nextCursor}`)).body.code).toBe(
      'invalid_cursor',
    );
    expect((await acme.get(`${users}?cursor=${nextCursor.slice(0, -2)}`)).body.code).toBe(
      'invalid_cursor',
    );
    expect((await acme.get(`${users}?cursor=${nextCursor}`)).status).toBe(200);
  });
});

describe('the store under row-level security', () => {
  test('returns nothing for a query without a tenant', async () => {
    await create();
    const { db } = platform.service.platform;
    const rows = await db.read(
      { tenantId: platform.hub.tenant('empty').id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.rows('SELECT id FROM users'),
    );
    expect(rows).toEqual([]);
    await expect(db.work((tx) => tx.rows('SELECT id FROM users'))).rejects.toThrow(
      /permission denied/,
    );
  });
});
