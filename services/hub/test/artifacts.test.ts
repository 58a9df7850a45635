import { clientSubject } from '@platform/kit/auth';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artifactAdapter } from '../src/provider/adapter.ts';
import { beginRotation, pendingRotation } from '../src/tokens/redemptions.ts';
import { tokenIssue } from '../src/tokens/token-issue.ts';
import { deviceVerification } from '../src/device/device-verification.ts';
import { hashOf, markAnswered, sweepArtifacts } from '../src/grants/artifact-store.ts';
import { cutOff } from '../src/token-cutoffs/cut-off.ts';
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

const context = () => ({ tenantId: acme.id, actor: { type: 'system', id: 'test' } }) as const;
const change = (sql: string) =>
  hub.pod.platform.db.transact(context(), (tx) => tx.execute(sql, [acme.id]));
const issuedAt = Math.floor(Date.now() / 1000) - 100;
let families = 0;

/** Creates a refresh token with its grant, and a function that completes a request that rotates it. */
async function family(accountId = 'usr_rotating') {
  families += 1;
  const [grantId, used, next] = [`grant of ${families}`, `used ${families}`, `next ${families}`];
  await adapter(acme, 'Grant').upsert(grantId, { jti: grantId, clientId: acme.clientId }, 60);
  await adapter(acme, 'RefreshToken').upsert(used, { jti: used, grantId }, 60);
  const client = { home_tenant: acme.id } as never;
  const token = { client, clientId: acme.clientId, accountId, grantId };
  const finalizeTokenIssue = tokenIssue({
    db: hub.pod.platform.db,
    tenantId: acme.id,
    leewaySeconds: 0,
    onReuse: async () => undefined,
  });
  return {
    grantId,
    used,
    rotate() {
      const ctx = { oidc: { entities: {} } } as KoaContextWithOIDC;
      beginRotation(ctx, { model: 'RefreshToken', id: used });
      const payload = { jti: next, grantId };
      const successor = { model: 'RefreshToken', id: next, payload, expiresInSeconds: 60 };
      Object.assign(pendingRotation(ctx)!, { successor });
      return finalizeTokenIssue(ctx, token, { jti: 'at', iat: issuedAt, exp: issuedAt + 600 });
    },
    state: async () => [
      (await adapter(acme, 'RefreshToken').find(used))?.['consumed'] !== undefined,
      (await adapter(acme, 'RefreshToken').find(next)) !== undefined,
    ],
  };
}

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
    // The first redemption has not been answered, so the grant is not revoked yet.
    expect(await adapter(acme, 'RefreshToken').find('child')).toBeDefined();
    await hub.pod.platform.db.transact(
      { tenantId: acme.id, actor: { type: 'system', id: 'hub' } },
      (tx) => markAnswered(tx, 'AuthorizationCode', 'code'),
    );
    await expect(codes.consume('code')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await adapter(acme, 'RefreshToken').find('child')).toBeUndefined();
  });

  it('of a device can be approved by only one of two people who confirm concurrently', async () => {
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
    expect(await sweepArtifacts(hub.pod.platform.db)).toBe(1);
    expect(await stored()).toHaveLength(before - 1);
  });
});

