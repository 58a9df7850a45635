import type { CreateErasureRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { alreadyOpen, newRequest } from '../subject-requests/new-request.ts';
import { identifierHash, mainIdentifier } from '../subjects/subject-resolution.ts';
import type { ResolvedSubject } from '../subjects/subject-resolution.ts';
import { publishErasure } from './erasure-events.ts';
import {
  findOpenRequest,
  insertErasureIdentifiers,
  insertErasureRequest,
  listRequests,
  changeRequest,
} from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';
import { isRevocable } from './erasure-states.ts';
import type { SubjectSeals } from './subject-seals.ts';

const maxShown = 1_000;

/** Returns the requests about a person as the person may see them, newest first. */
export async function erasureRequestsOf(tx: Tx, subjectHash: string) {
  const rows = await listRequests(tx, { subjectHash, limit: maxShown });
  return rows.map(({ id, state, reason, requestedBy, receivedAt }) => ({
    id,
    state,
    reason,
    requestedBy,
    receivedAt,
  }));
}

export interface ErasureCreationOptions {
  subjectHash: SubjectHash;
  seals: SubjectSeals;
}

/**
 * Creates a request for a person without an open one. The index of open requests rejects the second
 * of two concurrent requests.
 */
export async function createRequest(
  tx: Tx,
  body: CreateErasureRequest,
  subject: ResolvedSubject,
  { subjectHash, seals }: ErasureCreationOptions,
): Promise<ErasureRecord> {
  const { tenantId } = tx.context;
  const id = newId('erasureRequest');
  const hashOf = identifierHash.bind(undefined, subjectHash, tenantId);
  const hash = hashOf(mainIdentifier(subject));
  const request = await insertErasureRequest(tx, {
    ...newRequest(body, subject, await databaseNow(tx)),
    id,
    state: 'RECEIVED',
    subjectHash: hash,
    userId: subject.userId,
    identifiersSealed: seals.seal(tenantId, id, subject.identifiers),
    reason: body.reason,
  });
  if (!request) throw alreadyOpen('erasure', await findOpenRequest(tx, hash));
  await insertErasureIdentifiers(tx, id, [...new Set(subject.identifiers.map(hashOf))]);
  await publishErasure(tx, 'erasure.requested', request);
  return request;
}

/** Starts to undo a locked request; one that is being undone stays unchanged. */
export async function cancelRequest(tx: Tx, request: ErasureRecord): Promise<ErasureRecord> {
  if (request.state === 'CANCELLING' || request.state === 'CANCELLED') return request;
  if (!isRevocable(request.state))
    throw problem('invalid_state', { detail: 'The erasure has started and cannot be cancelled' });
  return changeRequest(tx, request, { state: 'CANCELLING' });
}
