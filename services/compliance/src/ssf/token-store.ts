import { now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const tokens = compliance
  .table('ssfTokens')
  .narrow<{ claims: Record<string, unknown>; state: 'withheld' | 'pending' | TokenEnd['state'] }>();
const pendingTokens = tokens.only({ state: 'pending' });
const queuedTokens = pendingTokens.pick(
  'seq',
  'jti',
  'eventType',
  'claims',
  'jws',
  'kid',
  'attempts',
  'createdAt',
);
const deliveries = compliance
  .table('ssfTokens')
  .narrow<{ state: 'pending' | TokenEnd['state'] }>()
  .only(() => sql<boolean>`state <> 'withheld'`)
  .omit('receiverId', 'rank', 'subjectId', 'claims', 'jws', 'kid', 'endedAt');
const tokensOfPeople = tokens
  .only({ state: ['withheld', 'pending'] })
  .pick('receiverId', 'jti')
  .compute(() => ({ isWithheld: sql<boolean>`state = 'withheld'` }));

type TokenRow = RowOf<typeof tokens>;

/** A token to be queued. */
export interface NewToken extends Pick<
  TokenRow,
  'jti' | 'txn' | 'eventType' | 'subjectId' | 'claims'
> {
  /** 0 goes before every event: tokens about the stream itself, which no platform event causes. */
  rank: 0 | 1;
  /** Not sent before {@link releaseToken}. */
  isWithheld?: boolean;
}

/** A separate token for each of several locked receivers. */
export interface TokenCopies extends Omit<NewToken, 'jti' | 'claims'> {
  copies: readonly Pick<TokenRow, 'receiverId' | 'jti' | 'claims'>[];
}

/** A pending token. */
export type QueuedToken = RowOf<typeof queuedTokens>;

/** The end of a token. */
export interface TokenEnd {
  state: 'delivered' | 'rejected' | 'expired' | 'discarded';
  responseStatus?: number | null;
  error?: string | null;
}

/** A token as the API lists it. */
export type TokenDeliveryRecord = RowOf<typeof deliveries>;

/** Takes the next number of a queue, and makes it due for push if nothing is planned. Locks the row. */
const takeNumber = `UPDATE ssf_receivers SET last_seq = last_seq + 1, pending_count = pending_count + $3,
    due_at = CASE WHEN method = 'push' AND status = 'enabled' AND $3 > 0 THEN coalesce(due_at, now()) ELSE due_at END
  WHERE tenant_id = $1 AND id = $2 RETURNING last_seq`;

/** Appends a token to a queue. */
export const insertToken = (tx: Tx, receiverId: string, t: NewToken): Promise<number> =>
  tx.execute(
    `WITH numbered AS (${takeNumber})
     INSERT INTO ssf_tokens (tenant_id, receiver_id, seq, jti, txn, event_type, rank, subject_id, claims, state)
     SELECT $1, $2, last_seq, $4, $5, $6, $7, $8, $9, CASE WHEN $3 > 0 THEN 'pending' ELSE 'withheld' END FROM numbered`,
    [
      tx.context.tenantId,
      receiverId,
      t.isWithheld ? 0 : 1,
      t.jti,
      t.txn,
      t.eventType,
      t.rank,
      t.subjectId,
      JSON.stringify(t.claims),
    ],
  );

/** Appends a token to each of these queues in one statement; see {@link insertToken}. */
export const insertTokenCopies = (tx: Tx, { copies, ...t }: TokenCopies): Promise<number> =>
  tx.execute(
    `WITH copies AS (SELECT * FROM unnest($2::text[], $3::text[], $4::jsonb[]) AS c (receiver_id, jti, claims)),
     numbered AS (
       UPDATE ssf_receivers r SET last_seq = r.last_seq + 1, pending_count = r.pending_count + $5,
         due_at = CASE WHEN r.method = 'push' AND r.status = 'enabled' AND $5 > 0 THEN coalesce(r.due_at, now()) ELSE r.due_at END
       FROM copies c WHERE r.tenant_id = $1 AND r.id = c.receiver_id RETURNING r.id, r.last_seq)
     INSERT INTO ssf_tokens (tenant_id, receiver_id, seq, jti, txn, event_type, rank, subject_id, claims, state)
     SELECT $1, n.id, n.last_seq, c.jti, $6, $7, $8, $9, c.claims, CASE WHEN $5 > 0 THEN 'pending' ELSE 'withheld' END
     FROM copies c JOIN numbered n ON n.id = c.receiver_id`,
    [
      tx.context.tenantId,
      copies.map(({ receiverId }) => receiverId),
      copies.map(({ jti }) => jti),
      copies.map(({ claims }) => JSON.stringify(claims)),
      t.isWithheld ? 0 : 1,
      t.txn,
      t.eventType,
      t.rank,
      t.subjectId,
    ],
  );

/** Lists the head of a queue, in sending order. */
export const listPendingTokens = (
  tx: Tx,
  receiverId: string,
  limit: number,
): Promise<QueuedToken[]> =>
  queuedTokens.list(tx, { where: { receiverId }, orderBy: ['rank', 'seq'], limit });

/** Stores signed tokens, so that repeats are identical byte for byte. */
export const updateSigned = (
  tx: Tx,
  receiverId: string,
  signed: readonly { seq: number; jws: string; kid: string }[],
): Promise<number> =>
  tx.execute(
    `UPDATE ssf_tokens t SET jws = s.jws, kid = s.kid FROM unnest($3::bigint[], $4::text[], $5::text[]) AS s (seq, jws, kid)
     WHERE t.tenant_id = $1 AND t.receiver_id = $2 AND t.seq = s.seq AND t.state = 'pending'`,
    [
      tx.context.tenantId,
      receiverId,
      signed.map(({ seq }) => seq),
      signed.map(({ jws }) => jws),
      signed.map(({ kid }) => kid),
    ],
  );

const leaving = `state = $4, response_status = coalesce($5, response_status), error = $6, ended_at = now(),
  subject_id = NULL, claims = NULL, jws = NULL, kid = NULL`;

/** Subtracts the tokens that have just ended from the pending count. */
const counted = `UPDATE ssf_receivers r SET pending_count = pending_count - e.n
  FROM (SELECT count(*)::int AS n FROM ended) e WHERE r.tenant_id = $1 AND r.id = $2 AND e.n > 0`;

/** Ends pending tokens and removes their personal data. Returns the types of those that were pending. */
export const endTokens = async (
  tx: Tx,
  receiverId: string,
  jtis: readonly string[],
  { state, responseStatus = null, error = null }: TokenEnd,
): Promise<string[]> =>
  (
    await tx.rows<Pick<TokenRow, 'eventType'>>(
      `WITH ended AS (UPDATE ssf_tokens SET ${leaving}
         WHERE tenant_id = $1 AND receiver_id = $2 AND jti = ANY($3) AND state = 'pending' RETURNING event_type),
       counted AS (${counted})
       SELECT event_type FROM ended`,
      [tx.context.tenantId, receiverId, jtis, state, responseStatus, error],
    )
  ).map(({ eventType }) => eventType);

/** Ends pending tokens created before a time; null: all of them, including withheld ones. */
export const endTokensBefore = (
  tx: Tx,
  receiverId: string,
  before: Date | null,
  { state, responseStatus = null, error = null }: TokenEnd,
): Promise<number> =>
  tx.execute(
    `WITH gone AS (UPDATE ssf_tokens SET ${leaving}
       WHERE tenant_id = $1 AND receiver_id = $2 AND state = 'withheld' AND $3::timestamptz IS NULL),
     ended AS (UPDATE ssf_tokens SET ${leaving}
       WHERE tenant_id = $1 AND receiver_id = $2 AND state = 'pending' AND ($3::timestamptz IS NULL OR created_at < $3) RETURNING seq)
     ${counted}`,
    [tx.context.tenantId, receiverId, before, state, responseStatus, error],
  );

/** Drops the oldest `excess` events of a queue. */
export const dropOldestTokens = (tx: Tx, receiverId: string, excess: number): Promise<number> =>
  tx.execute(
    `WITH ended AS (UPDATE ssf_tokens SET ${leaving}
       WHERE tenant_id = $1 AND receiver_id = $2 AND seq IN (
         SELECT seq FROM ssf_tokens WHERE tenant_id = $1 AND receiver_id = $2 AND state = 'pending' AND rank = 1 ORDER BY seq LIMIT $3) RETURNING seq)
     ${counted}`,
    [tx.context.tenantId, receiverId, excess, 'discarded', null, 'the queue was full'],
  );

export const recordFailedAttempt = (
  tx: Tx,
  receiverId: string,
  seq: number,
  { status, error }: { status: number | null; error: string },
): Promise<number> =>
  pendingTokens.update(tx, { receiverId, seq }, (of) => ({
    attempts: of('attempts', '+', 1),
    lastAttemptAt: now,
    responseStatus: status,
    error,
  }));

export const countAttempt = (tx: Tx, receiverId: string, jti: readonly string[]): Promise<number> =>
  tokens.update(tx, { receiverId, jti }, (of) => ({
    attempts: of('attempts', '+', 1),
    lastAttemptAt: now,
  }));

/** Newest first. Excludes withheld tokens. */
export const listTokenDeliveries = (
  tx: Tx,
  receiverId: string,
  behind: number | undefined,
  limit: number,
): Promise<TokenDeliveryRecord[]> =>
  deliveries.page(tx, { where: { receiverId }, by: 'seq', behind, limit });

/** Returns when the oldest pending token was created, for each receiver that has one. */
export const oldestPending = async (
  tx: Tx,
  receiverIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await tx.rows<{ id: string; at: Date }>(
    `SELECT r.id, t.created_at AS at FROM unnest($2::text[]) AS r (id) CROSS JOIN LATERAL (
       SELECT created_at FROM ssf_tokens WHERE tenant_id = $1 AND receiver_id = r.id AND state = 'pending' ORDER BY rank, seq LIMIT 1) t`,
    [tx.context.tenantId, receiverIds],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
};

export const hasPendingOfType = async (
  tx: Tx,
  receiverId: string,
  eventType: string,
): Promise<boolean> =>
  (await queuedTokens.list(tx, { where: { receiverId, eventType }, orderBy: 'seq', limit: 1 }))
    .length > 0;

/** Lists the pending and withheld tokens about a person. */
export const listTokensOfSubject = (
  tx: Tx,
  subjectId: string,
): Promise<RowOf<typeof tokensOfPeople>[]> =>
  tokensOfPeople.list(tx, { where: { subjectId }, orderBy: ['receiverId', 'seq'] });

export const deleteWithheldTokens = (tx: Tx, subjectId: string): Promise<number> =>
  tokens.delete(tx, { subjectId, state: 'withheld' });

/** Releases a withheld token to the end of the queue. */
export const releaseToken = (tx: Tx, receiverId: string, jti: string): Promise<number> =>
  tx.execute(
    `WITH numbered AS (${takeNumber})
     UPDATE ssf_tokens SET state = 'pending', seq = last_seq FROM numbered
     WHERE tenant_id = $1 AND receiver_id = $2 AND jti = $4 AND state = 'withheld'`,
    [tx.context.tenantId, receiverId, 1, jti],
  );
