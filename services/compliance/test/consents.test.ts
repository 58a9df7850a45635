import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilWaitedFor, withClient } from '@platform/dev/postgres';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { lockText } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { purgeTenant } from '@platform/data-lifecycle/tenant-purge';
import { complianceLocks } from '../src/advisory-locks.ts';
import { isUnbroken } from '../src/consents/consent-history.ts';
import { deleteEndedConsents } from '../src/consents/consent-retention.ts';
import { sweepConsents } from '../src/consents/consent-sweep.ts';
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

const at = (id: string, verb = ''): string => `${compliancePaths.consents}/${id}${verb}`;
const change = (id: string, body: Record<string, unknown>, headers = {}) =>
  api.post(at(id, '/change'), { body, headers });
const withdraw = (id: string, body?: Record<string, unknown>) =>
  api.post(at(id, '/withdraw'), { body });
const given = async (more: Record<string, unknown> = {}) => ok(await grant(api, more));
const soon = (ms = 300_000): string => new Date(Date.now() + ms).toISOString();
/** Moves a consent past its expiry. */
const expire = (id: string) =>
  under.sql("UPDATE consents SET due_at = now() - interval '1 second' WHERE id = $1", [id]);
const purpose = (key: string, body: Record<string, unknown> = {}) =>
  api.put(`${compliancePaths.purposes}/${key}`, { body: { name: key, ...body } });

