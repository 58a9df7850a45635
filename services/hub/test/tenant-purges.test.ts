import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgingServices } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

let hub: HubUnderTest;
const system = { type: 'system', id: 'test' } as const;
const others = purgingServices.filter((name) => name !== 'hub');

beforeAll(async () => {
  hub = await hubUnderTest();
  await eventually(() => hub.pod.platform.bus.isConnected());
});
afterAll(() => hub.stop());

const change = (tenantId: string, sql: string) =>
  hub.pod.platform.db.transact({ tenantId, actor: system }, (tx) =>
    tx.execute(`UPDATE tenant SET ${sql} WHERE id = $1`, [tenantId]),
  );
const get = (tenantId: string) => hub.tenants().GetTenant({ tenantId });
/** Runs the purge job in new pods. */
let pods = 0;
const runJob = async (times = 1): Promise<void> => {
  const started = await Promise.all(
    Array.from({ length: times }, () => hub.startPod(`job-${++pods}`)),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  await Promise.all(started.map((pod) => pod.close()));
};
async function deletedTenant(slug: string): Promise<string> {
  const { id } = await hub.makeTenant(slug);
  await hub.tenants().DeleteTenant({ tenantId: id });
  await change(id, `deleted_at = now() - interval '31 days'`);
  await runJob();
  await eventually(async () => (await get(id)).purgedBy.includes('hub'));
  return id;
}
const acknowledge = (tenantId: string, service: string, id = newId('event')) =>
  hub.pod.platform.bus.jetstream()!.publish(
    'platform.tenant.purged',
    cloudEvent(
      service,
      {
        id,
        type: 'tenant.purged',
        occurredAt: new Date().toISOString(),
        actor: system,
        organizationId: null,
        subject: { type: 'tenant', id: tenantId },
        data: { service, rows: 1 },
        schemaVersion: 1,
      },
      { tenantId },
    ),
  );
/** Returns the events that announced a deletion to the services. */
const announcements = (tenantId: string) =>
  hub.pod.platform.db.read({ tenantId, actor: system }, (tx) =>
    tx.rows<{ eventId: string; envelope: { data: { data: any } } }>(
      `SELECT event_id, envelope FROM outbox WHERE subject = 'platform.tenant.deleted' ORDER BY position`,
    ),
  );
const anHourOn = (tenantId: string) =>
  change(tenantId, `deletion_told_at = now() - interval '1 hour'`);

describe('a deleted tenant', () => {
  it('is purged when every service has acknowledged it, even repeatedly', async () => {
    const began = Date.now();
    const id = await deletedTenant('vanished');
    for (const [i, name] of others.entries()) {
      expect((await get(id)).purgedAt).toBe('');
      await acknowledge(id, name);
      await acknowledge(id, name);
      await eventually(async () => (await get(id)).purgedBy.length === i + 2);
    }
    const { purgedBy, purgedAt, state, slug } = await get(id);
    expect([[...purgedBy].sort(), state, slug]).toEqual([
      [...purgingServices].sort(),
      'deleted',
      'vanished',
    ]);
    expect(Date.parse(purgedAt)).toBeGreaterThanOrEqual(began);
    expect(Date.parse(purgedAt)).toBeLessThanOrEqual(Date.now());
    await acknowledge(id, 'fga');
    await anHourOn(id);
    await runJob();
    expect(await announcements(id)).toHaveLength(1);
    expect((await get(id)).purgedAt).toBe(purgedAt);
    await expect(hub.makeTenant('vanished')).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('is announced again every hour until then', async () => {
    const id = await deletedTenant('forgotten');
    await acknowledge(id, 'directory');
    await eventually(async () => (await get(id)).purgedBy.includes('directory'));
    await runJob();
    expect(await announcements(id)).toHaveLength(1);
    await anHourOn(id);
    // Two concurrent pods announce it once.
    await runJob(2);
    const announced = await announcements(id);
    expect(new Set(announced.map((row) => row.eventId)).size).toBe(2);
    expect(announced[1]!.envelope.data.data.tenant).toMatchObject({
      id,
      slug: 'forgotten',
      state: 'deleted',
      purgedBy: ['hub', 'directory'],
      purgedAt: null,
    });
    await runJob();
    expect(await announcements(id)).toHaveLength(2);
  });

  it('is purged again in the hub if that was interrupted', async () => {
    const id = await deletedTenant('half-gone');
    const left = () =>
      hub.pod.platform.db.transact({ tenantId: id, actor: system }, (tx) =>
        tx.rows('SELECT 1 FROM ip_rule_set'),
      );
    await hub.pod.platform.db.transact({ tenantId: id, actor: system }, (tx) =>
      tx.execute('INSERT INTO ip_rule_set (tenant_id, version) VALUES ($1, 1)', [id]),
    );
    expect(await left()).toHaveLength(1);
    await change(id, `purged_by = '{}', deletion_told_at = now() - interval '1 hour'`);
    await runJob();
    await eventually(async () => (await get(id)).purgedBy.includes('hub'));
    expect(await left()).toEqual([]);
  });
});

describe('an acknowledgement', () => {
  it('of an unknown service or a tenant that is not deleted is ignored', async () => {
    const [gone, there] = [await deletedTenant('long-gone'), (await hub.makeTenant('alive')).id];
    await acknowledge(gone, 'printer');
    await acknowledge(there, 'directory');
    await acknowledge(newId('tenant'), 'directory');
    await acknowledge(gone, 'fga');
    await eventually(async () => (await get(gone)).purgedBy.includes('fga'));
    expect([(await get(gone)).purgedBy, (await get(there)).purgedBy]).toEqual([['hub', 'fga'], []]);
  });
});
