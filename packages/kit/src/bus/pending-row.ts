/** An unpublished row of the outbox. */
export interface PendingRow {
  tenantId: string;
  position: number;
  orderingKey: string;
  eventId: string;
  subject: string;
  envelope: string;
  /** Its span: the rows of one chain that one statement wrote, named by the first of them. */
  span: number;
  spanEnd: number;
}

/** An acknowledged row, with its sequence number in the stream; null for a bucket entry. */
export interface PublishedRow {
  row: PendingRow;
  streamSeq: number | null;
}

/**
 * Returns the row's chain, whose rows are published in order: a tenant's events, its audit records,
 * or a KV entry.
 */
export const chainOf = ({ tenantId, subject }: Pick<PendingRow, 'tenantId' | 'subject'>): string =>
  `${tenantId} ${subject.split('.', 1)[0]}`;
