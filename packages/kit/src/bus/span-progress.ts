import type { PendingRow, PublishedRow } from './pending-row.ts';

/** How far a span of the outbox has been published. */
export interface SpanProgress {
  tenantId: string;
  /** First token of its subjects: `events`, `audit`, `platform`, or that of a bucket entry. */
  chain: string;
  /** Position of the span's first row, which names the span. */
  position: number;
  /** Every row up to this position is published. */
  until: number;
  /** Every row of the span is published. */
  isDone: boolean;
  /** The row with the highest sequence number in its stream; undefined for bucket entries. */
  latest: { streamSeq: number; eventId: string } | undefined;
}

function latestOf(
  rows: readonly PendingRow[],
  numbers: ReadonlyMap<PendingRow, number | null>,
): SpanProgress['latest'] {
  let latest: SpanProgress['latest'];
  for (const row of rows) {
    const streamSeq = numbers.get(row);
    if (typeof streamSeq === 'number' && streamSeq > (latest?.streamSeq ?? 0))
      latest = { streamSeq, eventId: row.eventId };
  }
  return latest;
}

function progressOfSpan(
  rows: readonly PendingRow[],
  numbers: ReadonlyMap<PendingRow, number | null>,
): SpanProgress[] {
  const gap = rows.findIndex((row) => !numbers.has(row));
  // Rows acknowledged after a gap stay pending: NATS drops the repeat by its id.
  const published = gap < 0 ? rows : rows.slice(0, gap);
  const last = published.at(-1);
  if (!last) return [];
  return [
    {
      tenantId: last.tenantId,
      chain: last.subject.split('.', 1)[0] as string,
      position: last.span,
      until: last.position,
      isDone: last.position === last.spanEnd,
      latest: latestOf(published, numbers),
    },
  ];
}

/**
 * Computes how far each span is published, from rows in order and the published ones among them.
 */
export function progressOf(
  rows: readonly PendingRow[],
  published: readonly PublishedRow[],
): SpanProgress[] {
  const numbers = new Map(published.map(({ row, streamSeq }) => [row, streamSeq]));
  const spans = new Map<string, PendingRow[]>();
  for (const row of rows) {
    const key = `${row.tenantId} ${row.span}`;
    const span = spans.get(key);
    if (span) span.push(row);
    else spans.set(key, [row]);
  }
  return [...spans.values()].flatMap((span) => progressOfSpan(span, numbers));
}
