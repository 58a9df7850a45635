import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStore } from '../src/bus/test-store.ts';
import { idempotencyStore } from '../src/http/http.ts';
import { newId } from '../src/ids/ids.ts';
import { problem } from '../src/problem/problem.ts';
import { parseKeys, secretBox } from '../src/secrets/secrets.ts';
import type { RpcCall, RpcRunner, RpcWrite } from '../src/grpc/grpc.ts';
import { rpcContext, rpcRunner } from '../src/grpc/grpc.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let runner: RpcRunner;
let tenantId: string;
const lost: unknown[] = [];

beforeAll(async () => {
  store = await testStore();
  const keys = parseKeys({ k1: Buffer.alloc(32, 7).toString('base64') }, 'k1');
  runner = rpcRunner({
    db: store.db,
    idempotency: idempotencyStore(secretBox(keys)),
    onAuditLost: (error) => void lost.push(error),
  });
});
beforeEach(() => {
  tenantId = newId('tenant');
});
afterAll(() => store.stop());

const callOf = (serviceAccount = 'hub'): RpcCall => ({
  caller: {
    sub: `system:serviceaccount:platform:${serviceAccount}`,
    namespace: 'platform',
    serviceAccount,
  },
  actor: { type: 'service', id: serviceAccount },
  requestId: 'req_1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  deadline: Infinity,
});

const writing = (more: Partial<RpcWrite<{ n: number }>> = {}): RpcWrite<{ n: number }> => ({
  operationId: 'thingsWrite',
  subject: { type: 'thing', id: 'one' },
  request: { colour: 'red' },
  ...more,
});

interface Envelope {
  traceparent?: string;
  data: { actor: unknown; subject: unknown; data: Record<string, unknown> };
}

async function auditLog(): Promise<Envelope[]> {
  const rows = await store.db.work((tx) =>
    tx.rows<{ envelope: Envelope | string }>(
      'SELECT envelope FROM outbox WHERE tenant_id = $1 ORDER BY event_id',
      [tenantId],
    ),
  );
  return rows.map(({ envelope }) =>
    typeof envelope === 'string' ? (JSON.parse(envelope) as Envelope) : envelope,
  );
}
const outcomes = async () => (await auditLog()).map(({ data }) => data.data['outcome']);

/** Counts how often the work ran. */
function counted() {
  const runs = { n: 0 };
  return { runs, work: async () => ({ n: (runs.n += 1) }) };
}

describe('context', () => {
  test('names the tenant, the caller and the trace', () => {
    expect(rpcContext(callOf(), tenantId)).toEqual({
      tenantId,
      actor: { type: 'service', id: 'hub' },
      requestId: 'req_1',
      traceparent: callOf().traceparent,
    });
  });

  test.each(['', 'tnt_1', newId('user')])('"%s" is not a tenant', async (id) => {
    const { runs, work } = counted();
    const failed = { code: 'invalid_parameter' };
    await expect(runner.read(callOf(), id, work)).rejects.toMatchObject(failed);
    await expect(runner.write(callOf(), id, writing(), work)).rejects.toMatchObject(failed);
    expect(runs.n).toBe(0);
  });
});

test('read runs in a transaction that cannot write', async () => {
  const read = runner.read(callOf(), tenantId, async (tx) => {
    expect(tx.context.actor).toEqual({ type: 'service', id: 'hub' });
    await tx.execute("INSERT INTO purged_tenant (tenant_id) VALUES ('x')");
  });
  await expect(read).rejects.toThrow('read-only');
});

