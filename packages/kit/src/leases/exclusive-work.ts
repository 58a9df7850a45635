import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { problem } from '../problem/problem.ts';
import { withJitter } from '../async/retry.ts';
import { leasedRows } from './leased-rows.ts';
import type { Lease } from './leased-rows.ts';

type NamedLease = Lease<'name'>;

/** Options of {@link exclusively}. */
export interface ExclusiveWork {
  /** Unique within the service. */
  name: string;
  /** How long to wait for another holder of the name, in milliseconds. */
  waitMs: number;
  random?: () => number;
}

const leaseMs = 30_000;
const askAgainMs = 50;

const names = leasedRows({ table: 'lease', key: { name: 'name' } });
const claimText = names.claim({
  due: `WITH due AS (SELECT name FROM lease WHERE name = $1 AND ${names.isFree()} FOR UPDATE SKIP LOCKED)`,
  seconds: '$2',
});

const claimName = (db: Pick<Database, 'work'>, name: string): Promise<NamedLease | undefined> =>
  db.work(async (tx) => {
    const [, lease] = await Promise.all([
      tx.execute('INSERT INTO lease (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]),
      tx.row<NamedLease>(claimText, [name, leaseMs / 1000]),
    ]);
    return lease;
  });

const deleteName = (db: Pick<Database, 'work'>, { name, epoch }: NamedLease): Promise<number> =>
  db.work((tx) =>
    tx.execute(`DELETE FROM lease WHERE name = $1 AND ${names.isHeld('$2')}`, [name, epoch]),
  );

/**
 * Runs `work` while no other pod, and no other call in this one, runs any under the same name.
 * Renews the lease for as long as the work takes. Two concurrent holders for a moment must be
 * harmless, since the work has no fence.
 * @throws 503 `upstream_unavailable` if the name was taken all the time; errors of `work`
 */
export async function exclusively<T>(
  db: Pick<Database, 'work' | 'renew'>,
  { name, waitMs, random = Math.random }: ExclusiveWork,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + waitMs;
  let lease = await claimName(db, name);
  while (!lease) {
    if (performance.now() >= end)
      throw problem('upstream_unavailable', {
        detail: 'Another change to the same resource is in progress; retry in a moment',
        headers: { 'retry-after': '2' },
      });
    await pause(withJitter(askAgainMs, random, 0.5));
    lease = await claimName(db, name);
  }
  const held = lease;
  const renew = (): void =>
    void db.renew((tx) => names.renew(tx, [held], () => leaseMs)).catch(() => undefined);
  const renewals = setInterval(renew, leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewals);
    await deleteName(db, held).catch(() => undefined);
  }
}
