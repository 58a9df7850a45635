import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { newId } from '@platform/kit/ids';
import { isUnbroken } from '../src/consents/consent-history.ts';
import {
  aSubject,
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

const subjects = (account = 'compliance') =>
  under.peer(account).service('platform.datasubject.v1.DataSubject');
const requestFor = (userId: string, key = '') => ({
  tenantId: tenant.id,
  requestId: newId('request'),
  userId,
  identifiers: key === '' ? [] : [{ type: 'consent_subject', value: key }],
});

/** A person with a live and a withdrawn consent, and one under the tenant's own key. */
async function aPerson() {
  const userId = newId('user');
  const key = aSubject();
  const evidence = { ip: '192.0.2.9' };
  const live = ok(
    await grant(api, { subjectId: userId, evidence, metadata: { note: 'personal' } }),
  );
  ok(await api.get(`${compliancePaths.consents}/${live.id}/receipt`));
  const ended = ok(await grant(api, { subjectId: userId, purposeKey: 'ended' }));
  ok(await api.post(`${compliancePaths.consents}/${ended.id}/withdraw`));
  const keyed = ok(await grant(api, { subjectId: key }));
  return { userId, key, live, ended, keyed };
}

describe('DataSubject/Erase', () => {
  test('leaves anonymous proof', async () => {
    const { userId, key, live, ended, keyed } = await aPerson();
    const request = requestFor(userId, key);
    expect(await subjects().Erase({ ...request, dryRun: true })).toMatchObject({
      outcome: 'DONE',
      items: [{ category: 'consents', action: 'ANONYMIZED', count: 3 }],
    });
    expect(ok(await api.get(`${compliancePaths.consents}/${live.id}`)).state).toBe('given');
    const answer = await subjects().Erase(request);
    expect(answer).toMatchObject({ peer: 'compliance', outcome: 'DONE', items: [{ count: 3 }] });
    expect(await subjects().Erase(request)).toEqual(answer);
    const read = async ({ id }: { id: string }) =>
      ok(await api.get(`${compliancePaths.consents}/${id}`));
    expect([
      (await read(live)).state,
      (await read(ended)).state,
      (await read(keyed)).state,
    ]).toEqual(['invalidated', 'withdrawn', 'invalidated']);
    const erased = await read(live);
    expect(erased).toMatchObject({
      givenBy: null,
      evidence: {},
      metadata: {},
      needsReconsent: false,
    });
    expect(erased.subjectId).toMatch(/^erased_[0-9a-f]{64}$/);
    expect(erased.history.map((entry: any) => entry.actor)).toEqual([null, null]);
    expect(await under.typesOf(tenant, userId)).toContain('consent.invalidated');
    const rows = await under.sql<any>(
      'SELECT entry, personal, salt, commitment, previous_hash AS "previousHash", hash FROM consent_history WHERE consent_id = $1 ORDER BY seq',
      [live.id],
    );
    expect([rows.length, isUnbroken(rows)]).toEqual([2, true]);
    for (const table of ['consents', 'consent_history', 'consent_receipts']) {
      const held = await under.sql(
        `SELECT FROM ${table} t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%' OR t::text LIKE '%192.0.2.9%'`,
        [userId, key],
      );
      expect([table, held]).toEqual([table, []]);
    }
  });

  test('consents stay ended afterwards, and a key can be used again', async () => {
    const { userId, key, live } = await aPerson();
    await subjects().Erase(requestFor(userId, key));
    ok(await grant(api, { subjectId: key }));
    expect(
      errorOf(await api.get(`${compliancePaths.consents}/${live.id}/receipt`)).slice(0, 2),
    ).toEqual([409, 'invalid_state']);
    const change = { body: { decision: 'given' } };
    expect((await api.post(`${compliancePaths.consents}/${live.id}/change`, change)).status).toBe(
      409,
    );
    expect(ok(await api.get(`${compliancePaths.consents}?subjectId=${userId}`)).data).toEqual([]);
  });

  test('a consent that is changed concurrently is also erased', async () => {
    const { userId, live } = await aPerson();
    await Promise.all([
      api.post(`${compliancePaths.consents}/${live.id}/change`, {
        body: { metadata: { note: userId } },
      }),
      subjects().Erase(requestFor(userId)),
      grant(api, { subjectId: userId, purposeKey: 'late' }),
    ]);
    const held = await under.sql(
      "SELECT FROM consent_history WHERE consent_id = $1 AND personal::text LIKE '%' || $2 || '%'",
      [live.id, userId],
    );
    expect(held).toEqual([]);
  });

  test('finds nothing for an unknown user, and rejects other services', async () => {
    expect(await subjects().Erase(requestFor(newId('user')))).toMatchObject({
      outcome: 'NOTHING_FOUND',
    });
    await expect(subjects('hub').Erase(requestFor(newId('user')))).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});

test('DataSubject/Export returns the consents of a user with their histories', async () => {
  const { userId, key, live, ended, keyed } = await aPerson();
  const exported: any[] = [];
  for await (const { section, json } of subjects().Export(requestFor(userId, key))) {
    expect(section).toBe('consents');
    exported.push(...JSON.parse(json));
  }
  expect(exported.map(({ id }) => id)).toEqual([ended.id, live.id, keyed.id]);
  expect(exported[1]).toMatchObject({ evidence: { ip: '192.0.2.9' }, history: [{ seq: 1 }] });
});