describe('consentGrant', () => {
  test('records a decision with its defaults, its history and its event', async () => {
    const subjectId = aSubject();
    const answer = await grant(api, { subjectId, evidence: { ip: '192.0.2.1' } });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^cns_/),
      subjectId,
      purposeKey: 'newsletter',
      purposeName: 'newsletter',
      state: 'given',
      version: 1,
      legalBasis: 'consent',
      consentType: 'expressed',
      clientId: null,
      language: 'en',
      jurisdiction: null,
      noticeDocumentIds: [],
      notices: [],
      collectionMethod: 'api',
      givenBy: { type: 'subject', id: subjectId },
      givenAt: expect.any(String),
      expiresAt: null,
      withdrawnAt: null,
      metadata: {},
      needsReconsent: false,
      reconsentReasons: [],
      previousConsentId: null,
      historyCount: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      evidence: { ip: '192.0.2.1' },
      history: [
        {
          id: expect.stringMatching(/^cnh_/),
          seq: 1,
          change: 'given',
          state: 'given',
          version: 1,
          at: answer.body.givenAt,
          recordedAt: expect.any(String),
          actor: { type: 'client', id: 'test-client' },
          reason: null,
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
      historyTruncated: false,
    });
    const read = await api.get(at(answer.body.id));
    expect([read.body, read.headers.get('etag')]).toEqual([
      answer.body,
      answer.headers.get('etag'),
    ]);
    const { evidence: _evidence, history: _h, historyTruncated: _t, ...summary } = answer.body;
    expect(await under.eventsOf(tenant, subjectId)).toMatchObject([
      { type: 'consent.granted', subject: { type: 'user' }, data: { consent: summary } },
    ]);
  });

  test.each([
    ['refused', 'consent.refused'],
    ['requested', 'consent.requested'],
  ])('records %s', async (decision, event) => {
    const body = await given({ decision });
    expect(body.state).toBe(decision);
    expect(await under.typesOf(tenant, body.subjectId)).toEqual([event]);
  });

  test('uses the settings of the purpose', async () => {
    ok(
      await purpose('tracking', {
        legalBasis: 'explicit_consent',
        jurisdiction: 'CH',
        validitySeconds: 3600,
      }),
    );
    const body = await given({
      purposeKey: 'tracking',
      givenAt: '2026-01-01T00:00:00Z',
      expiresAt: soon(),
    });
    expect(body).toMatchObject({ legalBasis: 'explicit_consent', jurisdiction: 'CH', version: 1 });
    const lasting = await given({ purposeKey: 'tracking' });
    expect(Date.parse(lasting.expiresAt) - Date.parse(lasting.givenAt)).toBe(3_600_000);
  });

  test("records the application's active documents for the purpose", async () => {
    const german = await activeDocument(api, { locale: 'de', purposeKeys: ['captured'] });
    const english = await activeDocument(api, { locale: 'en', purposeKeys: ['captured'] });
    const of = async (language?: string) =>
      (await given({ purposeKey: 'captured', clientId: 'app', language })).noticeDocumentIds;
    expect([await of('de-CH'), await of('fr'), await of()]).toEqual([
      [german.id],
      [english.id],
      [english.id],
    ]);
    expect((await given({ purposeKey: 'captured' })).notices).toEqual([]);
  });

  test('takes a key of 256 characters, and no longer one', async () => {
    const subjectId = '\u{1F600}'.repeat(128).concat('é'.repeat(128));
    expect(ok(await grant(api, { subjectId })).subjectId).toBe(subjectId);
    expect(await under.typesOf(tenant, subjectId)).toEqual(['consent.granted']);
    const longer = await grant(api, { subjectId: `${subjectId}x` });
    expect(errorOf(longer).slice(0, 3)).toEqual([422, 'validation_failed', '/subjectId']);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown version', { version: 2 }, '/version'],
    ['a malformed user id', { subjectId: 'usr_x' }, '/subjectId'],
    ['a future time', { givenAt: soon(3_600_000) }, '/givenAt'],
    ['a time before 1970', { givenAt: '1969-12-31T23:59:59Z' }, '/givenAt'],
    ['an end before the decision', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [
      'an unknown document',
      { noticeDocumentIds: [newId('legalDocument')] },
      '/noticeDocumentIds/0',
    ],
    ['a purpose that cannot be one', { purposeKey: 'News' }, '/purposeKey'],
  ])('rejects %s', async (_name, body, pointer) => {
    expect(errorOf(await grant(api, body)).slice(0, 3)).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
  });

  test('rejects a draft among the documents', async () => {
    const draft = ok(
      await api.post('/api/v1/applications/app/imprint', {
        body: { title: 'T', locale: 'en', content: 'x' },
      }),
    );
    expect((await grant(api, { noticeDocumentIds: [draft.id] })).status).toBe(422);
  });

  test('returns the id of the active consent', async () => {
    for (const decision of ['given', 'refused', 'requested']) {
      const { id, subjectId } = await given({ decision });
      expect((await grant(api, { subjectId })).body).toMatchObject({
        code: 'already_exists',
        existingId: id,
      });
    }
  });

  test('rejects a retired purpose', async () => {
    ok(await purpose('over'));
    ok(await api.delete(`${compliancePaths.purposes}/over`));
    expect(errorOf(await grant(api, { purposeKey: 'over' }))[1]).toBe('invalid_state');
  });

  test('creates a new record after the last one has ended', async () => {
    const first = await given();
    ok(await withdraw(first.id));
    const second = await given({ subjectId: first.subjectId });
    expect(second.previousConsentId).toBe(first.id);
  });

  test('closes an expired record', async () => {
    const first = await given({ expiresAt: soon() });
    await expire(first.id);
    const second = await given({ subjectId: first.subjectId });
    expect(ok(await api.get(at(first.id)))).toMatchObject({ state: 'expired', historyCount: 2 });
    expect(second.previousConsentId).toBe(first.id);
    expect(await under.typesOf(tenant, first.subjectId)).toEqual([
      'consent.granted',
      'consent.expired',
      'consent.granted',
    ]);
  });

  test('one of two concurrent requests wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const subjectId = aSubject();
      const answers = await Promise.all([1, 2, 3, 4].map(() => grant(api, { subjectId })));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer !== won[0]))
        expect([status, body.code, body.existingId]).toEqual([
          409,
          'already_exists',
          won[0]?.body.id,
        ]);
    }
  });

  test('registers an unknown purpose only once for concurrent requests', async () => {
    const purposeKey = 'raced';
    const answers = await Promise.all([1, 2, 3, 4].map(() => grant(api, { purposeKey })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(ok(await api.get(`${compliancePaths.purposes}/raced`))).toMatchObject({
      source: 'implicit',
      name: 'raced',
    });
  });

  test('accepts concurrent requests for the last purpose that a tenant can have', async () => {
    const { tenant: full, api: other } = await under.tenant();
    await under.sql(
      `INSERT INTO consent_purposes (tenant_id, purpose_key, state, source, version, min_version)
       SELECT $1, 'k' || n, 'active', 'declared', 1, 1 FROM generate_series(1, 499) n`,
      [full.id],
    );
    const answers = await withClient(under.platform.database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        lockText(complianceLocks.purposes, full.id),
      ]);
      const granted = [1, 2].map(() => grant(other, { purposeKey: 'last' }));
      await untilWaitedFor(client, granted.length);
      await client.query('COMMIT');
      return Promise.all(granted);
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(errorOf(await grant(other, { purposeKey: 'one-more' }))).toEqual([
      422,
      'limit_exceeded',
      undefined,
      'limit_exceeded',
    ]);
  });
});

