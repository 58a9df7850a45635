import { createHash } from 'node:crypto';
import { deleteOlder, fromNow, now, sql } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';
import type { PollState } from './poll-pace.ts';

/** The attempts in a window. */
interface AttemptCount {
  attempts: number;
  windowEndsAt: Date;
}

const counts = hub.table('activateAttempt').pick('attempts');
const polls = hub.table('devicePoll').omit('codeHash');

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
const windowEnd = (seconds: number) =>
  sql<Date>`activate_attempt.window_started_at + make_interval(secs => ${seconds})`;

/** Counts an attempt, and starts a new window if the last one has ended. One statement, so that concurrent attempts are counted separately. */
export const countCodeAttempt = async (
  tx: Tx,
  userCode: string,
  windowSeconds: number,
): Promise<AttemptCount> => {
  const isOpen = sql<boolean>`${windowEnd(windowSeconds)} > now()`;
  return (await tx.row(
    hub.query
      .insertInto('activateAttempt')
      .values({
        tenantId: tx.context.tenantId,
        codeHash: hashOf(userCode),
        windowStartedAt: now,
        attempts: 1,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'codeHash']).doUpdateSet((of) => ({
          attempts: of
            .case()
            .when(isOpen)
            .then(of('activateAttempt.attempts', '+', 1))
            .else(sql.lit(1))
            .end(),
          windowStartedAt: of
            .case()
            .when(isOpen)
            .then(of.ref('activateAttempt.windowStartedAt'))
            .else(now)
            .end(),
        })),
      )
      .returning(['attempts', windowEnd(windowSeconds).as('windowEndsAt')]),
  ))!;
};

/** The attempts in the current window; undefined if there are none. */
export const findAttempts = (
  tx: Tx,
  key: string,
  windowSeconds: number,
): Promise<AttemptCount | undefined> =>
  counts
    .compute(() => ({ windowEndsAt: windowEnd(windowSeconds) }))
    .only((of) => of('windowStartedAt', '>', fromNow(-1_000 * windowSeconds)))
    .find(tx, { codeHash: hashOf(key) });

/** Locks the state of a device's polls until the transaction ends. */
export const lockPoll = async (tx: Tx, deviceCode: string): Promise<PollState | undefined> => {
  const poll = await polls.lock(tx, { codeHash: hashOf(deviceCode) });
  return (
    poll && {
      answeredAt: poll.answeredAt.getTime(),
      intervalSeconds: poll.intervalSeconds,
      slowedAt: poll.slowedAt?.getTime() ?? null,
    }
  );
};

export const upsertPoll = (
  tx: Tx,
  deviceCode: string,
  { answeredAt, intervalSeconds, slowedAt }: PollState,
): Promise<number> =>
  polls.upsert(
    tx,
    {
      codeHash: hashOf(deviceCode),
      answeredAt: new Date(answeredAt),
      intervalSeconds,
      slowedAt: slowedAt === null ? null : new Date(slowedAt),
    },
    ['codeHash'],
  );

export async function sweepDeviceState(
  db: Pick<Database, 'work'>,
  windowSeconds: number,
): Promise<void> {
  const life = `${windowSeconds} seconds`;
  await deleteOlder(db, { table: 'activate_attempt', column: 'window_started_at', life });
  await deleteOlder(db, { table: 'device_poll', column: 'answered_at', life: '2 hours' });
}
