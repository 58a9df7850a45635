import { isId } from '@platform/contracts';
import type { CreateErasureRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import type { SubjectHash } from '../subject-hash.ts';
import {
  dueDate,
  identifierHash,
  mainIdentifier,
  receivedTime,
} from '../subjects/subject-resolution.ts';
import type { ResolvedSubject } from '../subjects/subject-resolution.ts';
import { publishErasure } from './erasure-events.ts';
import type { ErasureRecord } from './erasure-record.ts';
import { isRevocable } from './erasure-states.ts';
import {
  findOpenRequest,
  findErasureRequest,
  insertErasureIdentifiers,
  insertErasureRequest,
  listRequests,
  lockRequest,
  updateRequest,
} from './erasure-store.ts';
import type { SubjectSeals } from './subject-seals.ts';

/** @throws 404 where the tenant has no such request */
export async function existingRequest(tx: Tx, id: string): Promise<ErasureRecord> {
  const request = isId('erasureRequest', id) ? await findErasureRequest(tx, id) : undefined;
  if (!request) throw problem('not_found');
  return request;
}

/** A request that nobody else changes before the transaction ends. */
export async function lockedRequest(tx: Tx, id: string): Promise<ErasureRecord> {
  const request = isId('erasureRequest', id) ? await lockRequest(tx, id) : undefined;
  if (!request) throw problem('not_found');
  return request;
}

const maxShown = 1_000;

/** The requests about a person as the person may know them, newest first. */
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

/** Writes a change of a locked request. */
export async function changeRequest(
  tx: Tx,
  request: ErasureRecord,
  change: Partial<ErasureRecord>,
): Promise<ErasureRecord> {
  const changed = await updateRequest(tx, { ...request, ...change });
  if (!changed) throw new Error(`the erasure request ${request.id} is gone`);
  return changed;
}

export interface ErasureCreationOptions {
  subjectHash: SubjectHash;
  seals: SubjectSeals;
}

const alreadyOpen = (existingId: string | undefined) =>
  problem('already_exists', {
    detail: 'The data subject already has an open erasure request',
    members: existingId === undefined ? undefined : { existingId },
  });

/** Creates a request for a person who has none that is open. Two at once are told apart by the index of open requests. */
export async function createRequest(
  tx: Tx,
  body: CreateErasureRequest,
  subject: ResolvedSubject,
  { subjectHash, seals }: ErasureCreationOptions,
): Promise<ErasureRecord> {
  const { tenantId } = tx.context;
  const id = newId('erasureRequest');
  const hashOf = identifierHash.bind(undefined, subjectHash, tenantId);
  const receivedAt = receivedTime(body.receivedAt, await databaseNow(tx));
  const hash = hashOf(mainIdentifier(subject));
  const request = await insertErasureRequest(tx, {
    id,
    subjectType: subject.type,
    subjectHash: hash,
    userId: subject.userId,
    identifiersSealed: seals.seal(tenantId, id, subject.identifiers),
    reason: body.reason,
    requestedBy: body.requestedBy,
    regulation: body.regulation,
    identityVerification: body.identityVerification,
    externalReference: body.externalReference ?? null,
    note: body.note ?? null,
    receivedAt,
    dueAt: dueDate(receivedAt),
  });
  if (!request) throw alreadyOpen((await findOpenRequest(tx, hash))?.id);
  await insertErasureIdentifiers(tx, id, [...new Set(subject.identifiers.map(hashOf))]);
  await publishErasure(tx, 'erasure.requested', request);
  return request;
}

/** Begins to undo a locked request; one that is being undone stays as it is. */
export async function cancelRequest(tx: Tx, request: ErasureRecord): Promise<ErasureRecord> {
  if (request.state === 'CANCELLING' || request.state === 'CANCELLED') return request;
  if (!isRevocable(request.state))
    throw problem('invalid_state', { detail: 'The erasure has started and cannot be cancelled' });
  return changeRequest(tx, request, { state: 'CANCELLING' });
}
