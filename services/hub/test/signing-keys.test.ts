import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { signingKeys } from '../src/signing-keys/signing-keys.ts';
import type { SigningKeys } from '../src/signing-keys/signing-keys.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

let hub: HubUnderTest;
let keys: SigningKeys;
let now = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const day = 24 * hour;
const pod = (): SigningKeys => {
  const { db, bus, secrets } = hub.pod.platform;
  return signingKeys({
    db,
    bus,
    secrets,
    log: silentLog,
    metrics: createMetrics('test'),
    rotationMs: 90 * day,
    now: () => now,
  });
};
const published = async (by = keys) => (await by.current()).published.keys.map((key) => key.kid);

beforeAll(async () => {
  hub = await hubUnderTest();
  // The pod created its keys before it started. Its next maintenance is in ten minutes.
  expect((await hub.ask('/oauth2/jwks')).body.keys).toHaveLength(3);
  await hub.pod.platform.db.transact(
    { tenantId: defaultTenantId, actor: { type: 'system', id: 'test' } },
    (tx) => tx.execute('DELETE FROM signing_key'),
  );
  keys = pod();
});
afterAll(() => hub.stop());

describe('the life of a signing key', () => {
  it('begins immediately if there is none, once for all pods', async () => {
    await expect(keys.current()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    const pods = [pod(), pod(), pod()];
    await Promise.all(pods.map((p) => p.maintain()));
    const sets = await Promise.all(pods.map((p) => published(p)));
    expect(sets[0]).toHaveLength(3);
    expect(new Set(sets.map((set) => set.join(' '))).size).toBe(1);
    await keys.maintain();
  });

  it('includes an hour of publication before it signs and two hours of retirement before it is removed', async () => {
    const first = (await keys.current()).signing.ES256?.kid;
    now += 90 * day - hour - 1;
    await keys.maintain();
    expect(await published()).toHaveLength(3);
    now += 1;
    await keys.maintain();
    expect(await published()).toHaveLength(6);
    expect((await keys.current()).signing.ES256?.kid).toBe(first);
    now += hour - 1;
    expect((await keys.current()).signing.ES256?.kid).toBe(first);
    now += 1;
    const { signing, generation } = await keys.current();
    expect(signing.ES256?.kid).not.toBe(first);
    expect(generation.split(' ')[0]).toBe(signing.ES256?.kid);
    expect(await published()).toContain(first);
    now += 2 * hour;
    await keys.maintain();
    expect(await published()).not.toContain(first);
  });

  it('never ends for documents', async () => {
    const marked = (await keys.current()).published.keys.filter(
      (key: object) => 'x-purpose' in key && key['x-purpose'] === 'documents',
    );
    expect(marked).toHaveLength(2);
    now += 400 * day;
    await keys.maintain();
    now += hour;
    await keys.maintain();
    const later = (await keys.current()).published.keys
      .filter((key: object) => 'x-purpose' in key && key['x-purpose'] === 'documents')
      .map((key) => key.kid);
    expect(later).toEqual(expect.arrayContaining(marked.map((key) => key.kid)));
    expect((await keys.current()).signing.documents?.kid).toBe(later.at(-1));
  });

  it('can be shortened by an operator, which is audited', async () => {
    const before = (await keys.current()).signing.ES256?.kid;
    const [next] = await keys.rotate(
      { wanted: ['ES256'], removeCurrent: false },
      { type: 'service', id: 'operator' },
    );
    expect((await keys.current()).signing.ES256?.kid).toBe(before);
    expect(
      await keys.rotate(
        { wanted: ['ES256'], removeCurrent: true },
        { type: 'service', id: 'operator' },
      ),
    ).toEqual([next]);
    expect((await keys.current()).signing.ES256?.kid).toBe(next);
    expect(await published()).not.toContain(before);
    const audits = await hub.pod.platform.db.read(
      { tenantId: defaultTenantId, actor: { type: 'system', id: 'test' } },
      (tx) => tx.rows(`SELECT envelope FROM outbox WHERE subject LIKE 'audit.%.signingKeyRotate'`),
    );
    expect(audits).toHaveLength(2);
  });

  it('ends immediately on removal, even during an earlier read', async () => {
    const { db, bus, secrets } = hub.pod.platform;
    let answer = (): void => undefined;
    let held: Promise<void> | undefined;
    const slow = {
      ...db,
      read: async (...args: Parameters<typeof db.read>) => {
        const seen = await db.read(...args);
        await held;
        return seen;
      },
    } as typeof db;
    const here = signingKeys({
      db: slow,
      bus,
      secrets,
      log: silentLog,
      metrics: createMetrics('test'),
      rotationMs: 90 * day,
      now: () => now,
    });
    const leaked = (await here.current()).signing.ES256?.kid;
    held = new Promise((resolve) => (answer = resolve));
    now += 60_000;
    const early = here.current();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const rotated = here.rotate(
      { wanted: ['ES256'], removeCurrent: true },
      { type: 'system', id: 'test' },
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    held = undefined;
    answer();
    await Promise.all([early, rotated]);
    expect(await published(here)).not.toContain(leaked);
    expect((await here.current()).signing.ES256?.kid).not.toBe(leaked);
  });
});
