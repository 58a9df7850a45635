import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { compactVerify, importJWK } from 'jose';
import type { JWK } from 'jose';
import {
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

const receipt = (id: string) => api.get(`${compliancePaths.consents}/${id}/receipt`);
const signedFor = (id: string) =>
  under.platform.hub.signed.filter(({ payloads }) => payloads.some((text) => text.includes(id)));

/** Returns the header and payload of a JWS after verifying it with the published keys. */
async function verified(jws: string) {
  const { keys } = (await (await fetch(under.platform.hub.jwksUri)).json()) as { keys: JWK[] };
  const { payload, protectedHeader } = await compactVerify(jws, async ({ kid }) =>
    importJWK(keys.find((key) => key.kid === kid) as JWK, 'RS256'),
  );
  return { header: protectedHeader, payload: JSON.parse(Buffer.from(payload).toString()) };
}

async function completeConsent() {
  ok(
    await api.put(compliancePaths.profile, {
      body: {
        controllerName: 'Example AG',
        controllerAddress: 'Zürich',
        contactEmail: 'privacy@example.com',
        supervisoryAuthority: 'EDÖB',
        rightsUrl: 'https://example.com/rights',
      },
    }),
  );
  ok(
    await api.put(`${compliancePaths.purposes}/complete`, {
      body: {
        name: 'Newsletter',
        jurisdiction: 'CH',
        retention: 'P1Y',
        personalDataCategories: [{ type: 'Email address' }],
        processingMethods: ['Send'],
        storageLocations: ['CH'],
        processingLocations: ['CH'],
        withdrawalMethod: 'Link in each mail',
        validitySeconds: 3600,
      },
    }),
  );
  const { id } = await activeDocument(api, { purposeKeys: ['complete'] });
  return ok(await grant(api, { purposeKey: 'complete', noticeDocumentIds: [id] }));
}

describe('consentReceipt', () => {
  test('proves the consent with its complete history, and can never be used as a token', async () => {
    const consent = await completeConsent();
    const body = ok(await receipt(consent.id));
    expect(body).toMatchObject({
      receiptId: expect.stringMatching(/^rcp_/),
      consentId: consent.id,
      recordSeq: 1,
      missingFields: [],
      conformsTo: [
        'ISO/IEC TS 27560:2023',
        'https://w3id.org/dpv/schema/dpv-27560#receipt-eu-gdpr',
      ],
      alg: 'RS256',
      jwksUri: `${tenant.issuer}/oauth2/jwks`,
    });
    const { header, payload } = await verified(body.jws);
    expect(header).toEqual({ alg: 'RS256', typ: 'consent-receipt+jwt', kid: body.kid });
    expect(payload).toEqual(body.receipt);
    expect(payload).toMatchObject({
      iss: tenant.issuer,
      jti: body.receiptId,
      aud: 'urn:platform:consent-receipt',
      metadata: { record_id: consent.id, pii_principal_id: consent.subjectId },
      pii_processing: {
        privacy_notice: [{ notice_id: consent.noticeDocumentIds[0], notice_version: 1 }],
        purposes: [
          {
            purpose: 'Newsletter',
            purpose_version: 1,
            lawful_basis: 'consent',
            privacy_rights: expect.any(String),
            authority_party: expect.any(String),
          },
        ],
      },
      party_identification: [{ party_name: 'Example AG' }],
      event: [{ event_state: 'given', validity_duration: 3600 }],
      integrity: { history_hash: consent.history[0].hash },
    });
    for (const claim of ['sub', 'scope', 'exp', 'tnt', 'client_id'])
      expect(payload).not.toHaveProperty(claim);
  });

  test('names who decided at each step', async () => {
    const guardian = { type: 'guardian', id: 'parent-1' };
    const { id, subjectId } = ok(await grant(api, { givenBy: guardian }));
    const self = { type: 'subject', id: subjectId };
    ok(await api.post(`${compliancePaths.consents}/${id}/withdraw`, { body: { givenBy: self } }));
    const { event } = ok(await receipt(id)).receipt;
    expect(event.map((one: any) => [one.event_state, one.entity_id])).toEqual([
      ['given', guardian.id],
      ['withdrawn', subjectId],
    ]);
  });

  test('stays the same until the consent changes; earlier receipts stay valid', async () => {
    const { id } = ok(await grant(api));
    const first = ok(await receipt(id));
    expect(ok(await receipt(id))).toEqual(first);
    expect(signedFor(id)).toHaveLength(1);
    ok(await api.post(`${compliancePaths.consents}/${id}/withdraw`));
    const second = ok(await receipt(id));
    expect(second.recordSeq).toBe(2);
    const states = (await verified(second.jws)).payload.event.map((e: any) => e.event_state);
    expect(states).toEqual(['given', 'withdrawn']);
    expect((await verified(first.jws)).payload.jti).toBe(first.receiptId);
  });

  test('lists missing fields, but is issued nevertheless', async () => {
    const { api: other } = await under.tenant();
    const { id } = ok(await grant(other));
    const body = ok(await other.get(`${compliancePaths.consents}/${id}/receipt`));
    expect(body.conformsTo).toEqual([]);
    expect(body.missingFields).toEqual(
      expect.arrayContaining([
        'pii_processing.privacy_notice',
        'pii_processing.purposes.0.retention_period',
        'party_identification.0.party_name',
      ]),
    );
  });

  test('is identical for concurrent requests', async () => {
    const { id } = ok(await grant(api));
    const bodies = (await Promise.all([1, 2, 3, 4].map(() => receipt(id)))).map(ok);
    expect(new Set(bodies.map(({ jws }) => jws)).size).toBe(1);
  });

  test('waits for the hub, and keeps returning what was signed', async () => {
    const kept = ok(await grant(api));
    const first = ok(await receipt(kept.id));
    const { id } = ok(await grant(api));
    under.platform.hub.setAway(true);
    try {
      expect(errorOf(await receipt(id)).slice(0, 2)).toEqual([503, 'upstream_unavailable']);
      expect(ok(await receipt(kept.id))).toEqual(first);
    } finally {
      under.platform.hub.setAway(false);
    }
  });

  test('creates an audit record of the signature', async () => {
    const { id } = ok(await grant(api));
    const { receiptId } = ok(await receipt(id));
    const [record] = await under.sql<{ details: any }>(
      `SELECT envelope->'data'->'data'->'details' AS details FROM outbox
       WHERE envelope->'data'->'subject'->>'id' = $1 AND envelope->'data'->'data'->>'operationId' = 'consentReceipt'`,
      [id],
    );
    expect(record?.details.receiptId).toBe(receiptId);
  });
});
