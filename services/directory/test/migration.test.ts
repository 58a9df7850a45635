import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/testkit/stores';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { objectStores } from '@platform/kit/objects';
import { sweepMigration } from '../src/migration/migration-retention.ts';
import { directory } from '../src/service.ts';
import {
  configure,
  ended,
  errorsOf,
  eventsOfType,
  imported,
  lines,
  expectBody,
  sourcesPath,
  upload,
  usersPath,
} from './migration-fixtures.ts';

const bcrypt = '$2b$10$abcdefghijklmnopqrstuuBZJq5zJq5zJq5zJq5zJq5zJq5zJq5zO';
const folder = temporaryFolder('migration-test-');
let platform: TestPlatform;
let n = 0;

beforeAll(async () => {
  platform = await testPlatform(directory, {
    'platform.migration.local.base-dir': folder.path,
  });
});
afterAll(async () => {
  await platform.stop();
  folder.remove();
});

/** A separate tenant: each has one source, and one import at a time. */
async function tenant(): Promise<{ api: TestApi; tenantId: string }> {
  const found = platform.hub.tenant(`acme-${++n}`);
  platform.access.setRoles(found.id, { reader: [] });
  return { api: await platform.as({ tenant: found }), tenantId: found.id };
}
const person = (i: number, more: object = {}) => ({
  sourceId: `legacy-${i}`,
  email: `person${i}@example.com`,
  displayName: `Person ${i}`,
  ...more,
});
const people = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => person(i + 1, more));

describe('migrationSourcePut', () => {
  test('configures the source of a tenant, and hides its credential', async () => {
    const { api, tenantId } = await tenant();
    expect((await api.get(sourcesPath)).status).toBe(404);
    const body = {
      kind: 'http',
      connection: { listUrl: 'https://legacy.example/users' },
      credential: { type: 'bearer', token: 'very secret' },
    };
    const answer = await api.put(sourcesPath, { body });
    const source = expectBody(answer);
    expect(source).toMatchObject({
      id: expect.stringMatching(/^mgs_/),
      version: 1,
      hasCredential: true,
      lastJobId: null,
      options: { mode: 'eager', matchBy: 'external_id', onExisting: 'skip' },
    });
    expect(JSON.stringify(source)).not.toContain('very secret');
    const again = expectBody(
      await api.put(sourcesPath, { body: { ...body, credential: undefined } }),
    );
    expect(again).toMatchObject({ id: source.id, version: 2, hasCredential: true });
    const elsewhere = {
      ...body,
      credential: undefined,
      connection: { listUrl: 'https://thief.example/users' },
    };
    expect(expectBody(await api.put(sourcesPath, { body: elsewhere })).hasCredential).toBe(false);
    expect(await eventsOfType(platform, tenantId, 'migration.source_configured')).toHaveLength(3);
    const stale = await api.put(sourcesPath, { body, headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    expect(expectBody(await api.delete(sourcesPath))).toEqual({ id: source.id, deleted: true });
    expect((await api.delete(sourcesPath)).status).toBe(404);
  });

  test.each<[string, object, string]>([
    ['an unknown kind', { kind: 'sql', connection: {} }, '/kind'],
    [
      'lazy migration from a file',
      {
        kind: 'ndjson',
        connection: { file: { url: 'https://a.example/f' } },
        options: { mode: 'lazy' },
      },
      '/options/mode',
    ],
    ['eager migration without a list', { kind: 'http', connection: {} }, '/connection/listUrl'],
    [
      'an address of ours',
      { kind: 'http', connection: { listUrl: 'https://127.0.0.1/users' } },
      '/connection/listUrl',
    ],
    [
      'LDAP in plain text',
      { kind: 'ldap', connection: { urls: ['ldap://ldap.example'], baseDn: 'dc=x' } },
      '/connection/urls/0',
    ],
    [
      'an LDAP filter that is none',
      {
        kind: 'ldap',
        connection: { urls: ['ldaps://ldap.example'], baseDn: 'dc=x', userFilter: '(uid=*' },
      },
      '/connection/userFilter',
    ],
    [
      'a file that nobody uploaded',
      { kind: 'ndjson', connection: { file: { uploadId: 'upl_01h455vb4pex5vsknk084sn02q' } } },
      '/connection',
    ],
    [
      'an organization that is not there',
      {
        kind: 'ndjson',
        connection: { file: { url: 'https://a.example/f' } },
        options: { organizationId: 'org_01h455vb4pex5vsknk084sn02q' },
      },
      '/options/organizationId',
    ],
    [
      'roles without an organization',
      {
        kind: 'ndjson',
        connection: { file: { url: 'https://a.example/f' } },
        options: { roles: ['reader'] },
      },
      '/options/roles',
    ],
    [
      'a target that no user has',
      {
        kind: 'ndjson',
        connection: { file: { url: 'https://a.example/f' } },
        mapping: [{ target: '/id', source: '/id' }],
      },
      '/mapping/0/target',
    ],
    [
      'a target twice',
      {
        kind: 'ndjson',
        connection: { file: { url: 'https://a.example/f' } },
        mapping: [
          { target: '/email', source: '/a' },
          { target: '/email', source: '/b' },
        ],
      },
      '/mapping/1/target',
    ],
  ])('rejects %s', async (_what, body, pointer) => {
    const { api } = await tenant();
    const answer = await api.put(sourcesPath, { body });
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, pointer]);
  });
});

