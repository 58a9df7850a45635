import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { compactVerify, importJWK } from 'jose';
import type { JSONWebKeySet, JWK } from 'jose';
import { documentVerifier } from '@platform/audit/verification';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let acme: MadeTenant;
const peers: RpcPeer[] = [];

beforeAll(async () => {
  hub = await hubUnderTest();
  acme = await hub.makeTenant('acme');
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await hub.stop();
});

const signing = (account = 'compliance') => {
  const peer = patientPeer({
    address: `127.0.0.1:${hub.pod.rpcPort}`,
    token: () => hub.around.cluster.mint(account, 'hub'),
  });
  peers.push(peer);
  return peer.service('platform.hub.v1.Signing');
};
const keySet = async (): Promise<(JWK & { 'x-purpose'?: string })[]> =>
  (await hub.ask('/oauth2/jwks', { host: acme.host })).body.keys;
const sign = (payloads: unknown[], more: Record<string, unknown> = {}) =>
  signing().Sign({
    tenantId: acme.id,
    purpose: 'CONSENT_RECEIPT',
    payloads: payloads.map((payload) =>
      typeof payload === 'string' ? payload : JSON.stringify(payload),
    ),
    ...more,
  });

async function verified(jws: string) {
  const keys = await keySet();
  const { payload, protectedHeader } = await compactVerify(jws, async ({ kid }) =>
    importJWK(keys.find((key) => key.kid === kid) as JWK, 'RS256'),
  );
  const key = keys.find(({ kid }) => kid === protectedHeader.kid);
  return { header: protectedHeader, text: Buffer.from(payload).toString(), key };
}