describe('write', () => {
  test('records the action, the actor and the reason', async () => {
    const result = await runner.write(callOf(), tenantId, writing(), async (_tx, audit) => {
      audit({ changed: ['/colour'], details: { was: 'blue' } });
      return { n: 1 };
    });
    expect(result).toEqual({ n: 1 });
    const [record] = await auditLog();
    expect(record).toMatchObject({
      traceparent: callOf().traceparent,
      data: {
        actor: { type: 'service', id: 'hub' },
        subject: { type: 'thing', id: 'one' },
        data: {
          operationId: 'thingsWrite',
          outcome: 'success',
          status: 200,
          requestId: 'req_1',
          changed: ['/colour'],
          details: { was: 'blue' },
        },
      },
    });
  });

  test('names the actor that the caller acts for', async () => {
    const actor = { type: 'user', id: 'usr_1' } as const;
    await runner.write(callOf(), tenantId, writing({ actor }), counted().work);
    expect((await auditLog())[0]?.data.actor).toMatchObject(actor);
  });

  test('records nothing if nothing was changed', async () => {
    const subject = (result?: { n: number }) =>
      result?.n === 1 ? undefined : { type: 'thing', id: 'one' };
    await runner.write(callOf(), tenantId, writing({ subject }), counted().work);
    expect(await auditLog()).toEqual([]);
  });

  test.each([
    ['conflict', 'failure'],
    ['self_approval', 'denied'],
  ] as const)('records a failure: %s is %s', async (code, outcome) => {
    const failed = runner.write(
      callOf(),
      tenantId,
      writing({ details: { by: 'pendingMessages' } }),
      (tx) =>
        tx
          .audit({
            subject: { type: 'thing', id: 'undone' },
            data: { operationId: 'x', outcome: 'success', status: 200 },
          })
          .then(() => Promise.reject(problem(code))),
    );
    await expect(failed).rejects.toMatchObject({ code });
    const records = await auditLog();
    expect(records).toHaveLength(1);
    expect(records[0]?.data.data).toMatchObject({
      outcome,
      code,
      details: { by: 'pendingMessages' },
    });
  });

  test('only logs internal errors', async () => {
    const failed = runner.write(callOf(), tenantId, writing(), () =>
      Promise.reject(new Error('x')),
    );
    await expect(failed).rejects.toThrow('x');
    expect(await auditLog()).toEqual([]);
  });

  test('retries a lost race, and records only the last attempt', async () => {
    const { runs, work } = counted();
    const repeat = (attempt: () => Promise<{ n: number }>) => attempt().catch(attempt);
    const result = await runner.write(callOf(), tenantId, writing({ repeat }), async () => {
      const done = await work();
      if (done.n === 1) throw problem('conflict');
      return done;
    });
    expect([result, runs.n, await outcomes()]).toEqual([{ n: 2 }, 2, ['success']]);
  });
});

describe('an idempotency key', () => {
  const keyed = (more: Partial<RpcWrite<{ n: number }>> = {}) =>
    writing({ idempotencyKey: 'key-1', ...more });

  test('returns the first response again', async () => {
    const { runs, work } = counted();
    const first = await runner.write(callOf(), tenantId, keyed(), work);
    expect(await runner.write(callOf(), tenantId, keyed(), work)).toEqual(first);
    expect([runs.n, await outcomes()]).toEqual([1, ['success']]);
  });

  test('belongs to its caller, its tenant and its request', async () => {
    const { runs, work } = counted();
    await runner.write(callOf(), tenantId, keyed(), work);
    await runner.write(callOf('directory'), tenantId, keyed(), work);
    await runner.write(callOf(), newId('tenant'), keyed(), work);
    expect(runs.n).toBe(3);
    const other = runner.write(callOf(), tenantId, keyed({ request: { colour: 'blue' } }), work);
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const operation = runner.write(callOf(), tenantId, keyed({ operationId: 'other' }), work);
    await expect(operation).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('of a failed write can be reused', async () => {
    const { work } = counted();
    const failed = runner.write(callOf(), tenantId, keyed(), () =>
      Promise.reject(problem('conflict')),
    );
    await expect(failed).rejects.toMatchObject({ code: 'conflict' });
    expect(await runner.write(callOf(), tenantId, keyed(), work)).toEqual({ n: 1 });
  });

  test('allows one of several concurrent calls', async () => {
    const { runs, work } = counted();
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => runner.write(callOf(), tenantId, keyed(), work)),
    );
    expect(runs.n).toBe(1);
    for (const one of all)
      if (one.status === 'fulfilled') expect(one.value).toEqual({ n: 1 });
      else expect(one.reason).toMatchObject({ code: 'idempotency_key_in_use' });
  });

  test('must be visible ASCII', async () => {
    const { runs, work } = counted();
    const bad = runner.write(callOf(), tenantId, keyed({ idempotencyKey: 'a b' }), work);
    await expect(bad).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(runs.n).toBe(0);
  });
});
