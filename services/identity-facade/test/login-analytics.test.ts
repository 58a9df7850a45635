import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import type { TestApi } from '@platform/testkit/service';
import { publishSiblingEvent } from './bus-events.ts';
import { eventually } from '@platform/testkit/eventually';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const path = `${experiencePath}/analytics/logins`;
const day = 86_400_000;
let on: ExperiencePlatform;
beforeAll(async () => {
  on = await experiencePlatform({ analyticsWaitMs: 20 });
});
afterAll(() => on.stop());

interface Attempt {
  id?: string;
  user?: string;
  data?: Record<string, unknown>;
  at?: number;
  failed?: boolean;
}
const attempt = (
  tenantId: string,
  { id = newId('event'), user, data, at = Date.now(), failed }: Attempt,
) =>
  publishSiblingEvent(on.platform.service, tenantId, {
    type: failed ? 'user.sign_in_failed' : 'user.signed_in',
    id,
    occurredAt: new Date(at).toISOString(),
    subject: user ? { type: 'user', id: user } : { type: 'client', id: 'console' },
    data: {
      user: user ? { id: user } : undefined,
      clientId: 'console',
      method: 'password',
      acr: 'aal1',
      ...data,
    },
  });
const read = async (api: TestApi, query = '') => (await api.get(path + query)).body;
const counted = (api: TestApi, all: number) =>
  eventually(async () => {
    const body = await read(api);
    return body.totals.succeeded + body.totals.failed >= all && body;
  });

