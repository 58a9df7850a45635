import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from '@platform/dev/nats';
import { temporaryFolder } from '@platform/testkit/stores';
import { cutoffKey } from '@platform/kit/service';
import type { Cutoff } from '@platform/kit/auth';
import { eventually } from '@platform/testkit/eventually';
import { cutOff } from '../src/token-cutoffs/cut-off.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';
import { openBucket } from '@platform/testkit/stores';

let hub: HubUnderTest;
let acme: MadeTenant;
beforeAll(async () => {
  hub = await hubUnderTest({}, { ownNats: true });
  acme = await hub.makeTenant('acme');
  await eventually(() => hub.pod.platform.bus.isConnected());
});
let again = async (): Promise<void> => undefined;
afterAll(async () => {
  await hub.stop();
  await again();
});

const system = { type: 'system', id: 'test' } as const;
const held = (kind: Cutoff['kind'], id: string) =>
  hub.pod.platform.bus
    .get<Cutoff>('token-cutoffs', cutoffKey({ tenantId: acme.id, kind, id }))
    .catch(() => undefined);
const cut = (kind: Cutoff['kind'], id: string, notBefore: number) =>
  hub.pod.platform.db.transact({ tenantId: acme.id, actor: system }, async (tx) => {
    await cutOff(tx, { kind, id, notBefore });
  });

describe('a cut-off', () => {
  it('is written to the bucket, and never moves back', async () => {
    const [late, early] = [2_000_000_000, 1_000_000_000];
    await cut('client', 'one client/with signs', late);
    await cut('client', 'one client/with signs', early);
    await eventually(
      async () => (await held('client', 'one client/with signs'))?.notBefore === late,
    );
    expect(await held('client', 'one client/with signs')).toEqual({
      tenantId: acme.id,
      kind: 'client',
      id: 'one client/with signs',
      notBefore: late,
      version: late,
    });
  });

  it('is written again if the bucket has lost it', async () => {
    await cut('subject', 'usr_1', 2_000_000_000);
    await eventually(async () => (await held('subject', 'usr_1')) !== undefined);
    const kv = await openBucket(hub.pod.platform.bus.jetstream()!, 'token-cutoffs');
    await kv.purge(cutoffKey({ tenantId: acme.id, kind: 'subject', id: 'usr_1' }));
    expect(await held('subject', 'usr_1')).toBeUndefined();
    const pod = await hub.startPod('auditor');
    await eventually(async () => (await held('subject', 'usr_1'))?.notBefore === 2_000_000_000);
    expect(await pod.platform.metrics.registry.metrics()).toMatch(
      /platform_bucket_repairs_total\{bucket="token-cutoffs",service="hub"\} [1-9]/,
    );
  });

  it('is written again if NATS loses its data', async () => {
    await cut('client', 'after-a-crash', 2_000_000_000);
    await eventually(async () => (await held('client', 'after-a-crash')) !== undefined);
    const { url, stop } = hub.around.nats;
    await stop();
    const folder = temporaryFolder('hub-test-nats-');
    const reborn = await startNats({ storeDir: folder.path, port: Number(new URL(url).port) });
    try {
      await eventually(
        async () => (await held('client', 'after-a-crash'))?.notBefore === 2_000_000_000,
      );
    } finally {
      again = async () => {
        await reborn.stop();
        folder.remove();
      };
    }
  });

  it('is removed when no earlier token can still be valid', async () => {
    await cut('token', 'tok_old', 1_000_000_000);
    await hub.pod.platform.db.transact({ tenantId: acme.id, actor: system }, (tx) =>
      tx.execute(
        `UPDATE token_cutoff SET created_at = now() - interval '3 hours' WHERE id = 'tok_old'`,
      ),
    );
    await hub.startPod('sweeper');
    await eventually(
      async () =>
        (
          await hub.pod.platform.db.work((tx) =>
            tx.rows(`SELECT 1 FROM token_cutoff WHERE id = 'tok_old'`),
          )
        ).length === 0,
    );
  });
});
