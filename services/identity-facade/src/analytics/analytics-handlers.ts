import type { LoginAnalyticsResource, loginAnalyticsOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { dateText, daysOf, isExact, spanOf } from './analytics-span.ts';
import type { Span } from './analytics-span.ts';
import { countUsers, findAnalytics, listDays, sumKeys } from './analytics-store.ts';
import { dayOf } from './login-event.ts';
import { otherKey } from './rollup.ts';
import type { Dimension } from './rollup.ts';

export interface AnalyticsOptions {
  retentionMs: number;
  clock: () => number;
}

type Sum = { key: string; succeeded: number; failed: number };
const maxClients = 50;

/** The largest sums, with the rest added up as `other`. */
function largest(sums: readonly Sum[]): Sum[] {
  const named = sums.filter(({ key }) => key !== otherKey);
  const rest = [...named.slice(maxClients), ...sums.filter(({ key }) => key === otherKey)];
  if (rest.length === 0) return named;
  const other = {
    key: otherKey,
    succeeded: rest.reduce((sum, each) => sum + each.succeeded, 0),
    failed: rest.reduce((sum, each) => sum + each.failed, 0),
  };
  return [...named.slice(0, maxClients), other];
}

async function byKeys(tx: Tx, from: Date, to: Date) {
  const sums = await sumKeys(tx, from, to);
  const of = (dimension: Dimension): Sum[] => sums.filter((each) => each.dimension === dimension);
  const counts = ({ succeeded, failed }: Sum) => ({ succeeded, failed });
  return {
    byMethod: of('method').map((each) => ({ method: each.key, ...counts(each) })),
    byConnector: of('connector').map((each) => ({ provider: each.key, ...counts(each) })),
    byClient: largest(of('client')).map((each) => ({ clientId: each.key, ...counts(each) })),
    byFailureReason: of('reason').map((each) => ({ reason: each.key, count: each.failed })),
    byAssurance: of('assurance').map(({ key, succeeded }) => ({ acr: key, succeeded })),
    byFlowVersion: of('flow_version')
      .filter(({ key }) => key !== otherKey)
      .map((each) => ({ version: Number(each.key), ...counts(each) })),
  };
}

async function byDays(tx: Tx, span: Span, from: Date, to: Date) {
  const rows = new Map((await listDays(tx, from, to)).map((row) => [row.day.getTime(), row]));
  return daysOf(span).map((day) => {
    const { succeeded = 0, failed = 0, blocked = 0, signUps = 0 } = rows.get(day) ?? {};
    const { mfaCompleted = 0, uniqueUsers = 0 } = rows.get(day) ?? {};
    return { date: dateText(day), succeeded, failed, blocked, signUps, uniqueUsers, mfaCompleted };
  });
}

function totalsOf(days: Awaited<ReturnType<typeof byDays>>, uniqueUsers: number | null) {
  const sum = (name: 'succeeded' | 'failed' | 'blocked' | 'signUps' | 'mfaCompleted'): number =>
    days.reduce((total, day) => total + day[name], 0);
  const [succeeded, failed] = [sum('succeeded'), sum('failed')];
  const all = succeeded + failed;
  return {
    succeeded,
    failed,
    blocked: sum('blocked'),
    signUps: sum('signUps'),
    mfaCompleted: sum('mfaCompleted'),
    successRate: all === 0 ? null : Math.round((succeeded / all) * 10_000) / 10_000,
    uniqueUsers,
  };
}

async function analyticsOf(
  tx: Tx,
  span: Span,
  { retentionMs, clock }: AnalyticsOptions,
): Promise<LoginAnalyticsResource> {
  const [from, to] = [new Date(span.from), new Date(span.to)];
  const days = await byDays(tx, span, from, to);
  const uniqueUsers = isExact(span) ? await countUsers(tx, from, to) : null;
  return {
    from: dateText(span.from),
    to: dateText(span.to),
    timezone: 'UTC',
    asOf: (await findAnalytics(tx))?.asOf.toISOString() ?? null,
    retentionFrom: dateText(dayOf(clock() - retentionMs)),
    totals: totalsOf(days, uniqueUsers),
    byDay: days.map(({ mfaCompleted: _mfaCompleted, ...day }) => day),
    ...(await byKeys(tx, from, to)),
  };
}

export const analyticsHandlers = (
  options: AnalyticsOptions,
): Handlers<typeof loginAnalyticsOperations> => ({
  loginExperienceLoginAnalytics: ({ tx, query }) =>
    analyticsOf(tx, spanOf(query, options.clock()), options),
});
