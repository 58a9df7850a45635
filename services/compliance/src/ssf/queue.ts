import { ssfStreamEventTypes } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { databaseNow } from '../database-clock.ts';
import { setVerificationRequested } from './receiver-store.ts';
import type { ReceiverRecord } from './receiver-store.ts';
import {
  dropOldestTokens,
  hasPendingOfType,
  insertToken,
  insertTokenCopies,
} from './token-store.ts';
import type { NewToken, TokenCopies } from './token-store.ts';
import { streamSubject, eventTokenClaims } from './token-claims.ts';

/**
 * Appends an event to the queues of locked receivers, as a separate token for each. A paused
 * receiver's queue is bounded; the oldest tokens are dropped.
 */
export async function enqueueTokens(
  tx: Tx,
  receivers: readonly ReceiverRecord[],
  token: TokenCopies,
  maxHeld: number,
): Promise<void> {
  await insertTokenCopies(tx, token);
  if (token.isWithheld) return;
  for (const { id, status, pendingCount } of receivers) {
    const excess = pendingCount + 1 - maxHeld;
    if (status === 'paused' && excess > 0) await dropOldestTokens(tx, id, excess);
  }
}

/** Returns a token about the stream itself. */
async function streamToken(
  tx: Tx,
  { id, audience }: Pick<ReceiverRecord, 'id' | 'audience'>,
  issuer: string,
  event: { type: string; data: Record<string, unknown> },
): Promise<NewToken> {
  const jti = newId('securityEventToken');
  const { tenantId } = tx.context;
  const issue = { issuer, tenantId, audience, issuedAt: await databaseNow(tx) };
  // No platform event causes it; SSF 1.0 §4.1.9 requires a `txn` in every token.
  const claims = eventTokenClaims(issue, { jti, txn: jti, subject: streamSubject(id), ...event });
  return { jti, txn: null, eventType: event.type, rank: 0, subjectId: null, claims };
}

const { verification, streamUpdated } = ssfStreamEventTypes;

/** A requested verification event; `state` comes from the receiver (SSF 1.0 §8.1.4). */
interface AskedVerification {
  state?: string | undefined;
}

/** Queues a verification event ahead of everything else. `asked` is undefined if the platform sends it on its own. */
export async function enqueueVerification(
  tx: Tx,
  receiver: ReceiverRecord,
  issuer: string,
  asked?: AskedVerification,
): Promise<ReceiverRecord> {
  const data = asked?.state === undefined ? {} : { state: asked.state };
  await insertToken(
    tx,
    receiver.id,
    await streamToken(tx, receiver, issuer, { type: verification, data }),
  );
  return setVerificationRequested(tx, receiver.id, { isAsked: asked !== undefined });
}

/** Queues a verification event for a receiver that has neither acknowledged nor queued one. */
export async function ensureVerification(
  tx: Tx,
  receiver: ReceiverRecord,
  issuer: string,
): Promise<ReceiverRecord> {
  const isNeeded =
    receiver.verificationState !== 'verified' &&
    !(await hasPendingOfType(tx, receiver.id, verification));
  return isNeeded ? enqueueVerification(tx, receiver, issuer) : receiver;
}

/** Returns a token that reports a status change of the stream (SSF 1.0 §8.1.5). */
export const streamUpdatedToken = (
  tx: Tx,
  receiver: ReceiverRecord,
  issuer: string,
): Promise<NewToken> =>
  streamToken(tx, receiver, issuer, {
    type: streamUpdated,
    data: {
      status: receiver.status,
      ...(receiver.statusReason === null ? {} : { reason: receiver.statusReason }),
    },
  });
