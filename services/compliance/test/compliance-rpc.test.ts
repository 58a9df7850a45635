import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { newId } from '@platform/kit/ids';
import {
  aSubject,
  activeDocument,
  compliancePlatform,
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

const consents = (account = 'hub') =>
  under.peer(account).service('platform.compliance.v1.Consents');
const documents = () => under.peer('hub').service('platform.compliance.v1.LegalDocuments');

interface Item {
  purposeKey: string;
  version?: string;
  decision: string;
  noticeDocumentIds?: string[];
}
const record = async (subjectId: string, items: Item[], more: Record<string, unknown> = {}) => {
  const { consentsJson } = await consents().Record({
    tenantId: tenant.id,
    subjectId,
    clientId: 'app',
    items,
    language: 'de',
    ip: '192.0.2.7',
    userAgent: 'Test',
    ...more,
  });
  return consentsJson.map((json) => JSON.parse(json));
};
const check = async (subjectId: string, items: { purposeKey: string; minVersion?: string }[]) =>
  (await consents().Check({ tenantId: tenant.id, subjectId, items })).results;

describe('Consents/Record', () => {
  test('grants, reaffirms, withdraws and grants again', async () => {
    const subjectId = aSubject();
    const steps: unknown[] = [];
    for (const decision of ['given', 'given', 'refused', 'refused', 'refused', 'given']) {
      const [consent] = await record(subjectId, [{ purposeKey: 'terms', decision }]);
      steps.push([consent.state, consent.historyCount]);
    }
    expect(steps).toEqual([
      ['given', 1],
      ['given', 2],
      ['withdrawn', 3],
      ['refused', 1],
      ['refused', 1],
      ['given', 2],
    ]);
    const [first] = ok(await api.get(`${compliancePaths.consents}?subjectId=${subjectId}`)).data;
    expect(first).toMatchObject({ clientId: 'app', language: 'de', collectionMethod: 'web_form' });
    expect(ok(await api.get(`${compliancePaths.consents}/${first.id}`)).evidence).toEqual({
      ip: '192.0.2.7',
      userAgent: 'Test',
    });
  });

  test('records all or nothing', async () => {
    const subjectId = aSubject();
    const items = [
      { purposeKey: 'one', decision: 'given' },
      { purposeKey: 'one-more', decision: 'given', noticeDocumentIds: [newId('legalDocument')] },
    ];
    await expect(record(subjectId, items)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(ok(await api.get(`${compliancePaths.consents}?subjectId=${subjectId}`)).data).toEqual(
      [],
    );
  });

  test('records once per idempotency key', async () => {
    const subjectId = aSubject();
    const idempotencyKey = newId('request');
    const items = [{ purposeKey: 'terms', decision: 'given' }];
    const first = await record(subjectId, items, { idempotencyKey });
    expect(await record(subjectId, items, { idempotencyKey })).toEqual(first);
    await expect(record(aSubject(), items, { idempotencyKey })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('rejects other services and malformed requests', async () => {
    const request = { tenantId: tenant.id, subjectId: 'x', items: [] };
    await expect(consents('outbound').Record(request)).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
    await expect(consents().Record(request)).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(
      record('x', [{ purposeKey: 'a', decision: 'given', version: 'one' }]),
    ).rejects.toMatchObject({ code: 'invalid_parameter' });
  });
});

describe('Consents/Check', () => {
  test('returns a result for each check, in order', async () => {
    const { subjectId, id } = ok(await grant(api, { purposeKey: 'checked' }));
    const answers = await check(subjectId, [
      { purposeKey: 'unknown' },
      { purposeKey: 'checked' },
      { purposeKey: 'checked', minVersion: '2' },
    ]);
    expect(answers).toMatchObject([
      { purposeKey: 'unknown', granted: false, reason: 'not_given', consentId: '' },
      { purposeKey: 'checked', granted: true, reason: 'given', consentId: id, version: '1' },
      { purposeKey: 'checked', granted: false, reason: 'version_outdated' },
    ]);
  });
});

describe('LegalDocuments/GetActive', () => {
  const active = (docTypes: string[], more: Record<string, unknown> = {}) =>
    documents().GetActive({ tenantId: tenant.id, clientId: 'app', docTypes, ...more });

  test('returns the active text for the reader, and the documents they still have to accept', async () => {
    const german = await activeDocument(api, { locale: 'de', content: 'Text' }, 'shown');
    await activeDocument(api, { locale: 'en' }, 'shown');
    const other = await activeDocument(api, { purposeKeys: ['shown', 'more'] }, 'another');
    const subjectId = aSubject();
    const asked = { locale: 'de-AT', subjectId };
    const first = await active(['shown', 'another'], asked);
    expect(first.documents).toMatchObject([
      { id: other.id, type: 'another', locale: 'en' },
      {
        id: german.id,
        type: 'shown',
        locale: 'de',
        version: '1',
        content: 'Text',
        contentType: 'text/markdown',
      },
    ]);
    const brief = await active(['shown', 'another'], { ...asked, withoutContent: true });
    expect(brief).toEqual({
      documents: first.documents.map((one) => ({ ...one, content: '' })),
      outstanding: first.outstanding,
    });
    expect(first.outstanding).toEqual([
      { purposeKey: 'shown', version: '1', documentIds: [other.id, german.id] },
      { purposeKey: 'more', version: '1', documentIds: [other.id] },
    ]);
    const agree = (purposeKey: string, documentIds: string[]) =>
      record(subjectId, [{ purposeKey, decision: 'given', noticeDocumentIds: documentIds }]);
    for (const { purposeKey, documentIds } of first.outstanding)
      await agree(purposeKey, documentIds);
    expect((await active(['shown', 'another'], asked)).outstanding).toEqual([]);
    const next = await activeDocument(api, { locale: 'de', content: 'Neu' }, 'shown');
    const again = await active(['shown'], asked);
    expect(again.outstanding).toEqual([
      { purposeKey: 'shown', version: '1', documentIds: [next.id] },
    ]);
    await agree('shown', [next.id]);
    expect((await active(['shown'], asked)).outstanding).toEqual([]);
  });

  test('returns one document of each type without an application', async () => {
    const { id } = await activeDocument(api, {}, 'listed');
    const { documents: listed } = await active(['listed', 'absent'], { clientId: '' });
    expect(listed).toMatchObject([{ id, type: 'listed' }]);
  });

  test('returns nothing for an unknown application or tenant', async () => {
    expect((await active([], { clientId: 'nobody' })).documents).toEqual([]);
    expect((await active([], { tenantId: newId('tenant') })).documents).toEqual([]);
  });
});