describe('migrationUploadPut', () => {
  test('rejects a file that does not match its announcement', async () => {
    const { api } = await tenant();
    const made = expectBody(
      await api.post(`${sourcesPath}/uploads`, {
        body: { fileName: 'f', sizeBytes: 5, sha256: '0'.repeat(64) },
      }),
    );
    const put = (raw: string) =>
      api.put(made.uploadUrl, { rawBody: Buffer.from(raw), headers: made.headers });
    expect((await put('12345')).body.code).toBe('validation_failed');
    expect((await put('1234')).body.code).toBe('validation_failed');
    const { api: other } = await tenant();
    expect((await other.put(made.uploadUrl, { rawBody: Buffer.from('12345') })).status).toBe(404);
    const answer = await api.put(sourcesPath, {
      body: { kind: 'ndjson', connection: { file: { uploadId: made.id } } },
    });
    expect(answer.body.errors[0].code).toBe('not_present');
  });

  test('accepts a file once', async () => {
    const { api } = await tenant();
    const id = await upload(api, 'x');
    const again = await api.put(`${sourcesPath}/uploads/${id}`, { rawBody: Buffer.from('x') });
    expect(again.body.code).toBe('invalid_state');
  });
});

describe('migrationSourceStartImport', () => {
  test('imports users with all of their data, and one event each', async () => {
    const { api, tenantId } = await tenant();
    const org = expectBody(await api.post('/api/v1/organizations', { body: { name: 'Initech' } }));
    const records = [
      ...people(120, { passwordHash: { algorithm: 'bcrypt', value: bcrypt }, emailVerified: true }),
      person(121, {
        status: 'suspended',
        username: 'p121',
        phoneNumber: '+41446681800',
        phoneVerified: true,
        name: { givenName: 'Zoé', familyName: 'Müller' },
        metadata: { plan: 'gold' },
        identities: [{ issuer: 'https://accounts.google.com', subject: '121' }],
        additionalEmails: [{ email: 'other121@example.com' }],
        memberships: [{ organizationId: org.id, roles: ['reader'] }],
      }),
    ];
    await configure(api, lines(records), {
      options: { organizationId: org.id, trustEmailVerified: true, batchSize: 50 },
    });
    const job = await imported(api);
    expect(job).toMatchObject({
      id: expect.stringMatching(/^imj_/),
      state: 'COMPLETED',
      kind: 'ndjson',
      attempt: 1,
      errorCount: 0,
      failure: null,
      progress: { total: 121, read: 121, created: 121, updated: 0, skipped: 0, failed: 0 },
    });
    expect(job.progress.bytes).toBe(job.progress.bytesTotal);
    const created = await eventsOfType(platform, tenantId, 'user.created');
    expect(created).toHaveLength(121);
    expect(new Set(created.map(({ user }) => user.externalId)).size).toBe(121);
    const last = expectBody(await api.get(`${usersPath}/external_id/legacy-121`));
    expect(last).toMatchObject({
      status: 'suspended',
      statusReason: 'import',
      email: 'person121@example.com',
      emailVerified: false,
      username: 'p121',
      phoneVerified: true,
      metadata: { plan: 'gold' },
      // As a sign-in at Google looks it up.
      identities: [{ issuer: 'https://accounts.google.com#google', subject: '121' }],
      additionalEmails: [{ email: 'other121@example.com', verified: false }],
    });
    expect(created.find(({ user }) => user.id === last.id)).toEqual({
      user: last,
      origin: 'import',
    });
    const found = expectBody(await api.get(`${usersPath}?q=${encodeURIComponent('zoe')}`));
    expect(found.data.map((u: any) => u.id)).toEqual([last.id]);
    expect(
      expectBody(await api.get(`${usersPath}?email=person7@example.com`)).data[0],
    ).toMatchObject({
      externalId: 'legacy-7',
      emailVerified: true,
    });
    const memberships = expectBody(await api.get(`${usersPath}/${last.id}/organizations`));
    expect(memberships.data).toMatchObject([
      { organizationId: org.id, roles: ['reader'], sources: ['import'] },
    ]);
    expect(await eventsOfType(platform, tenantId, 'organization.member_added')).toHaveLength(121);
    expect(await eventsOfType(platform, tenantId, 'migration.import_completed')).toMatchObject([
      { importJob: { id: job.id }, counts: { created: 121, failed: 0 } },
    ]);
    expect(expectBody(await api.get(`${sourcesPath}/import/jobs/latest`)).id).toBe(job.id);
    expect(expectBody(await api.get(sourcesPath)).lastJobId).toBe(job.id);
  });

  test('reads compressed files, whatever their name', async () => {
    const { api } = await tenant();
    await configure(api, gzipSync(lines(people(1_200))));
    expect((await imported(api)).progress).toMatchObject({ read: 1_200, created: 1_200 });
  });

  test('keeps an error for each record that fails, and none of its values', async () => {
    const { api } = await tenant();
    const taken = person(500);
    expectBody(await api.post(usersPath, { body: { email: taken.email } }));
    const records = [
      person(1),
      { sourceId: 'no-email' },
      person(2, { email: 'hunter2 not an address' }),
      person(3, { shoeSize: 44 }),
      person(4, {
        passwordHash: {
          algorithm: 'bcrypt',
          value: '$2b$31$abcdefghijklmnopqrstuuBZJq5zJq5zJq5zJq5zJq5zJq5zJq5zO',
        },
      }),
      person(5, { passwordHash: { algorithm: 'md5', value: '5f4dcc3b5aa765d61d8327deb882cf99' } }),
      taken,
      person(6, { memberships: [{ organizationId: 'org_01h455vb4pex5vsknk084sn02q' }] }),
      person(7, {
        memberships: [{ organizationId: 'org_01h455vb4pex5vsknk084sn02q', roles: ['nothing'] }],
      }),
      person(1),
      person(8),
      person(9, {
        passwordHash: {
          algorithm: 'pbkdf2',
          value: 'aGFzaA==',
          salt: 'c2FsdA==',
          digest: 'sha256',
          iterations: 3_000_000,
        },
      }),
    ];
    const content = `${lines(records)}{"email": broken\n"text"\n`;
    await configure(api, content);
    const job = await imported(api);
    expect(job).toMatchObject({
      state: 'COMPLETED',
      errorCount: 11,
      progress: { read: 14, created: 2, skipped: 1, failed: 11 },
    });
    const errors = await errorsOf(api, job.id);
    expect(errors.map((e) => [e.row, e.code, e.pointer])).toEqual([
      [2, 'required', '/email'],
      [3, 'invalid_format', '/email'],
      [4, 'unknown_member', '/shoeSize'],
      [5, 'hash_out_of_bounds', '/passwordHash'],
      [6, 'weak_hash', '/passwordHash/algorithm'],
      [7, 'already_exists', '/email'],
      [8, 'not_found', '/memberships/0/organizationId'],
      [9, 'unknown_role', '/memberships/0/roles/0'],
      [12, 'hash_out_of_bounds', '/passwordHash'],
      [13, 'malformed_record', null],
      [14, 'invalid_format', ''],
    ]);
    expect(JSON.stringify(errors)).not.toContain('hunter2');
    expect(job.errorSample).toEqual(errors);
    const page = expectBody(await api.get(`${sourcesPath}/import/jobs/${job.id}/errors?limit=4`));
    const rest = expectBody(
      await api.get(
        `${sourcesPath}/import/jobs/${job.id}/errors?limit=100&cursor=${encodeURIComponent(page.nextCursor)}`,
      ),
    );
    expect([...page.data, ...rest.data]).toEqual(errors);
  });

  test('reports a record that is not UTF-8, and imports the others', async () => {
    const { api } = await tenant();
    const [first, second, third] = people(3, { displayName: 'Zo\u00eb' }).map((one) =>
      lines([one]),
    );
    const content = [Buffer.from(first!), Buffer.from(second!, 'latin1'), Buffer.from(third!)];
    await configure(api, Buffer.concat(content));
    const job = await imported(api);
    expect(job).toMatchObject({ state: 'COMPLETED', progress: { created: 2, failed: 1 } });
    expect(await errorsOf(api, job.id)).toMatchObject([
      { row: 2, code: 'malformed_record', detail: 'the record is not valid UTF-8' },
    ]);
  });

  test('counts every error, and keeps the first ten thousand', async () => {
    const { api } = await tenant();
    const bad = Array.from({ length: 10_100 }, (_, i) => ({ sourceId: `bad-${i}` }));
    await configure(api, lines([...people(1), ...bad]), { options: { batchSize: 1_000 } });
    const job = await imported(api);
    expect(job).toMatchObject({ state: 'COMPLETED', errorCount: 10_100, progress: { created: 1 } });
    expect(job.errorSample).toHaveLength(20);
    const [kept] = await withClient(
      platform.database.url,
      async (client) =>
        (
          await client.query(
            'SELECT count(*)::int AS n, max(row)::int AS last FROM directory.import_errors WHERE job_id = $1',
            [job.id],
          )
        ).rows,
    );
    expect(kept).toEqual({ n: 10_000, last: 10_001 });
  });

  test('continues after records that cannot be stored', async () => {
    const { api } = await tenant();
    const long = '\u{1F600}'.repeat(1_000);
    await configure(
      api,
      lines([
        { sourceId: 'a\0b', email: 'one@example.com' },
        { sourceId: 'a\ud800', email: 'two@example.com' },
        person(1, { ['shoe\0Size']: 44 }),
        person(2, { metadata: { ['shoe\0Size']: 44 } }),
        person(3, { identities: [{ issuer: long, subject: long }] }),
        person(4),
      ]) +
        '{"sourceId":"big","email":"big@example.com","metadata":{"id":12345678901234567890}}\n' +
        '{"sourceId":"fits","email":"fits@example.com","metadata":{"id":9007199254740991}}\n',
    );
    const job = await imported(api);
    expect(job).toMatchObject({ state: 'COMPLETED', progress: { created: 2, failed: 6 } });
    expect((await errorsOf(api, job.id)).map((e) => [e.row, e.code, e.pointer])).toEqual([
      [1, 'invalid_format', '/sourceId'],
      [2, 'invalid_format', '/sourceId'],
      [3, 'unknown_member', '/shoe\u{FFFD}Size'],
      [4, 'invalid_format', '/metadata'],
      [5, 'invalid_format', '/identities/0'],
      [7, 'invalid_format', '/metadata/id'],
    ]);
  });

  test('changes nothing, updates mapped values, or fails when it is repeated, as configured', async () => {
    const { api, tenantId } = await tenant();
    const records = people(3, { title: 'Clerk' });
    await configure(api, lines(records));
    expect((await imported(api)).progress.created).toBe(3);
    expect((await imported(api)).progress).toMatchObject({ created: 0, skipped: 3 });
    const { id, email } = expectBody(await api.get(`${usersPath}/external_id/legacy-1`));
    expectBody(
      await api.patch(`${usersPath}/${id}`, { body: { nickname: 'by hand', title: 'by hand' } }),
    );
    const renamed = [{ ...records[0], displayName: 'Renamed' }, ...records.slice(1)];
    await configure(api, lines(renamed), { options: { onExisting: 'update' } });
    expect((await imported(api)).progress).toMatchObject({ updated: 1, skipped: 2, created: 0 });
    expect(expectBody(await api.get(`${usersPath}/${id}`))).toMatchObject({
      email,
      displayName: 'Renamed',
      nickname: 'by hand',
      title: 'Clerk',
    });
    expect((await eventsOfType(platform, tenantId, 'user.updated')).at(-1)).toMatchObject({
      origin: 'import',
      changed: ['/displayName', '/title'],
    });
    await configure(api, lines(renamed), { options: { onExisting: 'fail' } });
    expect((await imported(api)).progress).toMatchObject({ failed: 3 });
    expect(await eventsOfType(platform, tenantId, 'user.created')).toHaveLength(3);
  });

  test('matches existing users in the middle of a file of new ones', async () => {
    const { api, tenantId } = await tenant();
    const known = (n: number) => ({ sourceId: `legacy-${n}`, email: `person${n}@example.com` });
    const { sourceId: externalId, email } = known(70);
    expectBody(await api.post(usersPath, { body: { email, externalId } }));
    expectBody(
      await api.post(usersPath, { body: { email: known(80).email, externalId: 'another' } }),
    );
    // The page with existing users follows one without, and so does not look for existing users
    // first.
    await configure(api, lines(people(160, { title: 'Clerk' })), {
      options: { batchSize: 50, onExisting: 'update' },
    });
    const job = await imported(api);
    expect(job).toMatchObject({
      state: 'COMPLETED',
      progress: { read: 160, created: 158, updated: 1, failed: 1 },
      errorSample: [{ row: 80, code: 'already_exists', pointer: '/email' }],
    });
    expect(expectBody(await api.get(`${usersPath}/external_id/legacy-70`)).title).toBe('Clerk');
    const created = await eventsOfType(platform, tenantId, 'user.created');
    expect(created.filter(({ origin }) => origin === 'import')).toHaveLength(158);
  });

  test('fails for a record with identifiers of two users', async () => {
    const { api } = await tenant();
    expectBody(await api.post(usersPath, { body: { email: 'a@example.com', externalId: 'a' } }));
    expectBody(await api.post(usersPath, { body: { email: 'b@example.com', externalId: 'b' } }));
    await configure(api, lines([{ externalId: 'a', email: 'b@example.com' }]), {
      options: { onExisting: 'update' },
    });
    const job = await imported(api);
    expect(job.errorSample).toMatchObject([{ row: 1, code: 'ambiguous' }]);
  });

  test('maps records of any structure', async () => {
    const { api } = await tenant();
    const record = {
      key: 7,
      contact: { mails: ['Ada@Example.com ', 'x'], tel: '044 668 18 00' },
      full: 'Lovelace, Ada',
      since: 1_700_000_000,
      flags: { active: 'no' },
    };
    await configure(api, lines([record]), {
      mapping: [
        { target: '/sourceId', source: '/key', transform: [{ type: 'join' }] },
        {
          target: '/email',
          source: '/contact/mails/0',
          transform: [{ type: 'trim' }, { type: 'lower' }],
        },
        {
          target: '/phoneNumber',
          source: '/contact/tel',
          transform: [{ type: 'phone', defaultCountry: 'CH' }],
        },
        {
          target: '/name/familyName',
          source: '/full',
          transform: [{ type: 'split', separator: ',', index: 0 }],
        },
        {
          target: '/name/givenName',
          source: '/full',
          transform: [{ type: 'split', separator: ',', index: 1 }],
        },
        {
          target: '/metadata/since',
          source: '/since',
          transform: [{ type: 'date', from: 'unix_seconds', to: 'date' }],
        },
        {
          target: '/status',
          source: '/flags/active',
          transform: [{ type: 'map', values: { no: 'suspended' } }],
        },
        { target: '/locale', source: '/nowhere', default: 'de-CH' },
        {
          target: '/externalId',
          source: '/key',
          transform: [{ type: 'constant', value: 'fixed' }],
        },
      ].filter(({ target }) => target !== '/sourceId'),
    });
    const job = await imported(api);
    expect([job.errorSample, job.progress.created]).toEqual([[], 1]);
    expect(expectBody(await api.get(`${usersPath}/external_id/fixed`))).toMatchObject({
      email: 'ada@example.com',
      phoneNumber: '+41446681800',
      name: { familyName: 'Lovelace', givenName: 'Ada' },
      metadata: { since: '2023-11-14' },
      status: 'suspended',
      locale: 'de-CH',
    });
  });

  test('hands hashes over to the identity service, then deletes them', async () => {
    const { api, tenantId } = await tenant();
    await configure(
      api,
      lines(people(3, { passwordHash: { algorithm: 'bcrypt', value: bcrypt } })),
    );
    await imported(api);
    expect((await platformRows(tenantId)).rows).toBe(1);
    const { data } = expectBody(await api.get(usersPath));
    expect(await waitingFor(tenantId)).toEqual(data.map(({ id }: { id: string }) => id).sort());
  });

  test('deletes the hash of a user who is deleted before the hand-over', async () => {
    const { api, tenantId } = await tenant();
    const passwordHash = { algorithm: 'bcrypt', value: bcrypt };
    await configure(api, lines(people(2, { passwordHash })));
    await imported(api);
    const [first, second] = await waitingFor(tenantId);
    expectBody(await api.delete(`${usersPath}/${first}`));
    expect(await waitingFor(tenantId)).toEqual([second]);
    expectBody(await api.delete(`${usersPath}/${second}`));
    expect((await platformRows(tenantId)).rows).toBe(0);
  });

  test('replaces the waiting hash of a user who is imported again', async () => {
    const { api, tenantId } = await tenant();
    const passwordHash = { algorithm: 'bcrypt', value: bcrypt };
    await configure(api, lines(people(2, { passwordHash })));
    await imported(api);
    const [first, second] = await waitingFor(tenantId);
    await configure(api, lines(people(1, { passwordHash })), { options: { onExisting: 'update' } });
    await imported(api);
    expect((await waitingFor(tenantId)).length).toBe(1);
    expect([first, second]).toContain((await waitingFor(tenantId))[0]);
    expect((await platformRows(tenantId)).rows).toBe(2);
  });

  test('stops if all of the first records fail', async () => {
    const { api, tenantId } = await tenant();
    await configure(api, lines(Array.from({ length: 1_500 }, (_, i) => ({ mail: `${i}@x.com` }))));
    const job = await imported(api);
    expect(job).toMatchObject({ state: 'FAILED', failure: { code: 'all_rows_failed' } });
    expect(await eventsOfType(platform, tenantId, 'migration.import_failed')).toHaveLength(1);
  });

  test('rejects a second import, concurrent changes of the source, and callers without the scope', async () => {
    const { api } = await tenant();
    expect((await api.post(`${sourcesPath}/import`)).body.code).toBe('invalid_state');
    expect((await api.post(`${sourcesPath}/import?dryRun=maybe`)).body.code).toBe(
      'invalid_parameter',
    );
    await configure(api, lines(people(1_000)), { options: { batchSize: 50 } });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post(`${sourcesPath}/import`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    const job = answers.find(({ status }) => status === 202)!;
    expect(job.headers.get('location')).toBe(`${sourcesPath}/import/jobs/${job.body.id}`);
    expect((await api.delete(sourcesPath)).body.code).toBe('invalid_state');
    const { api: other } = await tenant();
    expect((await other.get(`${sourcesPath}/import/jobs/${job.body.id}`)).status).toBe(404);
    expect((await other.post(`${sourcesPath}/import/jobs/${job.body.id}/cancel`)).status).toBe(404);
    expect((await ended(api, job.body.id)).progress.created).toBe(1_000);
    const reader = await platform.as({
      tenant: platform.hub.tenant(`acme-${n - 1}`),
      scopes: ['tenant:migration.read'],
    });
    expect((await reader.post(`${sourcesPath}/import`)).body.code).toBe('insufficient_scope');
  });

  test('is cancelled between two batches, and resumed where it stopped', async () => {
    const { api, tenantId } = await tenant();
    await configure(api, lines(people(1_500)), { options: { batchSize: 50 } });
    const { id } = expectBody(await api.post(`${sourcesPath}/import`), 202);
    const cancelled = expectBody(await api.post(`${sourcesPath}/import/jobs/${id}/cancel`));
    expect(cancelled.state).toBe('CANCELLED');
    expect(await eventsOfType(platform, tenantId, 'migration.import_cancelled')).toMatchObject([
      { importJob: { id, state: 'CANCELLED' } },
    ]);
    expect((await api.post(`${sourcesPath}/import/jobs/${id}/cancel`)).body.code).toBe(
      'invalid_state',
    );
    const { progress } = expectBody(await api.get(`${sourcesPath}/import/jobs/${id}`));
    expect(progress.created).toBeLessThan(1_500);
    const resumed = expectBody(await api.post(`${sourcesPath}/import/jobs/${id}/resume`));
    expect(resumed.state).toBe('PENDING');
    expect(await eventsOfType(platform, tenantId, 'migration.import_started')).toHaveLength(2);
    expect((await ended(api, id)).progress).toMatchObject({
      read: 1_500,
      created: 1_500,
      skipped: 0,
    });
    expect(await eventsOfType(platform, tenantId, 'user.created')).toHaveLength(1_500);
    expect((await api.post(`${sourcesPath}/import/jobs/${id}/resume`)).body.code).toBe(
      'invalid_state',
    );
  });
});

describe('migrationSourceResumeImport', () => {
  test('requires an unchanged source and no other active import', async () => {
    const { api } = await tenant();
    const bad = Array.from({ length: 1_000 }, (_, i) => ({ sourceId: `bad-${i}` }));
    await configure(api, lines(bad));
    const { id, state } = await imported(api);
    expect(state).toBe('FAILED');
    const another = await imported(api);
    const resume = () => api.post(`${sourcesPath}/import/jobs/${id}/resume`);
    const setOther = (to: string) =>
      withClient(platform.database.url, (client) =>
        client.query('UPDATE directory.import_jobs SET state = $2 WHERE id = $1', [another.id, to]),
      );
    await setOther('RUNNING');
    expect((await resume()).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(another.id),
    });
    await setOther('FAILED');
    await configure(api, lines(people(1)));
    expect((await resume()).body).toMatchObject({ code: 'invalid_state' });
    const { api: other } = await tenant();
    expect((await other.post(`${sourcesPath}/import/jobs/${id}/resume`)).status).toBe(404);
  });
});

