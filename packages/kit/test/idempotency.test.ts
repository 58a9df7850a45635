import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStore } from '../src/bus/test-store.ts';
import { newId } from '../src/ids/ids.ts';
import { parseKeys, secretBox } from '../src/secrets/secrets.ts';
import { idempotencyStore, requestHash } from '../src/http/idempotency.ts';
import type { IdempotentRequest } from '../src/http/idempotency.ts';

let store: Awaited<ReturnType<typeof testStore>>;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.stop());

const keys = idempotencyStore(
  secretBox(parseKeys({ k1: Buffer.alloc(32, 7).toString('base64') }, 'k1')),
);
const context = { tenantId: newId('tenant'), actor: { type: 'system', id: 'test' } } as const;

test('a request that fails late releases only its own mark, not that of a later request', async () => {
  const request: IdempotentRequest = {
    caller: 'user:c:u',
    key: 'one',
    hash: requestHash(['x']),
    sealed: false,
  };
  const { db } = store;
  const begun = () =>
    db
      .transact(context, (tx) => keys.begin(tx, request))
      .then(
        () => 'free',
        (error: { code?: string }) => error.code,
      );
  const first = await db.transact(context, (tx) => keys.reserve(tx, request));
  await db.transact(context, (tx) =>
    tx.execute(
      `UPDATE idempotency_key SET lease_until = now() - interval '1 second' WHERE key = 'one'`,
    ),
  );
  expect(await begun()).toBe('free');
  const second = await db.transact(context, (tx) => keys.reserve(tx, request));
  await db.transact(context, (tx) => keys.release(tx, request, first));
  expect(await begun()).toBe('idempotency_key_in_use');
  await db.transact(context, (tx) => keys.release(tx, request, second));
  expect(await begun()).toBe('free');
});

test('if a mark has been taken over, its first holder cannot commit', async () => {
  const request: IdempotentRequest = {
    caller: 'user:c:u',
    key: 'two',
    hash: requestHash(['x']),
    sealed: false,
  };
  const { db } = store;
  const answer = (json: string) => ({ status: 200, text: json, headers: {} });
  const keepReserved = (mark: string, json: string) =>
    db.transact(context, (tx) => keys.keepReserved(tx, request, mark, answer(json)));
  const first = await db.transact(context, (tx) => keys.reserve(tx, request));
  const second = await db.transact(context, (tx) => keys.reserve(tx, request));
  await expect(keepReserved(first, '1')).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  await keepReserved(second, '2');
  await expect(keepReserved(first, '1')).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  expect(await db.transact(context, (tx) => keys.begin(tx, request))).toEqual(answer('2'));
});