describe('loginExperienceLoginAnalytics', () => {
  test('counts by day, method, connector, client, reason, assurance and flow version', async () => {
    const { tenant, api } = await on.tenant();
    const [ada, bob] = [newId('user'), newId('user')];
    const yesterday = Date.now() - day;
    await attempt(tenant.id, { user: ada, data: { flowVersion: 3 } });
    await attempt(tenant.id, { user: ada, data: { amr: ['pwd', 'mfa'], acr: 'aal2' } });
    await attempt(tenant.id, {
      user: bob,
      at: yesterday,
      data: { method: 'social', connector: 'google', signUp: true, clientId: 'ledger' },
    });
    await attempt(tenant.id, { failed: true, data: { reason: 'user_not_found' } });
    await attempt(tenant.id, { user: bob, failed: true, data: { reason: 'ip_denied' } });
    const body = await counted(api, 5);
    expect(body.totals).toEqual({
      succeeded: 3,
      failed: 2,
      blocked: 1,
      signUps: 1,
      mfaCompleted: 1,
      successRate: 0.6,
      uniqueUsers: 2,
    });
    expect(body.byDay).toHaveLength(30);
    expect(body.byDay.at(-2)).toMatchObject({ succeeded: 1, signUps: 1, uniqueUsers: 1 });
    expect(body.byDay.at(-1)).toMatchObject({ succeeded: 2, failed: 2, uniqueUsers: 1 });
    expect(body.byDay[0]).toMatchObject({ succeeded: 0, failed: 0, uniqueUsers: 0 });
    expect(body.byMethod).toContainEqual({ method: 'password', succeeded: 2, failed: 2 });
    expect(body.byConnector).toEqual([{ provider: 'google', succeeded: 1, failed: 0 }]);
    expect(body.byClient).toContainEqual({ clientId: 'ledger', succeeded: 1, failed: 0 });
    expect(body.byFailureReason).toContainEqual({ reason: 'ip_denied', count: 1 });
    expect(body.byAssurance).toContainEqual({ acr: 'aal2', succeeded: 1 });
    expect(body.byFlowVersion).toEqual([{ version: 3, succeeded: 1, failed: 0 }]);
    expect(Date.parse(body.asOf)).toBeGreaterThan(yesterday);
  });

  test('returns zeros if there were no sign-ins', async () => {
    const { api } = await on.tenant();
    const body = await read(api, '?from=2026-11-01&to=2026-11-03');
    expect(body.totals).toMatchObject({ succeeded: 0, successRate: null, uniqueUsers: 0 });
    expect(body.byDay.map(({ date }: any) => date)).toEqual([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ]);
    expect(body.asOf).toBeNull();
  });

  test('counts an event once, however often it arrives', async () => {
    const { tenant, api } = await on.tenant();
    const id = newId('event');
    for (let n = 0; n < 3; n += 1) await attempt(tenant.id, { id, user: 'usr_a' });
    await attempt(tenant.id, { user: 'usr_b' });
    const body = await counted(api, 2);
    expect(body.totals).toMatchObject({ succeeded: 2, uniqueUsers: 2 });
    await attempt(tenant.id, { id, user: 'usr_a' });
    await attempt(tenant.id, { user: 'usr_b' });
    expect((await counted(api, 3)).totals).toMatchObject({ succeeded: 3, uniqueUsers: 2 });
  });

  test('counts events from the future as now', async () => {
    const { tenant, api } = await on.tenant();
    await attempt(tenant.id, { user: 'usr_a', at: Date.now() + 3 * day });
    expect((await counted(api, 1)).byDay.at(-1).succeeded).toBe(1);
  });

  test('keeps 500 keys a day', async () => {
    const { tenant, api } = await on.tenant();
    await Promise.all(
      Array.from({ length: 510 }, (_, n) => attempt(tenant.id, { data: { clientId: `c${n}` } })),
    );
    const body = await counted(api, 510);
    expect(body.byClient).toHaveLength(51);
    expect(body.byClient.at(-1).clientId).toBe('other');
    const sum = body.byClient.reduce((n: number, each: any) => n + each.succeeded, 0);
    expect(sum).toBe(510);
    const [rows] = await on.sql<{ n: string }>(
      `SELECT count(*) AS n FROM login_rollup_daily WHERE tenant_id = $1 AND dimension = 'client'`,
      [tenant.id],
    );
    expect(Number(rows?.n)).toBe(501);
  });

  test('returns no number of users for more than 31 days', async () => {
    const { api } = await on.tenant();
    const from = new Date(Date.now() - 31 * day).toISOString().slice(0, 10);
    expect((await read(api, `?from=${from}`)).totals.uniqueUsers).toBeNull();
  });

  test.each([
    '?from=2026-02-30',
    '?from=x',
    '?to=',
    '?from=2099-01-01',
    '?from=2020-01-01',
    '?x=1',
  ])('rejects %s', async (query) => {
    const { api } = await on.tenant();
    expect((await api.get(path + query)).status).toBe(400);
  });

  test('is visible only to its tenant', async () => {
    const [one, other] = [await on.tenant(), await on.tenant()];
    await attempt(one.tenant.id, { user: 'usr_a' });
    await counted(one.api, 1);
    expect((await read(other.api)).totals.succeeded).toBe(0);
    const reader = await on.platform.as({ tenant: one.tenant, scopes: ['tenant:users.read'] });
    expect((await reader.get(path)).status).toBe(403);
  });

  test('removes deleted users, and keeps the counts', async () => {
    const { tenant, api } = await on.tenant();
    const user = newId('user');
    await attempt(tenant.id, { user });
    expect((await counted(api, 1)).totals.uniqueUsers).toBe(1);
    const [stored] = await on.sql<{ hash: string }>(
      `SELECT encode(user_hash, 'escape') AS hash FROM login_active_users WHERE tenant_id = $1`,
      [tenant.id],
    );
    expect(stored?.hash).not.toContain(user);
    await publishSiblingEvent(on.platform.service, tenant.id, {
      type: 'user.deleted',
      subject: { type: 'user', id: user },
    });
    const after = await eventually(async () => {
      const body = await read(api);
      return body.totals.uniqueUsers === 0 && body;
    });
    expect(after.totals.succeeded).toBe(1);
    expect(after.byDay.at(-1)).toMatchObject({ succeeded: 1, uniqueUsers: 0 });
  });
});