describe('Signing/Sign', () => {
  test.each([
    ['SET', 'secevent+jwt', undefined],
    ['CONSENT_RECEIPT', 'consent-receipt+jwt', 'documents'],
    ['ERASURE_CERTIFICATE', 'erasure-certificate+jwt', 'documents'],
    ['EXPORT_MANIFEST', 'export-manifest+jwt', 'documents'],
    ['AUDIT_CHECKPOINT', 'audit-checkpoint+jwt', 'documents'],
  ] as const)('signs the purpose %s with the type %s', async (purpose, typ, marked) => {
    const payloads = [1, 2].map((n) => ({ iss: acme.issuer, jti: `${n}`, text: 'Zürich' }));
    const { jws, kid, issuer } = await sign(payloads, { purpose });
    expect([jws.length, issuer]).toEqual([2, acme.issuer]);
    for (const [index, one] of jws.entries()) {
      const { header, text, key } = await verified(one);
      expect(header).toEqual({ alg: 'RS256', typ, kid });
      expect(text).toBe(JSON.stringify(payloads[index]));
      expect(key?.['x-purpose']).toBe(marked);
    }
  });

  it.each<[string, unknown]>([
    ['a scope', { scope: 'tenant:users.read' }],
    ['a tenant', { tnt: 'tnt_1' }],
    ['a client', { client_id: 'app' }],
    ['an expiry', { exp: 1 }],
    ["another tenant's issuer", { iss: 'https://other.platform.localhost' }],
    ['no issuer', { iss: undefined }],
  ])('rejects a payload with %s', async (_name, more) => {
    const payload = { iss: acme.issuer, ...(more as object) };
    await expect(sign([{ iss: acme.issuer }, payload])).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  it.each([['no JSON'], ['[]'], ['null'], ['"text"']])('rejects the payload %s', async (text) => {
    await expect(sign([text])).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('accepts 1 to 100 payloads and a purpose', async () => {
    const payload = { iss: acme.issuer };
    for (const [payloads, more] of [
      [[], {}],
      [Array(101).fill(payload), {}],
      [[payload], { purpose: 'PURPOSE_UNSPECIFIED' }],
    ] as const)
      await expect(sign([...payloads], more)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('rejects unknown tenants and other callers', async () => {
    const payload = { iss: acme.issuer };
    for (const tenantId of [newId('tenant'), 'x'])
      await expect(sign([payload], { tenantId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      signing('directory').Sign({ tenantId: acme.id, purpose: 'SET', payloads: ['{}'] }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });

  it('creates documents that are never accepted as tokens', async () => {
    const { jws } = await sign([{ iss: acme.issuer, sub: acme.clientId, aud: 'product-api' }]);
    await expect(
      hub.pod.platform.trust.verifyBearer(`Bearer ${jws[0] ?? ''}`),
    ).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('signed documents can be verified after a rotation', async () => {
    const { jws } = await sign([{ iss: acme.issuer }]);
    const { kids } = await hub.tenants().RotateKeys({ family: 'documents', removeCurrent: false });
    expect((await keySet()).map(({ kid }) => kid)).toContain(kids[0]);
    expect((await verified(jws[0] ?? '')).header.typ).toBe('consent-receipt+jwt');
  });

  it('signed documents can be verified after token keys were revoked immediately', async () => {
    const { jws } = await sign([{ iss: acme.issuer }]);
    const { kids } = await hub
      .tenants()
      .RotateKeys({ removeCurrent: true }, { deadlineMs: 20_000 });
    expect(kids).toHaveLength(2);
    expect((await verified(jws[0] ?? '')).header.typ).toBe('consent-receipt+jwt');
  });

  it.each([
    ['another family', { family: 'ES256', removeCurrent: true }],
    ['a rotation that keeps the current key', { family: 'documents', removeCurrent: false }],
    ['a time in the future', { family: 'documents', removeCurrent: true, leakedAt: '2999-01-01' }],
    ['an invalid time', { family: 'documents', removeCurrent: true, leakedAt: 'yesterday' }],
  ])('rejects the time of a leak for %s', async (_, request) => {
    await expect(
      hub.tenants().RotateKeys({ leakedAt: '2026-11-20T05:41:00Z', ...request }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('a document of a revoked key can be verified only if it was signed before the leak', async () => {
    const documentKeys = async () =>
      (await hub.ask('/oauth2/document-keys', { host: acme.host })).body as JSONWebKeySet;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const leakedAt = new Date((nowSeconds - 30) * 1_000).toISOString();
    const { jws, kid } = await sign([
      { iss: acme.issuer, iat: nowSeconds - 60 },
      { iss: acme.issuer, iat: nowSeconds - 30 },
      { iss: acme.issuer },
    ]);
    await hub
      .tenants()
      .RotateKeys({ family: 'documents', removeCurrent: true, leakedAt }, { deadlineMs: 20_000 });
    expect((await keySet()).map((key) => key.kid)).not.toContain(kid);
    const keys = await documentKeys();
    expect(
      keys.keys.every((key) => (key as { 'x-purpose'?: string })['x-purpose'] === 'documents'),
    ).toBe(true);
    expect(keys.keys.find((key) => key.kid === kid)).toHaveProperty('x-compromised-at');
    expect(JSON.stringify(keys)).not.toContain('"d":');
    const verify = (index: number) =>
      documentVerifier(keys).verify(jws[index] ?? '', 'consent-receipt+jwt');
    expect(await verify(0)).toMatchObject({ iat: nowSeconds - 60 });
    await expect(verify(1)).rejects.toThrow('its key is compromised, and signatures from');
    await expect(verify(2)).rejects.toThrow('its key is compromised');
    const next = await sign([{ iss: acme.issuer, iat: nowSeconds }]);
    expect(
      await documentVerifier(await documentKeys()).verify(next.jws[0] ?? '', 'consent-receipt+jwt'),
    ).toMatchObject({ iat: nowSeconds });
  });
});

describe('Signing/DocumentKeys', () => {
  it('returns the keys that verify documents, to compliance alone', async () => {
    const { keySet: text } = await signing().DocumentKeys({});
    const { jws } = await sign([{ iss: acme.issuer, aud: 'urn:platform:audit-checkpoint' }], {
      purpose: 'AUDIT_CHECKPOINT',
    });
    const keys = JSON.parse(text) as JSONWebKeySet;
    expect(keys).toEqual((await hub.ask('/oauth2/document-keys', { host: acme.host })).body);
    await expect(
      documentVerifier(keys).verify(jws[0]!, 'audit-checkpoint+jwt'),
    ).resolves.toMatchObject({ iss: acme.issuer });
    await expect(signing('fga').DocumentKeys({})).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});
