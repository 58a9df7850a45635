import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleEvent, partitionOf } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import {
  aSubject,
  activeDocument,
  compliancePlatform,
  errorOf,
  grant,
  ok,
  compliancePaths,
} from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';

let under: ComplianceTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  under = await compliancePlatform();
  ({ tenant, api } = await under.tenant());
});
afterAll(() => under.stop());

let types = 0;
/** Returns a document type that no other test uses. */
const aType = (): string => `type-${(types += 1)}`;
const at = (docType: string, id = '', verb = '', clientId = 'app'): string =>
  `/api/v1/applications/${clientId}/${docType}${id && `/${id}`}${verb}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const create = (docType: string, body: Record<string, unknown> = {}, client = 'app') =>
  api.post(at(docType, '', '', client), {
    body: { title: 'T', locale: 'en', content: 'text', ...body },
  });
const activate = (docType: string, id: string) => api.post(at(docType, id, '/activate'));
const retire = (docType: string, id: string) => api.post(at(docType, id, '/retire'));
const draft = async (docType: string, body = {}) => ok(await create(docType, body)).id as string;
const stateOf = async (docType: string, id: string): Promise<string> =>
  ok(await api.get(at(docType, id))).state;

describe('legalDocumentsCreate', () => {
  test('creates a draft with the defaults', async () => {
    const answer = await create('terms-of-service', { content: 'Zürich', locale: 'de-ch' });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^lgd_/),
      clientId: 'app',
      docType: 'terms-of-service',
      locale: 'de-CH',
      version: 1,
      versionLabel: null,
      title: 'T',
      state: 'draft',
      content: 'Zürich',
      contentUrl: null,
      contentBytes: 7,
      sha256: sha256('Zürich'),
      changeSummary: null,
      requiresReconsent: true,
      effectiveAt: null,
      purposeKeys: ['terms-of-service'],
      activatedAt: null,
      activatedBy: null,
      retiredAt: null,
      referencedByConsents: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const { id } = answer.body;
    const read = await api.get(at('terms-of-service', id));
    expect([read.body, read.headers.get('etag')]).toEqual([
      answer.body,
      answer.headers.get('etag'),
    ]);
    const { content: _content, ...summary } = answer.body;
    expect(await under.eventsOf(tenant, id)).toMatchObject([
      { type: 'legal_document.created', data: { legalDocument: summary } },
    ]);
    expect((await under.eventsOf(tenant, id))[0]?.data.legalDocument).not.toHaveProperty('content');
  });

  test('counts versions in each locale', async () => {
    const docType = aType();
    const versions = [];
    for (const body of [{}, { version: 7 }, {}, { locale: 'fr' }])
      versions.push(ok(await create(docType, body)).version);
    expect(versions).toEqual([1, 7, 8, 1]);
    expect(errorOf(await create(docType, { version: 7 }))).toEqual([
      409,
      'already_exists',
      '/version',
      'already_exists',
    ]);
  });

  test('assigns different versions to concurrent requests', async () => {
    const docType = aType();
    const made = await Promise.all([1, 2, 3, 4].map(() => create(docType)));
    expect(made.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4]);
  });

  test('accepts a URL with a hash instead of a text', async () => {
    const url = { content: undefined, contentUrl: 'https://example.com/terms' };
    const body = ok(await create(aType(), { ...url, sha256: sha256('x') }));
    expect(body).toMatchObject({ content: null, contentBytes: null, sha256: sha256('x') });
    expect(errorOf(await create(aType(), url))[2]).toBe('/sha256');
  });

  test('a free type has no purpose, unless it can be one', async () => {
    expect(ok(await create('FAQ')).purposeKeys).toEqual([]);
    expect(ok(await create('faq')).purposeKeys).toEqual(['faq']);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['neither text nor address', { content: undefined }, '/content'],
    ['both', { contentUrl: 'https://example.com/' }, '/content'],
    ['a hash of something else', { sha256: sha256('other') }, '/sha256'],
    ['a lone surrogate', { content: 'a\ud800' }, '/content'],
    ['a text that is too long', { content: 'é'.repeat(131_073) }, '/content'],
    ['a locale that is none', { locale: 'english!' }, '/locale'],
  ])('rejects %s', async (_name, body, pointer) => {
    expect(errorOf(await create(aType(), body)).slice(0, 3)).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
  });

  test('accepts a text of exactly the maximum length', async () => {
    expect(ok(await create(aType(), { content: 'é'.repeat(131_072) })).contentBytes).toBe(262_144);
  });

  test.each(['token-claims', 'Access-Policies', 'consents', 'SECRETS', 'keys', 'scopes', '1x'])(
    'rejects the type %s',
    async (docType) => {
      expect(errorOf(await create(docType)).slice(0, 2)).toEqual([400, 'invalid_parameter']);
    },
  );

  test('requires an existing application', async () => {
    expect((await create(aType(), {}, 'nobody')).status).toBe(404);
    under.platform.hub.setClient(tenant, 'late');
    under.platform.hub.setAway(true);
    try {
      expect((await create(aType(), {}, 'late')).status).toBe(503);
    } finally {
      under.platform.hub.setAway(false);
    }
  });

  test('limits a type to 500', async () => {
    const docType = aType();
    await under.sql(
      `INSERT INTO legal_documents (tenant_id, id, client_id, doc_type, locale, version, title, sha256, requires_reconsent, purpose_keys)
       SELECT $1, 'x' || n, 'app', $2, 'en', n, 'T', '', true, '{}' FROM generate_series(1, 500) n`,
      [tenant.id, docType],
    );
    expect(errorOf(await create(docType)).slice(0, 2)).toEqual([422, 'limit_exceeded']);
  });
});

describe('states', () => {
  const reach = {
    draft: (docType: string) => draft(docType),
    async active(docType: string) {
      const id = await draft(docType);
      ok(await activate(docType, id));
      return id;
    },
    async retired(docType: string) {
      const id = await reach.active(docType);
      ok(await retire(docType, id));
      return id;
    },
  };
  const act = {
    activate,
    retire,
    delete: (docType: string, id: string) => api.delete(at(docType, id)),
  };

  test.each<[keyof typeof reach, keyof typeof act, number, string | undefined, string | undefined]>(
    [
      ['draft', 'activate', 200, 'active', 'legal_document.activated'],
      ['active', 'activate', 200, 'active', undefined],
      ['retired', 'activate', 409, 'retired', undefined],
      ['draft', 'retire', 409, 'draft', undefined],
      ['active', 'retire', 200, 'retired', 'legal_document.retired'],
      ['retired', 'retire', 200, 'retired', undefined],
      ['draft', 'delete', 200, undefined, 'legal_document.deleted'],
      ['active', 'delete', 409, 'active', undefined],
      ['retired', 'delete', 200, undefined, 'legal_document.deleted'],
    ],
  )('%s, %s: %i', async (from, event, status, to, emitted) => {
    const docType = aType();
    const id = await reach[from](docType);
    const before = await under.typesOf(tenant, id);
    const answer = await act[event](docType, id);
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body.code).toBe('invalid_state');
    if (to === undefined) expect((await api.get(at(docType, id))).status).toBe(404);
    else expect(await stateOf(docType, id)).toBe(to);
    const after = await under.typesOf(tenant, id);
    expect(after.slice(before.length)).toEqual(emitted === undefined ? [] : [emitted]);
  });
});

describe('legalDocumentsActivate', () => {
  test('retires only the predecessor in the same locale', async () => {
    const docType = aType();
    const first = (await activeDocument(api, {}, docType)).id;
    const french = (await activeDocument(api, { locale: 'fr' }, docType)).id;
    const second = await activeDocument(api, {}, docType);
    expect(second).toMatchObject({
      state: 'active',
      activatedBy: { type: 'client', id: 'test-client' },
      effectiveAt: second.activatedAt,
    });
    const states = [await stateOf(docType, first), await stateOf(docType, french)];
    expect(states).toEqual(['retired', 'active']);
    expect(await under.typesOf(tenant, first)).toContain('legal_document.retired');
  });

  test('accepts only a higher version', async () => {
    const docType = aType();
    const low = await draft(docType);
    await activeDocument(api, {}, docType);
    expect(errorOf(await activate(docType, low)).slice(0, 2)).toEqual([409, 'invalid_state']);
  });

  test('accepts only later effective dates', async () => {
    const docType = aType();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect((await activeDocument(api, { effectiveAt: later }, docType)).effectiveAt).toBe(later);
    const past = await activeDocument(api, { effectiveAt: '2020-01-01T00:00:00Z' }, docType);
    expect(past.effectiveAt).toBe(past.activatedAt);
  });

  test('leaves one of two concurrent activations active', async () => {
    for (let round = 0; round < 5; round += 1) {
      const docType = aType();
      // Every other round has a predecessor, and so a slot to lock.
      if (round % 2 === 0) await activeDocument(api, {}, docType);
      const ids = [await draft(docType), await draft(docType)];
      const answers = await Promise.all(ids.map((id) => activate(docType, id)));
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const states = await Promise.all(ids.map((id) => stateOf(docType, id)));
      expect(states.filter((state) => state === 'active')).toHaveLength(1);
      expect(states[1]).toBe('active');
    }
  });

  test('requires an existing application', async () => {
    const { tenant: other, api: one } = await under.tenant();
    const docType = aType();
    under.platform.hub.setClient(other, 'app');
    const body = { title: 'T', locale: 'en', content: 'x' };
    const { id } = ok(await one.post(at(docType), { body }));
    expect((await one.post(at(docType, id, '/activate', 'nobody'))).status).toBe(404);
  });
});

describe('legalDocumentsDelete', () => {
  test('keeps documents that consents refer to', async () => {
    const docType = aType();
    const { id } = await activeDocument(api, {}, docType);
    ok(await grant(api, { noticeDocumentIds: [id] }));
    ok(await retire(docType, id));
    expect(ok(await api.get(at(docType, id))).referencedByConsents).toBe(true);
    expect(errorOf(await api.delete(at(docType, id)))).toEqual([
      409,
      'conflict',
      undefined,
      'in_use',
    ]);
  });

  test('only one of a concurrent consent and deletion succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const docType = aType();
      const { id } = await activeDocument(api, {}, docType);
      ok(await retire(docType, id));
      const [granted, deleted] = await Promise.all([
        grant(api, { noticeDocumentIds: [id] }),
        api.delete(at(docType, id)),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([granted.status, deleted.status]);
    }
  });

  test('checks If-Match', async () => {
    const docType = aType();
    const { headers, body } = await create(docType);
    const call = (tag: string) =>
      api.delete(at(docType, body.id), { headers: { 'if-match': tag } });
    expect((await call('"stale"')).status).toBe(412);
    expect((await call(headers.get('etag') ?? '')).status).toBe(200);
  });
});

test('legalDocumentsList: newest first, by locale and state, without the text', async () => {
  const docType = aType();
  const first = await activeDocument(api, {}, docType);
  const second = await draft(docType);
  const french = await draft(docType, { locale: 'fr' });
  const idsOf = async (query = '') =>
    ok(await api.get(at(docType) + query)).data.map(({ id }: { id: string }) => id);
  expect(await idsOf()).toEqual([french, second, first.id]);
  expect(await idsOf('?locale=en')).toEqual([second, first.id]);
  expect(await idsOf('?state=active')).toEqual([first.id]);
  const page = ok(await api.get(`${at(docType)}?limit=2`));
  expect(await idsOf(`?limit=2&cursor=${page.nextCursor}`)).toEqual([first.id]);
  expect(page.data[0]).not.toHaveProperty('content');
});

test('documents are deleted with their application', async () => {
  under.platform.hub.setClient(tenant, 'ending');
  const docType = aType();
  const body = { title: 'T', locale: 'en', content: 'x' };
  const made = async () => ok(await api.post(at(docType, '', '', 'ending'), { body })).id as string;
  const active = await made();
  ok(await api.post(at(docType, active, '/activate', 'ending')));
  const left = await made();
  const event = {
    ...exampleEvent('client.deleted', { id: newId('event'), occurredAt: new Date().toISOString() }),
    subject: { type: 'client', id: 'ending' },
  };
  const subject = `events.${partitionOf(tenant.id)}.${tenant.id}.client.deleted`;
  const js = under.platform.service.platform.bus.jetstream();
  await js?.publish(subject, cloudEvent('hub', event, { tenantId: tenant.id }));
  await eventually(async () => (await api.get(at(docType, left, '', 'ending'))).status === 404);
  expect(ok(await api.get(at(docType, active, '', 'ending'))).state).toBe('retired');
});

test('documents are hidden from other tenants, applications and types', async () => {
  const docType = aType();
  const { id } = await activeDocument(api, {}, docType);
  const { api: stranger } = await under.tenant();
  for (const answer of [
    await stranger.get(at(docType, id)),
    await stranger.delete(at(docType, id)),
    await stranger.post(at(docType, id, '/activate')),
    await stranger.post(at(docType, id, '/retire')),
    await api.get(at(aType(), id)),
    await api.get(at(docType, id, '', 'other')),
    await api.get(at(docType, id.replace('lgd_', 'doc_'))),
  ])
    expect(errorOf(answer).slice(0, 2)).toEqual([404, 'not_found']);
  expect(ok(await stranger.get(at(docType))).data).toEqual([]);
});

describe('consents after a new version', () => {
  const reasonsOf = async (id: string) =>
    ok(await api.get(`${compliancePaths.consents}/${id}`)).reconsentReasons;
  const told = async (subjectId: string) =>
    (await under.eventsOf(tenant, subjectId)).filter(
      ({ type }) => type === 'consent.reconsent_required',
    );
  const soon = (): string => new Date(Date.now() + 86_400_000).toISOString();

  test('users are notified once, with the date, until they agree again', async () => {
    const docType = aType();
    const purposeKey = docType;
    await activeDocument(api, {}, docType);
    const shown = { purposeKey, clientId: 'app' };
    const { id, subjectId } = ok(await grant(api, shown));
    const spared = ok(await grant(api, { ...shown, noticeDocumentIds: [] }));
    const refused = ok(await grant(api, { ...shown, decision: 'refused' }));
    const effectiveAt = soon();
    const second = await activeDocument(api, { effectiveAt }, docType);
    expect(await reasonsOf(id)).toEqual(['document_version']);
    const check = `${compliancePaths.consents}/check?subjectId=${subjectId}&purposeKey=${purposeKey}`;
    expect(ok(await api.get(check))).toMatchObject({ allowed: true, needsReconsent: true });
    const [event] = await eventually(async () => {
      const events = await told(subjectId);
      return events.length > 0 && events;
    });
    expect(event?.data).toMatchObject({
      consent: { id },
      effectiveAt,
      cause: { kind: 'document', docType, version: 2 },
    });
    const third = await activeDocument(api, {}, docType);
    expect(ok(await api.get(check))).toMatchObject({ allowed: false, reason: 'document_outdated' });
    await eventually(async () => (await told(subjectId)).length === 2);
    const renewed = ok(
      await api.post(`${compliancePaths.consents}/${id}/change`, { body: { decision: 'given' } }),
    );
    expect(renewed).toMatchObject({ needsReconsent: false, noticeDocumentIds: [third.id] });
    expect(ok(await api.get(check)).allowed).toBe(true);
    for (const other of [spared, refused]) expect(await told(other.subjectId)).toEqual([]);
    expect(second.version).toBe(2);
  });

  test('a version without re-consent and a first version notify nobody', async () => {
    const docType = aType();
    await activeDocument(api, {}, docType);
    const { id } = ok(await grant(api, { purposeKey: docType, clientId: 'app' }));
    await activeDocument(api, { requiresReconsent: false }, docType);
    await activeDocument(api, { locale: 'fr' }, docType);
    expect(await reasonsOf(id)).toEqual([]);
    const floors = await under.sql('SELECT FROM legal_floors WHERE doc_type = $1', [docType]);
    expect(floors).toEqual([]);
  });

  test('many users are notified once each, also for a purpose', async () => {
    const purposeKey = 'walked';
    const subjects = Array.from({ length: 12 }, aSubject);
    for (const subjectId of subjects) ok(await grant(api, { subjectId, purposeKey }));
    const body = { name: 'walked', description: 'new', requiresReconsent: true };
    ok(await api.put(`${compliancePaths.purposes}/${purposeKey}`, { body }));
    await eventually(async () => {
      const [job] = await under.sql<{ progress: { told: number } }>(
        "SELECT progress FROM job WHERE kind = 'reconsent_walk' AND state = 'COMPLETED' AND payload->>'purposeKey' = $1",
        [purposeKey],
      );
      return job?.progress.told === 12;
    });
    for (const subjectId of subjects) expect(await told(subjectId)).toHaveLength(1);
  });
});

test('an interrupted run continues where it stopped', async () => {
  const purposeKey = 'interrupted';
  const made = [];
  for (let n = 0; n < 4; n += 1) made.push(ok(await grant(api, { purposeKey })));
  await under.sql('UPDATE consent_purposes SET version = 2 WHERE purpose_key = $1', [purposeKey]);
  await under.sql(
    `INSERT INTO consent_purpose_versions (tenant_id, purpose_key, version, content, translations, requires_reconsent, effective_at)
     SELECT tenant_id, purpose_key, 2, content, translations, true, effective_at FROM consent_purpose_versions WHERE purpose_key = $1`,
    [purposeKey],
  );
  const id = newId('job');
  await under.sql(
    `INSERT INTO job (tenant_id, id, kind, payload, checkpoint, max_attempts, created_by)
     VALUES ($1, $2, 'reconsent_walk', $3, $4, 5, '{"type": "system", "id": "test"}')`,
    [
      tenant.id,
      id,
      JSON.stringify({ kind: 'purpose', purposeKey, version: 2 }),
      JSON.stringify({ after: made[1].id, told: 2 }),
    ],
  );
  await eventually(async () => {
    const [job] = await under.sql<{ state: string }>('SELECT state FROM job WHERE id = $1', [id]);
    return job?.state === 'COMPLETED';
  });
  const told = await Promise.all(made.map(({ subjectId }) => under.typesOf(tenant, subjectId)));
  expect(told.map((types) => types.length)).toEqual([1, 1, 2, 2]);
});
