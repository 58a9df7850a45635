import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { z } from 'zod';
import { testStore } from '../src/bus/test-store.ts';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import {
  LostJobError,
  PermanentJobError,
  eraseJobSubject,
  handleJob,
  jobKind,
} from '../src/jobs/jobs.ts';
import type { ActiveJob, EndedJob, JobKind, JobSettings } from '../src/jobs/jobs.ts';
import { kitSweep } from '../src/jobs/kit-sweep.ts';
import { asTenant, startPod, testDatabase, testHints } from '../src/jobs/test-pods.ts';
import type { TestPod } from '../src/jobs/test-pods.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;
const pods: TestPod[] = [];
const opened: Database[] = [];

beforeAll(async () => {
  store = await testStore();
  db = store.db;
  await withClient(store.url, (client) =>
    client.query(`SET search_path = shop; CREATE TABLE effect (tenant_id text NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, job text, value text, PRIMARY KEY (tenant_id, id));
      SELECT own_by_tenant('effect')`),
  );
});
afterEach(async () => {
  await Promise.all(pods.splice(0).map((pod) => pod.stop()));
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await sql('DELETE FROM job');
});
afterAll(() => store.stop());

const sql = <R = Record<string, any>>(text: string, params: unknown[] = []): Promise<R[]> =>
  withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text, params)).rows as R[];
  });
const rowOf = async (id: string): Promise<any> =>
  (await sql('SELECT * FROM job WHERE id = $1', [id]))[0];
const untilState = (id: string, state: string): Promise<any> =>
  eventually(
    async () => {
      const row = await rowOf(id);
      return row?.state === state && row;
    },
    { what: `${state} of ${id}` },
  );
const pod = (
  options: Partial<Parameters<typeof startPod>[0]>,
  ...rest: Parameters<typeof startPod> extends [unknown, ...infer R] ? R : never
): TestPod => {
  const own = options.db ?? testDatabase(store.url);
  if (!options.db) opened.push(own);
  const started = startPod({ worker: 'a', ...options, db: own }, ...rest);
  pods.push(started);
  return started;
};
const payload = z.object({ n: z.number() });
type Payload = z.infer<typeof payload>;
const kindOf = (settings: Partial<JobSettings> = {}): JobKind<Payload> =>
  jobKind({ name: 'count', payload, backoffMs: 20, ...settings });
const addEffect = (job: ActiveJob<Payload>, value: string): Promise<void> =>
  job.transact(async (tx) => {
    await tx.execute('INSERT INTO effect (tenant_id, job, value) VALUES ($1, $2, $3)', [
      job.tenantId,
      job.id,
      value,
    ]);
  });
const effects = async (tenantId: string): Promise<string[]> =>
  (await sql('SELECT value FROM effect WHERE tenant_id = $1 ORDER BY id', [tenantId])).map(
    (row) => row['value'] as string,
  );
