import { dayOf } from './login-event.ts';
import type { LoginEvent } from './login-event.ts';

/** Dimensions of the sums. */
export type Dimension =
  'total' | 'method' | 'connector' | 'client' | 'reason' | 'assurance' | 'flow_version';

/** Sums of one day and key. */
export interface RollupRow {
  /** Milliseconds. */
  day: number;
  dimension: Dimension;
  key: string;
  succeeded: number;
  failed: number;
  blocked: number;
  signUps: number;
  mfaCompleted: number;
}

/** Failures caused by a rule, a limit or a lock. */
const blockedReasons = new Set([
  'locked_out',
  'rate_limited',
  'ip_denied',
  'policy_denied',
  'flow_denied',
]);

/** Counts the keys beyond the limit. */
export const otherKey = 'other';

function keysOf(event: LoginEvent): [Dimension, string | undefined][] {
  const version = event.flowVersion === undefined ? undefined : String(event.flowVersion);
  return [
    ['total', ''],
    ['method', event.method],
    ['connector', event.connector],
    ['client', event.clientId],
    ['flow_version', version],
    event.isSuccess ? ['assurance', event.acr] : ['reason', event.reason],
  ];
}

const countsOf = ({ isSuccess, isSignUp, hasMfa, reason }: LoginEvent) => ({
  succeeded: isSuccess ? 1 : 0,
  failed: isSuccess ? 0 : 1,
  blocked: !isSuccess && reason !== undefined && blockedReasons.has(reason) ? 1 : 0,
  signUps: isSuccess && isSignUp ? 1 : 0,
  mfaCompleted: isSuccess && hasMfa ? 1 : 0,
});

function added(row: RollupRow, counts: ReturnType<typeof countsOf>): RollupRow {
  return {
    ...row,
    succeeded: row.succeeded + counts.succeeded,
    failed: row.failed + counts.failed,
    blocked: row.blocked + counts.blocked,
    signUps: row.signUps + counts.signUps,
    mfaCompleted: row.mfaCompleted + counts.mfaCompleted,
  };
}

const nothing = { succeeded: 0, failed: 0, blocked: 0, signUps: 0, mfaCompleted: 0 };

/** Sums these events by day, dimension and key. */
export function rolledUp(events: readonly LoginEvent[]): RollupRow[] {
  const rows = new Map<string, RollupRow>();
  for (const event of events) {
    const day = dayOf(event.occurredAt);
    for (const [dimension, key] of keysOf(event)) {
      if (key === undefined) continue;
      const place = `${day} ${dimension} ${key}`;
      const row = rows.get(place) ?? { day, dimension, key, ...nothing };
      rows.set(place, added(row, countsOf(event)));
    }
  }
  return [...rows.values()];
}

/** Turns rows whose keys exceed the limit into rows of `other`. */
export function withinKeys(
  rows: readonly RollupRow[],
  isKnown: (row: RollupRow) => boolean,
  room: (row: RollupRow) => number,
): RollupRow[] {
  const taken = new Map<string, number>();
  const kept = new Map<string, RollupRow>();
  for (const row of rows) {
    const group = `${row.day} ${row.dimension}`;
    const used = taken.get(group) ?? 0;
    const fits = isKnown(row) || used < room(row);
    if (fits && !isKnown(row)) taken.set(group, used + 1);
    const key = fits ? row.key : otherKey;
    const place = `${group} ${key}`;
    kept.set(place, added(kept.get(place) ?? { ...row, ...nothing, key }, row));
  }
  return [...kept.values()];
}