describe('consentChange', () => {
  test('confirms or denies a requested consent', async () => {
    const yes = await given({ decision: 'requested' });
    expect(ok(await change(yes.id, { decision: 'given' })).state).toBe('given');
    const no = await given({ decision: 'requested' });
    expect(ok(await change(no.id, { decision: 'refused' })).state).toBe('refused');
    expect(ok(await change(no.id, { decision: 'given' })).state).toBe('given');
  });

  test('renews with a higher version, for another period', async () => {
    ok(await purpose('renewed'));
    const { id, subjectId } = await given({ purposeKey: 'renewed' });
    ok(await purpose('renewed', { description: 'more', validitySeconds: 7200 }));
    const body = ok(await change(id, { version: 2 }));
    expect(body).toMatchObject({
      version: 2,
      history: [{ change: 'renewed' }, { change: 'given' }],
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.givenAt)).toBe(7_200_000);
    expect(await under.typesOf(tenant, subjectId)).toContain('consent.renewed');
    expect(errorOf(await change(id, { version: 1 })).slice(0, 3)).toEqual([
      422,
      'validation_failed',
      '/version',
    ]);
  });

  test('gives a refused consent without its past expiry', async () => {
    const past = { givenAt: '2026-01-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' };
    const { id } = await given({ decision: 'refused', ...past });
    expect(ok(await change(id, { decision: 'given' }))).toMatchObject({
      state: 'given',
      expiresAt: null,
    });
  });

  test('changes a consent, and reaffirms it if nothing differs', async () => {
    const { id } = await given({ expiresAt: soon() });
    expect(ok(await change(id, { expiresAt: null })).history[0].change).toBe('changed');
    expect(ok(await change(id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' });
    const body = ok(await change(id, { decision: 'given', reason: 'asked again' }));
    expect(body.history[0]).toMatchObject({ change: 'reaffirmed', reason: 'asked again' });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, ''],
    ['a refusal of what is given', { decision: 'refused' }, '/decision'],
    ['an act before the last', { changedAt: '2020-01-01T00:00:00Z' }, '/changedAt'],
  ])('rejects %s', async (_name, body, pointer) => {
    const { id } = await given();
    const [status, code, at_ = ''] = errorOf(await change(id, body));
    expect([status, code, at_]).toEqual([422, 'validation_failed', pointer]);
  });

  test('does not change ended consents', async () => {
    const withdrawn = await given();
    ok(await withdraw(withdrawn.id));
    const expired = await given({ expiresAt: soon() });
    await expire(expired.id);
    for (const { id } of [withdrawn, expired])
      expect(errorOf(await change(id, { decision: 'given' })).slice(0, 2)).toEqual([
        409,
        'invalid_state',
      ]);
  });

  test('only one of two requests with the same If-Match succeeds', async () => {
    const granted = await grant(api);
    const { id } = granted.body;
    const headers = { 'if-match': granted.headers.get('etag') ?? '' };
    const answers = await Promise.all(
      ['a', 'b'].map((note) => change(id, { metadata: { note } }, headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('keeps an unbroken history under concurrent changes', async () => {
    const { id } = await given();
    await Promise.all([1, 2, 3, 4, 5].map((n) => change(id, { metadata: { n: String(n) } })));
    const rows = await under.sql<any>(
      'SELECT entry, personal, salt, commitment, previous_hash AS "previousHash", hash FROM consent_history WHERE consent_id = $1 ORDER BY seq',
      [id],
    );
    expect([rows.length, isUnbroken(rows)]).toEqual([6, true]);
    await expect(
      under.sql("UPDATE consent_history SET hash = 'x' WHERE consent_id = $1", [id]),
    ).rejects.toThrow('cannot be changed');
    await expect(
      under.sql('DELETE FROM consent_history WHERE consent_id = $1', [id]),
    ).rejects.toThrow('cannot be changed');
  });
});

describe('consentWithdraw', () => {
  test('withdraws once', async () => {
    const { id, subjectId } = await given();
    const body = ok(await withdraw(id, { reason: 'enough' }));
    expect(body).toMatchObject({ state: 'withdrawn', withdrawnAt: expect.any(String) });
    expect(body.history[0]).toMatchObject({ change: 'withdrawn', reason: 'enough' });
    expect(ok(await withdraw(id))).toEqual(body);
    expect(await under.typesOf(tenant, subjectId)).toEqual([
      'consent.granted',
      'consent.withdrawn',
    ]);
  });

  test('does not withdraw refused or expired consents, or those on another legal basis', async () => {
    const refused = await given({ decision: 'refused' });
    const expired = await given({ expiresAt: soon() });
    await expire(expired.id);
    const contract = await given({ legalBasis: 'contract' });
    for (const { id } of [refused, expired, contract])
      expect(errorOf(await withdraw(id)).slice(0, 2)).toEqual([409, 'invalid_state']);
    expect(ok(await withdraw((await given({ legalBasis: 'legitimate_interests' })).id)).state).toBe(
      'withdrawn',
    );
  });
});

describe('consentCheck', () => {
  const check = async (subjectId: string, purposeKey = 'newsletter', version?: number) => {
    const query = new URLSearchParams({ subjectId, purposeKey });
    if (version !== undefined) query.set('version', String(version));
    return api.get(`${compliancePaths.consents}/check?${query}`);
  };
  const reason = async (...asked: Parameters<typeof check>) => {
    const { allowed, reason: why } = ok(await check(...asked));
    expect(allowed).toBe(why === 'given');
    return why as string;
  };

  test('returns the result and the reason', async () => {
    const subjectId = aSubject();
    expect(await reason(subjectId)).toBe('not_given');
    expect(await reason(subjectId, 'unheard-of')).toBe('not_given');
    const { id } = await given({ subjectId, decision: 'requested' });
    expect(await reason(subjectId)).toBe('requested');
    ok(await change(id, { decision: 'refused' }));
    expect(await reason(subjectId)).toBe('refused');
    ok(await change(id, { decision: 'given', expiresAt: soon() }));
    const answer = await check(subjectId);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      allowed: true,
      reason: 'given',
      consentId: id,
      version: 1,
    });
    expect(await reason(subjectId, 'newsletter', 2)).toBe('version_outdated');
    await expire(id);
    expect(await reason(subjectId)).toBe('expired');
    const next = await given({ subjectId });
    ok(await withdraw(next.id));
    expect(await reason(subjectId)).toBe('withdrawn');
  });

  test('denies a retired purpose', async () => {
    ok(await purpose('retiring'));
    const { subjectId } = await given({ purposeKey: 'retiring' });
    ok(await api.delete(`${compliancePaths.purposes}/retiring`));
    expect(await reason(subjectId, 'retiring')).toBe('purpose_retired');
  });

  test('denies an outdated version from the effective date of the new one', async () => {
    ok(await purpose('dated'));
    const { id, subjectId } = await given({ purposeKey: 'dated' });
    ok(await purpose('dated', { description: 'a', requiresReconsent: true, effectiveAt: soon() }));
    const before = ok(await check(subjectId, 'dated'));
    expect(before).toMatchObject({ allowed: true, needsReconsent: true, requiredVersion: 1 });
    ok(await purpose('dated', { description: 'b', requiresReconsent: true }));
    expect(await reason(subjectId, 'dated')).toBe('version_outdated');
    expect(ok(await api.get(at(id)))).toMatchObject({
      needsReconsent: true,
      reconsentReasons: ['purpose_version'],
    });
  });
});

describe('consentList', () => {
  test('lists newest first, in pages, without evidence and history', async () => {
    const subjectId = aSubject();
    const ids: string[] = [];
    for (const purposeKey of ['one', 'two', 'three'])
      ids.unshift((await given({ subjectId, purposeKey })).id);
    const first = ok(await api.get(`${compliancePaths.consents}?subjectId=${subjectId}&limit=2`));
    const second = ok(
      await api.get(
        `${compliancePaths.consents}?subjectId=${subjectId}&limit=2&cursor=${first.nextCursor}`,
      ),
    );
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    expect(Object.keys(first.data[0])).not.toEqual(expect.arrayContaining(['history']));
    expect(first.data[0]).not.toHaveProperty('evidence');
    expect(
      (await api.get(`${compliancePaths.consents}?cursor=${first.nextCursor}`)).body.code,
    ).toBe('invalid_cursor');
  });

  test('finds data subjects who have to agree again, page by page', async () => {
    const { api: other } = await under.tenant();
    const make = async (purposeKey: string) => ok(await grant(other, { purposeKey })).id as string;
    const put = (description: string, requiresReconsent: boolean) =>
      other.put(`${compliancePaths.purposes}/stale`, {
        body: { name: 'stale', description, requiresReconsent },
      });
    ok(await put('a', false));
    const stale: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      stale.unshift(await make('stale'));
      await make('fresh');
    }
    ok(await put('b', true));
    const found: string[] = [];
    let cursor = '';
    do {
      const page = ok(
        await other.get(`${compliancePaths.consents}?needsReconsent=true&limit=2${cursor}`),
      );
      expect(page.data.length).toBeLessThanOrEqual(2);
      found.push(...page.data.map(({ id }: { id: string }) => id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(found).toEqual(stale);
    expect(
      ok(await other.get(`${compliancePaths.consents}?needsReconsent=false`)).data,
    ).toHaveLength(5);
    expect(
      errorOf(await other.get(`${compliancePaths.consents}?needsReconsent=yes`)).slice(0, 2),
    ).toEqual([400, 'invalid_parameter']);
  });
});

describe('the sweep', () => {
  test('closes expired and undecided consents, once', async () => {
    const expired = await given({ expiresAt: soon() });
    const undecided = await given({ decision: 'requested' });
    const [row] = await under.sql<{ days: number }>(
      'SELECT round(extract(epoch FROM due_at - created_at) / 86400)::int AS days FROM consents WHERE id = $1',
      [undecided.id],
    );
    expect(row?.days).toBe(30);
    const live = await given({ expiresAt: soon() });
    await expire(expired.id);
    await expire(undecided.id);
    expect(ok(await api.get(at(expired.id)))).toMatchObject({ state: 'expired', historyCount: 1 });
    const { db } = under.platform.service.platform;
    await Promise.all([sweepConsents(db), sweepConsents(db)]);
    for (const { id, subjectId } of [expired, undecided]) {
      expect(ok(await api.get(at(id)))).toMatchObject({ state: 'expired', historyCount: 2 });
      const types = await under.typesOf(tenant, subjectId);
      expect(types.filter((type) => type === 'consent.expired')).toHaveLength(1);
    }
    expect(ok(await api.get(at(live.id))).state).toBe('given');
    expect(ok(await api.get(at(expired.id))).reconsentReasons).toEqual(['expired']);
  });
});

describe('an ended consent', () => {
  test('is deleted with its history after its retention as proof', async () => {
    const withdrawn = await given();
    ok(await withdraw(withdrawn.id));
    const recent = await given();
    ok(await withdraw(recent.id));
    const live = await given();
    await under.sql(
      "UPDATE consents SET updated_at = now() - interval '2 days' WHERE id = ANY($1)",
      [[withdrawn.id, live.id]],
    );
    const { db } = under.platform.service.platform;
    await deleteEndedConsents(db, 86_400_000);
    const statuses = [];
    for (const { id } of [withdrawn, recent, live]) statuses.push((await api.get(at(id))).status);
    expect(statuses).toEqual([404, 200, 200]);
    const left = await under.sql('SELECT FROM consent_history WHERE consent_id = $1', [
      withdrawn.id,
    ]);
    expect(left).toEqual([]);
    await expect(under.sql('DELETE FROM consents WHERE id = $1', [live.id])).rejects.toThrow(
      'a live consent cannot be deleted',
    );
  });

  test('is deleted with its tenant, including its history', async () => {
    const { tenant: leaving, api: last } = await under.tenant();
    const { id } = await activeDocument(last);
    ok(await grant(last, { noticeDocumentIds: [id] }));
    await purgeTenant(under.platform.service.platform.db, leaving.id);
    for (const table of ['consents', 'consent_history', 'consent_notices', 'legal_documents'])
      expect(await under.sql(`SELECT FROM ${table} WHERE tenant_id = $1`, [leaving.id])).toEqual(
        [],
      );
  });
});

test('is hidden from other tenants', async () => {
  const { id, subjectId } = await given();
  const { api: stranger } = await under.tenant();
  for (const answer of [
    await stranger.get(at(id)),
    await stranger.get(at(id, '/receipt')),
    await stranger.post(at(id, '/change'), { body: { decision: 'given' } }),
    await stranger.post(at(id, '/withdraw')),
  ])
    expect(errorOf(answer).slice(0, 2)).toEqual([404, 'not_found']);
  expect(ok(await stranger.get(`${compliancePaths.consents}?subjectId=${subjectId}`)).data).toEqual(
    [],
  );
  expect(
    ok(
      await stranger.get(
        `${compliancePaths.consents}/check?subjectId=${subjectId}&purposeKey=newsletter`,
      ),
    ).reason,
  ).toBe('not_given');
});