const enqueue = (
  { jobs }: Pick<TestPod, 'jobs'>,
  kind: JobKind<Payload>,
  tenantId: string,
  n = 0,
  options: object = {},
) => asTenant(db, tenantId, (tx) => jobs.enqueue(tx, kind, { n }, options));
/** A promise that the test resolves. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened: isOpen, open };
}
const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', resolve));

describe('enqueue', () => {
  test('runs a job with its payload after the commit, and records its creator and result', async () => {
    const tenantId = newId('tenant');
    const kind = kindOf();
    const seen: unknown[] = [];
    const a = pod({}, [
      handleJob(kind, {
        run: async (job) => {
          seen.push([job.payload, job.createdBy, job.attempt, job.tenantId, job.resumeFrom]);
          await job.transact((tx) => job.checkpoint(tx, { at: 1 }, { done: 1 }));
        },
      }),
    ]);
    const { id, isNew } = await enqueue(a, kind, tenantId, 7);
    expect([id, isNew]).toEqual([expect.stringMatching(/^job_/), true]);
    expect(await untilState(id, 'COMPLETED')).toMatchObject({
      attempts: 1,
      epoch: '1',
      worker: 'a',
      progress: { done: 1 },
      checkpoint: { at: 1 },
      last_error: null,
      leased_until: null,
      expires_at: expect.any(Date),
    });
    expect(seen).toEqual([[{ n: 7 }, { type: 'user', id: 'usr_test' }, 1, tenantId, undefined]]);
  });

  test('runs a transaction for the service, or for an actor that the job names', async () => {
    const grace = { type: 'user', id: 'usr_grace' } as const;
    const actors: unknown[] = [];
    const kind = jobKind({ name: 'acting', payload: z.object({}) });
    const { jobs } = pod({ worker: 'a' }, [
      handleJob(kind, {
        async run(job) {
          await job.transact(async (tx) => actors.push(tx.context.actor));
          await job.transact(async (tx) => actors.push(tx.context.actor), grace);
        },
      }),
    ]);
    const { id } = await asTenant(db, newId('tenant'), (tx) => jobs.enqueue(tx, kind, {}));
    await untilState(id, 'COMPLETED');
    expect(actors).toEqual([{ type: 'system', id: 'shop' }, grace]);
  });

  test('leaves nothing when the transaction rolls back, and rejects an invalid payload', async () => {
    const kind = kindOf();
    const a = pod({}, [handleJob(kind, { run: async () => undefined })]);
    const tenantId = newId('tenant');
    await expect(
      asTenant(db, tenantId, async (tx) => {
        await a.jobs.enqueue(tx, kind, { n: 1 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(
      asTenant(db, tenantId, (tx) => a.jobs.enqueue(tx, kind, { n: 'x' } as never)),
    ).rejects.toThrow('expected number');
    expect(await sql('SELECT FROM job WHERE tenant_id = $1', [tenantId])).toEqual([]);
  });

  test('wakes another pod that would not poll for an hour', async () => {
    const kind = kindOf();
    const bus = testHints();
    const a = pod({ bus, pollMs: 3_600_000 }, []);
    pod({ bus, pollMs: 3_600_000, worker: 'b' }, [handleJob(kind, { run: async () => undefined })]);
    // Both pods have polled once and are waiting.
    await eventually(async () => (await sql(`SELECT FROM job WHERE schedule IS NOT NULL`))[0]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    expect(await untilState(id, 'COMPLETED')).toMatchObject({ worker: 'b' });
  });

  test('with a dedupe key creates one open job per kind and tenant, even concurrently', async () => {
    const kind = kindOf();
    const { opened: mayEnd, open } = gate();
    const a = pod({}, [handleJob(kind, { run: () => mayEnd })]);
    const [tenantId, other] = [newId('tenant'), newId('tenant')];
    const dedupeKey = 'one';
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => enqueue(a, kind, tenantId, 1, { dedupeKey })),
    );
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    await untilState(asked[0]!.id, 'RUNNING');
    expect(await enqueue(a, kind, tenantId, 1, { dedupeKey })).toEqual({
      id: asked[0]!.id,
      isNew: false,
    });
    expect((await enqueue(a, kind, other, 1, { dedupeKey })).isNew).toBe(true);
    open();
    await untilState(asked[0]!.id, 'COMPLETED');
    expect((await enqueue(a, kind, tenantId, 1, { dedupeKey })).isNew).toBe(true);
  });

  test('does not run a job before its time', async () => {
    const kind = kindOf({ perTenant: 4 });
    const tenantId = newId('tenant');
    const order: number[] = [];
    const a = pod({}, [handleJob(kind, { run: async (job) => void order.push(job.payload.n) })]);
    const later = await enqueue(a, kind, tenantId, 1, { runAt: new Date(Date.now() + 3_600_000) });
    const soon = await enqueue(a, kind, tenantId, 2, { runAt: new Date(Date.now() + 50) });
    await untilState(soon.id, 'COMPLETED');
    expect([(await rowOf(later.id)).state, order]).toEqual(['PENDING', [2]]);
    await sql('UPDATE job SET run_at = now() WHERE id = $1', [later.id]);
    await untilState(later.id, 'COMPLETED');
  });
});

describe('a pod that rarely looks by itself', () => {
  const pollMs = 60_000;

  test('runs a job when its time comes', async () => {
    const kind = kindOf();
    const a = pod({ pollMs }, [handleJob(kind, { run: async () => undefined })]);
    const { id } = await enqueue(a, kind, newId('tenant'), 1, {
      runAt: new Date(Date.now() + 1_000),
    });
    await expect.poll(async () => (await rowOf(id)).state, { timeout: 20_000 }).toBe('COMPLETED');
  });

  test('looks again soon after a look has failed', async () => {
    const kind = kindOf();
    const idle = pod({ pollMs, worker: 'idle' }, []);
    const { id } = await enqueue(idle, kind, newId('tenant'), 1);
    const own = testDatabase(store.url);
    opened.push(own);
    let looks = 0;
    const failsOnce: Database['work'] = async (work) => {
      looks += 1;
      if (looks <= 2) throw new Error('the database is restarting');
      return own.work(work);
    };
    pod({ pollMs, db: { ...own, work: failsOnce } }, [
      handleJob(kind, { run: async () => undefined }),
    ]);
    await expect.poll(async () => (await rowOf(id)).state, { timeout: 20_000 }).toBe('COMPLETED');
  });
});

describe('many pods', () => {
  test('run each job once, and no tenant exceeds its number of running jobs of a kind', async () => {
    const kind = kindOf({ concurrency: 6, perTenant: 2 });
    const tenants = Array.from({ length: 5 }, () => newId('tenant'));
    const running = new Map<string, number>();
    let most = 0;
    const run = async (job: ActiveJob<Payload>): Promise<void> => {
      const now = (running.get(job.tenantId) ?? 0) + 1;
      running.set(job.tenantId, now);
      most = Math.max(most, now);
      await addEffect(job, String(job.payload.n));
      running.set(job.tenantId, (running.get(job.tenantId) ?? 0) - 1);
    };
    const [first] = Array.from({ length: 4 }, (_, i) =>
      pod({ worker: `pod ${i}`, pollMs: 5 }, [handleJob(kind, { run })]),
    );
    for (const tenantId of tenants)
      await asTenant(db, tenantId, async (tx) => {
        for (let n = 0; n < 40; n++) await first!.jobs.enqueue(tx, kind, { n });
      });
    await eventually(
      async () =>
        (await sql(`SELECT FROM job WHERE kind = 'count' AND state <> 'COMPLETED'`)).length === 0,
    );
    for (const tenantId of tenants)
      expect((await effects(tenantId)).toSorted()).toEqual(
        Array.from({ length: 40 }, (_, n) => String(n)).toSorted(),
      );
    const rows = await sql(`SELECT DISTINCT attempts, epoch::int FROM job WHERE kind = 'count'`);
    expect([most, rows]).toEqual([2, [{ attempts: 1, epoch: 1 }]]);
  });

  test('share the jobs of one tenant among each other', async () => {
    const kind = kindOf({ concurrency: 1, perTenant: 2 });
    const { opened: mayEnd, open } = gate();
    const started: string[] = [];
    const podOf = (worker: string) =>
      pod({ worker }, [
        handleJob(kind, {
          run: async () => {
            started.push(worker);
            await mayEnd;
          },
        }),
      ]);
    const [a] = [podOf('a'), podOf('b')];
    const tenantId = newId('tenant');
    const ids = [await enqueue(a, kind, tenantId), await enqueue(a, kind, tenantId)];
    await eventually(() => started.length === 2);
    expect(started.toSorted()).toEqual(['a', 'b']);
    open();
    for (const { id } of ids) await untilState(id, 'COMPLETED');
  });
});

describe('a job that fails', () => {
  test('is retried with increasing delays from its last checkpoint, and then fails', async () => {
    const kind = kindOf({ maxAttempts: 3, backoffMs: 40, maxBackoffMs: 60 });
    const resumed: unknown[] = [];
    const ended: EndedJob<Payload>[] = [];
    const a = pod({ random: () => 0.999_999 }, [
      handleJob(kind, {
        run: async (job) => {
          resumed.push(job.resumeFrom);
          await job.transact((tx) => job.checkpoint(tx, job.attempt));
          throw new Error(`attempt ${job.attempt}`);
        },
        onEnded: async (_tx, job) => void ended.push(job),
      }),
    ]);
    const tenantId = newId('tenant');
    const { id } = await enqueue(a, kind, tenantId, 4);
    const row = await untilState(id, 'FAILED');
    expect(row).toMatchObject({
      attempts: 3,
      last_error: { code: 'internal_error', message: 'attempt 3' },
      expires_at: expect.any(Date),
    });
    expect(resumed).toEqual([undefined, 1, 2]);
    expect(ended).toEqual([
      {
        id,
        tenantId,
        payload: { n: 4 },
        createdBy: { type: 'user', id: 'usr_test' },
        state: 'FAILED',
        error: row.last_error,
      },
    ]);
  });

  test('waits for the pause before its next attempt', async () => {
    const kind = kindOf({ maxAttempts: 2, backoffMs: 3_600_000, maxBackoffMs: 3_600_000 });
    const a = pod({ random: () => 0 }, [
      handleJob(kind, {
        run: async () => {
          throw new Error('no');
        },
      }),
    ]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    const row = await eventually(async () => {
      const found = await rowOf(id);
      return found.last_error && found;
    });
    expect(row).toMatchObject({ state: 'PENDING', is_due: false, attempts: 1, leased_until: null });
    expect(row.run_at.getTime() - row.updated_at.getTime()).toBe(2_880_000);
  });

  test('with a permanent error is not retried', async () => {
    const kind = kindOf();
    const a = pod({}, [
      handleJob(kind, {
        run: async () => {
          throw new PermanentJobError('model_not_found', 'the model no longer exists');
        },
      }),
    ]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    expect(await untilState(id, 'FAILED')).toMatchObject({
      attempts: 1,
      last_error: { code: 'model_not_found', message: 'the model no longer exists' },
    });
  });

  test('gets all its attempts again after progress, if its kind is configured so', async () => {
    const kind = kindOf({ maxAttempts: 2, resetAttemptsOnCheckpoint: true, backoffMs: 1 });
    let runs = 0;
    const a = pod({}, [
      handleJob(kind, {
        run: async (job) => {
          runs += 1;
          const at = (job.resumeFrom as number | undefined) ?? 0;
          if (at === 4) throw new Error('stuck');
          await job.transact((tx) => job.checkpoint(tx, at + 1));
          throw new Error('no');
        },
      }),
    ]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    expect(await untilState(id, 'FAILED')).toMatchObject({
      checkpoint: 4,
      last_error: { message: 'stuck' },
    });
    expect(runs).toBe(5);
  });

  test('is retried, without a stored result, if its `onEnded` fails', async () => {
    const kind = kindOf({ maxAttempts: 1, leaseMs: 60_000 });
    let told = 0;
    const a = pod({}, [
      handleJob(kind, {
        run: async () => {
          throw new PermanentJobError('no', 'no');
        },
        onEnded: async () => {
          told += 1;
          if (told === 1) throw new Error('not now');
        },
      }),
    ]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    await eventually(() => told === 1);
    // Waits for the transaction in which the job failed.
    await sql('UPDATE job SET leased_until = now() WHERE id = $1', [id]);
    expect(await untilState(id, 'FAILED')).toMatchObject({
      epoch: '2',
      last_error: { code: 'attempts_exhausted' },
    });
    expect(told).toBe(2);
  });
});

describe('an unresponsive worker', () => {
  test('loses the job to another worker, and cannot commit anything more', async () => {
    const kind = kindOf({ leaseMs: 600 });
    const tenantId = newId('tenant');
    const { opened: mayGoOn, open } = gate();
    const outcome: unknown[] = [];
    const reached = gate();
    // Its heartbeats fail.
    const cut = testDatabase(store.url);
    opened.push(cut);
    let isCut = false;
    const silent: Database = {
      ...cut,
      work: (work) => (isCut ? Promise.reject(new Error('cut off')) : cut.work(work)),
      renew: (work) => (isCut ? Promise.reject(new Error('cut off')) : cut.renew(work)),
    };
    const first = pod({ db: silent, worker: 'first' }, [
      handleJob(kind, {
        run: async (job) => {
          await job.transact(async (tx) => {
            await tx.execute(`INSERT INTO effect (tenant_id, value) VALUES ($1, 'first')`, [
              tenantId,
            ]);
            await job.checkpoint(tx, 'first');
          });
          isCut = true;
          reached.open();
          await mayGoOn;
          for (const write of [
            () => addEffect(job, 'too late'),
            () => job.transact((tx) => job.checkpoint(tx, 'too late')),
          ])
            outcome.push(await write().catch((error: unknown) => error));
          throw new Error('this is not written either');
        },
      }),
    ]);
    const { id } = await enqueue(first, kind, tenantId);
    await reached.opened;
    const resumed: unknown[] = [];
    pod({ worker: 'second' }, [
      handleJob(kind, {
        run: async (job) => {
          resumed.push(job.resumeFrom);
          open();
          await eventually(() => outcome.length === 2);
          await addEffect(job, 'second');
        },
      }),
    ]);
    expect(await untilState(id, 'COMPLETED')).toMatchObject({
      worker: 'second',
      epoch: '2',
      checkpoint: 'first',
      last_error: null,
    });
    expect(outcome).toEqual([expect.any(LostJobError), expect.any(LostJobError)]);
    expect([resumed, await effects(tenantId)]).toEqual([['first'], ['first', 'second']]);
  });

  test('learns of the loss by its signal', async () => {
    const kind = kindOf({ leaseMs: 600 });
    const reasons: unknown[] = [];
    const { opened: begun, open } = gate();
    const a = pod({}, [
      handleJob(kind, {
        run: async (job) => {
          open();
          await aborted(job.signal);
          reasons.push(job.signal.reason);
        },
      }),
    ]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    // A job that is lost before its handler runs has no handler to notify.
    await begun;
    await sql('UPDATE job SET epoch = epoch + 1 WHERE id = $1', [id]);
    await eventually(() => reasons.length > 0);
    expect(reasons[0]).toBe('lost');
  });

  test('renews the lease of a job for as long as it runs', async () => {
    const kind = kindOf({ leaseMs: 60_000 });
    // Pods renew every lease as often as the shortest one requires, so a slow machine does not lose
    // this one.
    const brief = handleJob(jobKind({ name: 'brief', payload, leaseMs: 60 }), {
      run: async () => undefined,
    });
    const { opened: mayEnd, open } = gate();
    const a = pod({ worker: 'a' }, [handleJob(kind, { run: () => mayEnd }), brief]);
    pod({ worker: 'b' }, [handleJob(kind, { run: () => mayEnd }), brief]);
    const { id } = await enqueue(a, kind, newId('tenant'));
    let { leased_until: until } = await untilState(id, 'RUNNING');
    for (let renewals = 0; renewals < 3; renewals++)
      until = await eventually(
        async () => {
          const { leased_until: renewed } = await rowOf(id);
          return renewed > until && renewed;
        },
        { what: 'a renewal of the lease' },
      );
    open();
    expect(await untilState(id, 'COMPLETED')).toMatchObject({ epoch: '1' });
  });
});

describe('cancel', () => {
  test('ends a pending job immediately', async () => {
    const kind = kindOf();
    const a = pod({}, []);
    const tenantId = newId('tenant');
    const { id } = await enqueue(a, kind, tenantId, 1, { dedupeKey: 'k' });
    expect(await asTenant(db, tenantId, (tx) => a.jobs.cancelByKey(tx, kind, 'k'))).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'CANCELED', expires_at: expect.any(Date) });
    expect(await asTenant(db, tenantId, (tx) => a.jobs.cancel(tx, id))).toBe(false);
    const stranger = await asTenant(db, newId('tenant'), (tx) => a.jobs.cancel(tx, id));
    expect(stranger).toBe(false);
  });

  test('aborts the signal of a running job on another pod, and keeps its progress', async () => {
    const kind = kindOf();
    const bus = testHints();
    const tenantId = newId('tenant');
    const ended: string[] = [];
    const a = pod({ bus }, []);
    pod({ bus, worker: 'b' }, [
      handleJob(kind, {
        run: async (job) => {
          await addEffect(job, 'before');
          await aborted(job.signal);
          await addEffect(job, job.signal.reason as string);
        },
        onEnded: async (_tx, { state }) => void ended.push(state),
      }),
    ]);
    const { id } = await enqueue(a, kind, tenantId);
    await eventually(async () => (await effects(tenantId)).length === 1);
    expect(await asTenant(db, tenantId, (tx) => a.jobs.cancel(tx, id))).toBe(true);
    await untilState(id, 'CANCELED');
    expect([await effects(tenantId), ended]).toEqual([['before', 'canceled'], ['CANCELED']]);
  });
});

describe('a shutdown', () => {
  test('releases the job without counting the attempt', async () => {
    const kind = kindOf({ maxAttempts: 1 });
    const tenantId = newId('tenant');
    const started = gate();
    const a = startPod({ db, worker: 'a' }, [
      handleJob(kind, {
        run: async (job) => {
          await job.transact((tx) => job.checkpoint(tx, 'half'));
          started.open();
          await aborted(job.signal);
        },
      }),
    ]);
    const { id } = await enqueue(a, kind, tenantId);
    await started.opened;
    await a.stop();
    expect(await rowOf(id)).toMatchObject({ state: 'PENDING', attempts: 0, is_due: true });
    const resumed: unknown[] = [];
    pod({ worker: 'b' }, [
      handleJob(kind, { run: async (job) => void resumed.push(job.resumeFrom) }),
    ]);
    await untilState(id, 'COMPLETED');
    expect(resumed).toEqual(['half']);
  });
});

describe('the rows', () => {
  test('are deleted after the retention of their kind', async () => {
    const kinds = [kindOf({ retentionMs: 0 }), jobKind({ name: 'kept', payload })];
    const a = pod(
      {},
      kinds.map((kind) => handleJob(kind, { run: async () => undefined })),
    );
    const tenantId = newId('tenant');
    const [gone, kept] = [
      await enqueue(a, kinds[0]!, tenantId),
      await enqueue(a, kinds[1]!, tenantId),
    ];
    await untilState(gone.id, 'COMPLETED');
    await untilState(kept.id, 'COMPLETED');
    await kitSweep(db).work(new AbortController().signal);
    expect([await rowOf(gone.id), (await rowOf(kept.id)).state]).toEqual([undefined, 'COMPLETED']);
  });

  test('are deleted with their tenant, and running jobs stop', async () => {
    const kind = kindOf({ leaseMs: 600 });
    const tenantId = newId('tenant');
    const errors: unknown[] = [];
    const started = gate();
    const a = pod({}, [
      handleJob(kind, {
        run: async (job) => {
          started.open();
          await aborted(job.signal);
          errors.push(await addEffect(job, 'too late').catch((error: unknown) => error));
        },
      }),
    ]);
    await enqueue(a, kind, tenantId);
    await enqueue(a, kind, tenantId);
    await started.opened;
    await sql('DELETE FROM job WHERE tenant_id = $1', [tenantId]);
    await eventually(() => errors.length === 1);
    expect(errors).toEqual([expect.any(LostJobError)]);
    expect(await sql('SELECT FROM job WHERE tenant_id = $1', [tenantId])).toEqual([]);
    expect(await effects(tenantId)).toEqual([]);
  });

  test('about an erased user are deleted, and jobs that the user created are anonymized', async () => {
    const kind = kindOf();
    const a = pod({}, []);
    const tenantId = newId('tenant');
    const subjectId = newId('user');
    const about = await enqueue(a, kind, tenantId, 1, { subjectId });
    const by = await db.transact({ tenantId, actor: { type: 'user', id: subjectId } }, (tx) =>
      a.jobs.enqueue(tx, kind, { n: 2 }),
    );
    const other = await enqueue(a, kind, tenantId, 3, { subjectId: newId('user') });
    await asTenant(db, tenantId, (tx) => eraseJobSubject(tx, subjectId));
    expect(await rowOf(about.id)).toBeUndefined();
    expect((await rowOf(by.id)).created_by).toEqual({ type: 'system', id: 'erased' });
    expect((await rowOf(other.id)).created_by).toEqual({ type: 'user', id: 'usr_test' });
  });

  test('are shown as metrics by kind', async () => {
    const kind = kindOf({ maxAttempts: 1 });
    const { opened: mayEnd, open } = gate();
    const a = pod({}, [
      handleJob(kind, {
        run: async (job) => {
          if (job.payload.n === 0) throw new Error('no');
          await mayEnd;
        },
      }),
    ]);
    const tenantId = newId('tenant');
    const { id } = await enqueue(a, kind, tenantId, 0);
    await untilState(id, 'FAILED');
    for (let n = 1; n < 4; n++) await enqueue(a, kind, tenantId, n);
    const shown = async (name: string): Promise<string> =>
      a.metrics.registry.getSingleMetricAsString(name);
    await eventually(async () => {
      await sql(
        `UPDATE job SET run_at = now(), is_due = true WHERE kind = 'singleton: count of jobs' AND state = 'PENDING'`,
      );
      return (
        (await shown('platform_jobs_running')).includes('kind="count",service="shop"} 1') &&
        (await shown('platform_jobs_pending')).includes('kind="count",service="shop"} 2')
      );
    });
    expect(await shown('platform_jobs_failed')).toContain('kind="count",service="shop"} 1');
    expect(await shown('platform_jobs_oldest_seconds')).toContain('kind="count"');
    expect(await shown('platform_job_duration_seconds')).toContain('outcome="fail"');
    open();
  });
});