describe('an import that is interrupted again and again', () => {
  const startAttemptsAt = (count: number) =>
    withClient(platform.database.url, (client) =>
      client.query(`ALTER TABLE directory.import_jobs ALTER COLUMN attempt SET DEFAULT ${count}`),
    );

  test('fails after twenty attempts, and continues when it is resumed', async () => {
    const { api } = await tenant();
    await configure(api, lines(people(10)));
    await startAttemptsAt(20);
    const failed = await imported(api);
    await startAttemptsAt(0);
    expect([failed.state, failed.failure.code]).toEqual(['FAILED', 'attempts_exhausted']);
    expectBody(await api.post(`${sourcesPath}/import/jobs/${failed.id}/resume`));
    expect(await ended(api, failed.id)).toMatchObject({
      state: 'COMPLETED',
      attempt: 1,
      progress: { created: 10 },
    });
  });
});

const platformRows = async (tenantId: string) => {
  const hashes = () =>
    platform.service.platform.db.read({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
      tx.row<{ n: number }>(
        `SELECT (SELECT count(*) FROM credential_handover WHERE tenant_id = $1)::int
           + (SELECT count(*) FROM credential_batch WHERE tenant_id = $1)::int AS n`,
        [tenantId],
      ),
    );
  return { rows: (await hashes())?.n };
};

/** The users whose credentials wait in batches of imports. */
const waitingFor = (tenantId: string): Promise<string[]> =>
  platform.service.platform.db.read(
    { tenantId, actor: { type: 'system', id: 'test' } },
    async (tx) => {
      const batches = await tx.rows<{ id: string; sealed: string }>(
        'SELECT id, sealed FROM credential_batch WHERE tenant_id = $1',
        [tenantId],
      );
      return batches
        .flatMap(({ id, sealed }) => {
          const field = `credential_batch/${id}`;
          const opened = platform.service.platform.secrets.open(sealed, { tenantId, field });
          return (JSON.parse(opened) as { userId: string }[]).map(({ userId }) => userId);
        })
        .sort();
    },
  );

describe('a dry run', () => {
  test('reports the results for the records without writing anything', async () => {
    const { api, tenantId } = await tenant();
    expectBody(
      await api.post(usersPath, { body: { email: 'person1@example.com', externalId: 'legacy-1' } }),
    );
    const records = [
      ...people(60, { title: 'Clerk', passwordHash: { algorithm: 'bcrypt', value: bcrypt } }),
      person(61, { email: 'nonsense' }),
    ];
    await configure(api, lines(records));
    const answer = await api.post(`${sourcesPath}/import?dryRun=true`);
    expect(answer.status).toBe(200);
    const report = answer.body;
    expect(report).toMatchObject({
      ok: false,
      kind: 'ndjson',
      isComplete: true,
      rowsRead: 61,
      estimatedTotal: 61,
      reachability: { ok: true },
      errors: [{ code: 'invalid_format', count: 1, rows: [61] }],
      passwordHashes: { bcrypt: 60 },
    });
    expect(report.sample).toHaveLength(20);
    expect(report.sample[0]).toMatchObject({ row: 1, sourceId: 'legacy-1', action: 'skip' });
    expect(report.sample[1]).toMatchObject({
      row: 2,
      action: 'create',
      mapped: { title: 'Clerk' },
    });
    expect(JSON.stringify(report)).not.toContain(bcrypt);
    expect(report.attributeCoverage['/title']).toBeCloseTo(60 / 61, 2);
    expect(expectBody(await api.get(usersPath)).data).toHaveLength(1);
    expect((await api.get(`${sourcesPath}/import/jobs/latest`)).status).toBe(404);
    expect(await eventsOfType(platform, tenantId, 'user.created')).toHaveLength(1);
  });
});

test('files and errors of imports are removed after thirty days', async () => {
  const { api, tenantId } = await tenant();
  await configure(api, lines([person(1), { sourceId: 'bad' }]));
  const { id } = await imported(api);
  const { db, log } = platform.service.platform;
  const noEgress = () => {
    throw new Error('the files are in a folder');
  };
  const bucket = { bucket: '', region: '', endpoint: '', keyPrefix: 'migration' };
  const stores = objectStores({ ...bucket, baseDir: folder.path, egress: noEgress, log });
  const { signal } = new AbortController();
  const sweep = (days: number) =>
    sweepMigration(db, stores, { signal, clock: () => Date.now() + days * 86_400_000 });
  const ageBy = (days: number) =>
    withClient(platform.database.url, async (client) => {
      for (const table of ['migration_uploads', 'import_errors'])
        await client.query(
          `UPDATE directory.${table} SET created_at = created_at - $2::int * interval '1 day' WHERE tenant_id = $1`,
          [tenantId, days],
        );
    });
  await ageBy(29);
  await sweep(29);
  expect(await errorsOf(api, id)).toHaveLength(1);
  expect((await imported(api)).progress).toMatchObject({ read: 2, skipped: 1 });
  await ageBy(2);
  await sweep(31);
  expect(await errorsOf(api, id)).toEqual([]);
  expect(await imported(api)).toMatchObject({
    state: 'FAILED',
    failure: { code: 'file_not_found' },
  });
});