describe('a refresh token that is rotated', () => {
  it('is replaced by its successor', async () => {
    const { rotate, state } = await family();
    expect(await rotate()).toBe(issuedAt);
    expect(await state()).toEqual([true, true]);
  });

  it('is consumed by one of ten concurrent requests', async () => {
    const { rotate, state } = await family();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, rotate));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await state()).toEqual([true, true]);
  });

  it.each([
    [
      'its client is disabled',
      'UPDATE application SET enabled = false WHERE tenant_id = $1',
      'UPDATE application SET enabled = true WHERE tenant_id = $1',
      'invalid_client',
    ],
    [
      'its client is deleted',
      'UPDATE application SET deleted_at = now() WHERE tenant_id = $1',
      'UPDATE application SET deleted_at = NULL WHERE tenant_id = $1',
      'invalid_client',
    ],
    [
      'its tenant is suspended',
      "UPDATE tenant SET state = 'suspended' WHERE id = $1",
      "UPDATE tenant SET state = 'active' WHERE id = $1",
      'access_denied',
    ],
  ])('remains unused while %s', async (_, forbid, allow, error) => {
    const { rotate, state } = await family();
    await change(forbid);
    await expect(rotate()).rejects.toMatchObject({ error });
    expect(await state()).toEqual([false, false]);
    await change(allow);
    expect(await rotate()).toBe(issuedAt);
  });

  it('remains unused if its grant was revoked', async () => {
    const { rotate, state, grantId } = await family();
    await adapter(acme, 'Grant').destroy(grantId);
    await expect(rotate()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await state()).toEqual([false, false]);
  });

  it.each([
    ['the tenant', 'tenant', (): string => acme.id],
    ['the client', 'client', (): string => acme.clientId],
    ['the user', 'subject', (): string => 'usr_rotating'],
    [
      'the user at this client',
      'client_subject',
      (): string => clientSubject(acme.clientId, 'usr_rotating'),
    ],
  ] as const)('returns a token that was issued after the cut-off of %s', async (_, kind, id) => {
    const { rotate, state } = await family();
    const notBefore = Math.floor(Date.now() / 1000);
    await hub.pod.platform.db.transact(context(), (tx) =>
      cutOff(tx, { kind, id: id(), notBefore }),
    );
    expect(await rotate()).toBeGreaterThan(notBefore);
    expect(await state()).toEqual([true, true]);
    await change('DELETE FROM token_cutoff WHERE tenant_id = $1');
  });

  it('does not wait for the rotation of another one', async () => {
    const { db } = hub.pod.platform;
    const [free, locked] = await Promise.all(['usr_free', 'usr_locked'].map(family));
    const waiting = await db.transact(context(), async (tx) => {
      await tx.execute('SELECT FROM oidc_artifact WHERE id_hash = $1 FOR UPDATE', [
        hashOf(locked!.used),
      ]);
      const rotated = locked!.rotate();
      expect(await free!.rotate()).toBe(issuedAt);
      expect(await locked!.state()).toEqual([false, false]);
      return [rotated];
    });
    expect(await waiting[0]).toBe(issuedAt);
  });

  it('waits for a cut-off of its user that is in progress', async () => {
    const { rotate, state } = await family('usr_leaving');
    const [rotated, notBefore] = await hub.pod.platform.db.transact(context(), async (tx) => {
      await cutOff(tx, { kind: 'subject', id: 'usr_leaving' });
      const pending = rotate();
      await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 300))]);
      expect(await state()).toEqual([false, false]);
      const row = await tx.row<{ notBefore: number }>(
        "SELECT not_before FROM token_cutoff WHERE id = 'usr_leaving'",
      );
      return [[pending], row!.notBefore] as const;
    });
    expect(await rotated[0]).toBeGreaterThan(notBefore);
    expect(await state()).toEqual([true, true]);
  });

  it('is found without reading other grants', async () => {
    const all = await Promise.all(Array.from({ length: 300 }, () => family()));
    const [found, read] = await hub.pod.platform.db.read(context(), async (tx) => [
      await tx.rows('SELECT redeemed, granted FROM find_token_client($1, $2, $3, $4)', [
        acme.id,
        acme.clientId,
        'RefreshToken',
        hashOf(all[7]!.used),
      ]),
      await tx.row<{ count: number }>(
        "SELECT sum(idx_tup_fetch + seq_tup_read)::int AS count FROM pg_stat_xact_user_tables WHERE relname LIKE 'oidc_artifact%'",
      ),
    ]);
    const { grantId } = all[7]!;
    expect(found).toMatchObject([{ redeemed: { grantId }, granted: { clientId: acme.clientId } }]);
    // The count includes both rows and possibly their earlier versions. A plan that reads all grants fetches 300 more.
    expect(read!.count).toBeLessThan(100);
  });
});
