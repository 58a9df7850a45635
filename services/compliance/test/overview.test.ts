import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { partHealth, partHits } from '@platform/siblings/overview';
import { patientPeer } from '@platform/testkit/patient-peer';
import { poll, ssfPlatform } from './ssf-fixtures.ts';
import type { SsfTestPlatform } from './ssf-fixtures.ts';

let under: SsfTestPlatform;
let hub: RpcPeer;
const scopes = new Set(['tenant:compliance.read']);

beforeAll(async () => {
  under = await ssfPlatform();
  hub = patientPeer({
    address: `127.0.0.1:${under.platform.service.rpcPort}`,
    token: () => under.platform.cluster.mint('hub', 'compliance'),
  });
});
afterAll(async () => {
  hub.close();
  await under.stop();
});

const itemsOf = async (tenantId: string, given = scopes) =>
  (await partHealth(hub, { tenantId, scopes: given })).items;

test('reports receivers that fail or were stopped, and requests that are overdue', async () => {
  const { tenant, api } = await under.tenant();
  const receiver = (await under.register(api, { clientId: 'app', delivery: { method: poll } })).body
    .id;
  expect(await itemsOf(tenant.id)).toEqual([]);
  await under.sql(`UPDATE ssf_receivers SET consecutive_failures = 2 WHERE id = $1`, [receiver]);
  expect(await itemsOf(tenant.id)).toMatchObject([
    { kind: 'failing', code: 'receiver_failing', resource: { type: 'ssf_receiver', id: receiver } },
  ]);
  await under.sql(
    `UPDATE ssf_receivers SET status = 'paused', status_changed_by = 'platform' WHERE id = $1`,
    [receiver],
  );
  const erasure = newId('erasureRequest');
  await under.sql(
    `INSERT INTO erasure_requests (tenant_id, id, state, subject_type, subject_hash, reason, requested_by, regulation, identity_verification, received_at, due_at)
     VALUES ($1, $2, 'HELD', 'user', 'hash', 'request', 'subject', 'gdpr', 'session', now() - interval '40 days', now() - interval '10 days')`,
    [tenant.id, erasure],
  );
  expect((await itemsOf(tenant.id)).map(({ code, resource }) => [code, resource.id])).toEqual([
    ['receiver_stopped', receiver],
    ['erasure_overdue', erasure],
  ]);
  expect(await itemsOf(tenant.id, new Set(['tenant:users.read']))).toEqual([]);
  expect(await itemsOf((await under.tenant()).tenant.id)).toEqual([]);
  const found = await partHits(hub, {
    tenantId: tenant.id,
    scopes,
    text: erasure,
    types: undefined,
    limit: 20,
  });
  expect(found).toMatchObject([{ type: 'erasure_request', id: erasure, detail: 'HELD' }]);
});
