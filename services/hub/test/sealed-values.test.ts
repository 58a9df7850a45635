import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedRows, testKeys } from '@platform/testkit/encryption-keys';
import { withClient } from '@platform/dev/postgres';
import type { RunningService } from '@platform/kit/service';
import { verify } from '@platform/kit/webhook-signature';
import { eventually } from '@platform/testkit/eventually';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { claimsWebhookHub } from './claims-webhook-hub.ts';
import type { ClaimsWebhookHub } from './claims-webhook-hub.ts';
import type { MadeTenant } from './hub-under-test.ts';

let hub: ClaimsWebhookHub;
beforeAll(async () => {
  hub = await claimsWebhookHub(testKeys('k1'));
});
afterAll(() => hub.stop());

const sql = <R>(text: string): Promise<R[]> =>
  withClient(hub.around.database.url, async (client) => (await client.query(text)).rows as R[]);
const sealed = async (): Promise<string[]> =>
  (
    await sql<{ text: string }>(
      'SELECT secret_sealed AS text FROM hub.claims_webhook WHERE secret_sealed IS NOT NULL UNION ALL SELECT private_sealed FROM hub.signing_key',
    )
  ).map((row) => row.text);
const tokenAt = ({ httpPort }: RunningService, tenant: MadeTenant) =>
  hub.ask('/oauth2/token', {
    host: tenant.host,
    port: httpPort,
    basic: [tenant.clientId, tenant.clientSecret],
    form: { grant_type: 'client_credentials' },
  });

test('claims webhooks are called and tokens are signed after the key that sealed their secrets was removed', async () => {
  const tenants = [
    await hub.tenantWith({ failureMode: 'deny' }),
    await hub.tenantWith({ failureMode: 'deny' }),
  ];
  const before = decodeProtectedHeader(
    (await tokenAt(hub.pod, tenants[0]!)).body.access_token as string,
  );
  const stored = () =>
    sql('SELECT client_id, version, updated_at FROM hub.claims_webhook ORDER BY 1');
  const storedBefore = await stored();
  expect(new Set((await sealed()).map((text) => text.split('.')[1]))).toEqual(new Set(['k1']));
  await hub.pod.close();

  const moving = await hub.startPod('moving', testKeys('k2', 'k1'));
  await eventually(async () => (await sealedRows(moving))['k1'] === 0);
  expect(await sealedRows(moving)).toEqual({ k1: 0, k2: (await sealed()).length, unknown: 0 });
  expect(new Set((await sealed()).map((text) => text.split('.')[1]))).toEqual(new Set(['k2']));
  expect(await stored()).toEqual(storedBefore);
  await moving.close();

  const pod = await hub.startPod('moved', testKeys('k2'));
  const keys = createLocalJWKSet(
    (await hub.ask('/oauth2/jwks', { port: pod.httpPort })).body as never,
  );
  hub.receiver.clear();
  for (const tenant of tenants) {
    const { status, body } = await tokenAt(pod, tenant);
    expect(status).toBe(200);
    expect((await jwtVerify(body.access_token as string, keys)).protectedHeader.kid).toBe(
      before.kid,
    );
    const { raw, headers } = hub.receiver.calls.at(-1)!;
    expect(() => verify(headers, raw, [tenant.secret], new Date(), 300)).not.toThrow();
  }
  expect(hub.receiver.calls).toHaveLength(2);
});
