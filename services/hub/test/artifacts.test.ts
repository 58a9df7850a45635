import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artifactAdapter } from '../src/authorization-server/adapter.ts';
import { deviceVerification } from '../src/device/device-verification.ts';
import { markAnswered, sweepArtifacts } from '../src/authorization-server/artifact-store.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let acme: MadeTenant;
let globex: MadeTenant;
const adapter = (tenant: MadeTenant, model: string) =>
  artifactAdapter(
    {
      db: hub.pod.platform.db,
      tenantId: tenant.id,
      clients: { find: async () => undefined, findForToken: async () => undefined },
      devices: deviceVerification({
        db: hub.pod.platform.db,
        maxAttempts: 9,
        maxFailures: 9,
        windowSeconds: 60,
      }),
      leewaySeconds: 10,
      onSignOut: async () => undefined,
      onReuse: async () => undefined,
      onDevice: async () => undefined,
    },
    model,
  );
const stored = () =>
  hub.pod.platform.db.read({ tenantId: acme.id, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.rows<{ payload: object; idHash: Buffer }>('SELECT * FROM oidc_artifact'),
  );

beforeAll(async () => {
  hub = await hubUnderTest();
  [acme, globex] = [await hub.makeTenant('acme'), await hub.makeTenant('globex')];
});
afterAll(() => hub.stop());

describe('an artifact', () => {
  it('is found by its id, which is not stored in plain text', async () => {
    const tokens = adapter(acme, 'RefreshToken');
    await tokens.upsert(
      'a-secret-token',
      { jti: 'a-secret-token', grantId: 'grant-1', clientId: 'c' },
      60,
    );
    expect(await tokens.find('a-secret-token')).toEqual({
      jti: 'a-secret-token',
      grantId: 'grant-1',
      clientId: 'c',
    });
    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('a-secret-token');
  });

  it('is not found by another tenant, model or id', async () => {
    expect(await adapter(globex, 'RefreshToken').find('a-secret-token')).toBeUndefined();
    expect(await adapter(acme, 'AuthorizationCode').find('a-secret-token')).toBeUndefined();
    expect(await adapter(acme, 'RefreshToken').find('A-secret-token')).toBeUndefined();
    await adapter(globex, 'RefreshToken').destroy('a-secret-token');
    await adapter(globex, 'RefreshToken').revokeByGrantId('grant-1');
    expect(await adapter(acme, 'RefreshToken').find('a-secret-token')).toBeDefined();
  });

  it('is consumed by one of ten concurrent requests; redeeming it again revokes the grant', async () => {
    const codes = adapter(acme, 'AuthorizationCode');
    await codes.upsert('code', { jti: 'code', grantId: 'grant-2' }, 60);
    await adapter(acme, 'RefreshToken').upsert('child', { jti: 'child', grantId: 'grant-2' }, 60);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => codes.consume('code')),
    );
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ error: 'invalid_grant' });
    // Nothing has been issued yet that would have to be taken back.
    expect(await adapter(acme, 'RefreshToken').find('child')).toBeDefined();
    await hub.pod.platform.db.transact(
      { tenantId: acme.id, actor: { type: 'system', id: 'hub' } },
      (tx) => markAnswered(tx, 'AuthorizationCode', 'code'),
    );
    await expect(codes.consume('code')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await adapter(acme, 'RefreshToken').find('child')).toBeUndefined();
  });

  it('of a device is approved by one of two people at once', async () => {
    const codes = adapter(acme, 'DeviceCode');
    const code = { jti: 'television', clientId: 'tv', inFlight: true };
    await codes.upsert('television', code, 60);
    const approvals = await Promise.allSettled(
      ['usr_1', 'usr_2'].map((accountId) => codes.upsert('television', { ...code, accountId }, 60)),
    );
    expect(approvals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = approvals[0]!.status === 'fulfilled' ? 'usr_1' : 'usr_2';
    expect(await codes.find('television')).toMatchObject({ accountId: winner });
  });

  it('records when it was consumed', async () => {
    const codes = adapter(acme, 'AuthorizationCode');
    await codes.upsert('another', { jti: 'another' }, 60);
    await codes.consume('another');
    expect((await codes.find('another'))?.['consumed']).toBeCloseTo(Date.now() / 1000, -2);
  });

  it('is found by uid and by user code', async () => {
    await adapter(acme, 'Session').upsert('session', { jti: 'session', uid: 'uid-1' }, 60);
    expect(await adapter(acme, 'Session').findByUid('uid-1')).toMatchObject({ uid: 'uid-1' });
    await adapter(acme, 'DeviceCode').upsert('device', { jti: 'device', userCode: 'BCDFGHJK' }, 60);
    expect(await adapter(acme, 'DeviceCode').findByUserCode('BCDFGHJK')).toBeDefined();
    expect(await adapter(globex, 'DeviceCode').findByUserCode('BCDFGHJK')).toBeUndefined();
  });

  it('expires, and is deleted', async () => {
    const codes = adapter(acme, 'AuthorizationCode');
    await codes.upsert('short', { jti: 'short' }, -120);
    expect(await codes.find('short')).toBeUndefined();
    const before = (await stored()).length;
    expect(await hub.pod.platform.db.work(sweepArtifacts)).toBe(1);
    expect(await stored()).toHaveLength(before - 1);
  });
});
