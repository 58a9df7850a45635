/** A row of the outbox that is not published yet. */
export interface PendingRow {
  tenantId: string;
  position: number;
  orderingKey: string;
  eventId: string;
  subject: string;
  envelope: string;
  /** The span of it: the rows that one statement wrote of one chain, named by the first of them. */
  span: number;
  spanEnd: number;
}

/** A row that the bus acknowledged, with its number in the stream; null for entries of a bucket. */
export interface PublishedRow {
  row: PendingRow;
  streamSeq: number | null;
}

/** What goes out in its order: the events of a tenant, its audit records, a KV entry. */
export const chainOf = ({ tenantId, subject }: Pick<PendingRow, 'tenantId' | 'subject'>): string =>
  `${tenantId} ${subject.split('.', 1)[0]}`;
