import type { CreateAccessRequest } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, problem } from '@platform/kit/problem';
import { complianceLocks } from '../advisory-locks.ts';
import { databaseNow } from '../database-clock.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { alreadyOpen, newRequest } from '../subject-requests/new-request.ts';
import { identifierHash, mainIdentifier } from '../subjects/subject-resolution.ts';
import type { ResolvedSubject } from '../subjects/subject-resolution.ts';
import {
  accessPeers,
  changeAccessRequest,
  countActiveRequests,
  findOpenAccessRequest,
  forgetParts,
  insertAccessRequest,
  insertParts,
  listAccessRequests,
  resetFailedParts,
} from './access-store.ts';
import type { AccessPeer, AccessRecord } from './access-store.ts';
import { publishAccess } from './access-view.ts';

export interface AccessRules {
  subjectHash: SubjectHash;
  maxActive: number;
  /** Whether the person is being erased or was erased. */
  isErased: (tx: Tx, subjectId: string) => Promise<boolean>;
  /** Base URLs. Services without one are not asked. */
  peers: Readonly<Record<AccessPeer, string>>;
}

/** @throws 503 without a shared token: services cannot be asked */
export function requireOpen(isOpen: boolean): void {
  if (isOpen) return;
  throw problem('upstream_unavailable', {
    detail: 'Access requests are not configured: the services have no shared token',
  });
}

const maxShown = 1_000;

/** Returns the requests about a person as the person may see them, newest first. */
export async function accessRequestsOf(tx: Tx, subjectHash: string) {
  const rows = await listAccessRequests(tx, { subjectHash, limit: maxShown });
  return rows.map(({ id, state, kind, requestedBy, receivedAt }) => ({
    id,
    state,
    kind,
    requestedBy,
    receivedAt,
  }));
}

/** Whether the retention of a request's file or collected parts is over. */
export const hasExpired = async (
  tx: Tx,
  { bundleExpiresAt }: Pick<AccessRecord, 'bundleExpiresAt'>,
): Promise<boolean> => (bundleExpiresAt ?? new Date(0)) <= (await databaseNow(tx));

/**
 * Gives up the stored objects of a locked request: it stores further objects under a new location,
 * and asks every service again.
 */
export async function forgetObjects(
  tx: Tx,
  request: AccessRecord,
  state = request.state,
): Promise<AccessRecord> {
  await forgetParts(tx, request.id);
  return changeAccessRequest(tx, request, { objectRound: request.objectRound + 1, state });
}

async function requireRoom(tx: Tx, maxActive: number): Promise<void> {
  await lock(tx, complianceLocks.accessRequests, tx.context.tenantId);
  if ((await countActiveRequests(tx)) >= maxActive)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A tenant can have at most ${maxActive} access requests in progress`,
    });
}

/** Only compliance knows people without an account. */
const statusOf = (peer: AccessPeer, { userId }: ResolvedSubject, { peers }: AccessRules) =>
  peers[peer] === '' || (userId === null && peer !== 'product-api') ? 'disabled' : 'pending';

/** Creates a request for a person without an open one. */
export async function createAccessRequest(
  tx: Tx,
  body: CreateAccessRequest,
  subject: ResolvedSubject,
  rules: AccessRules,
): Promise<AccessRecord> {
  const { value: subjectId } = mainIdentifier(subject);
  if (await rules.isErased(tx, subjectId))
    throw problem('invalid_state', { detail: 'An erasure of the data subject is in progress' });
  const hash = identifierHash(rules.subjectHash, tx.context.tenantId, mainIdentifier(subject));
  const open = await findOpenAccessRequest(tx, hash);
  if (open) throw alreadyOpen('access', open);
  await requireRoom(tx, rules.maxActive);
  const request = await insertAccessRequest(tx, {
    ...newRequest(body, subject, await databaseNow(tx)),
    id: newId('accessRequest'),
    state: 'PENDING',
    kind: body.kind,
    subjectHash: hash,
    subjectId,
  });
  if (!request) throw alreadyOpen('access', await findOpenAccessRequest(tx, hash));
  const parts = accessPeers.map(
    (peer) => ({ peer, status: statusOf(peer, subject, rules) }) as const,
  );
  await insertParts(tx, request.id, parts);
  await publishAccess(tx, 'access_request.created', request);
  return request;
}

/** Retries the failed parts of a locked request; keeps the others until they expire. */
export async function retryAccessRequest(
  tx: Tx,
  request: AccessRecord,
  rules: Pick<AccessRules, 'isErased' | 'maxActive'>,
): Promise<AccessRecord> {
  const expired = await hasExpired(tx, request);
  const isRetriable = request.state === 'FAILED' || (request.state === 'PARTIAL' && !expired);
  if (!isRetriable)
    throw problem('invalid_state', { detail: 'Only PARTIAL and FAILED requests can be retried' });
  if (request.subjectId === null || (await rules.isErased(tx, request.subjectId)))
    throw problem('invalid_state', { detail: 'An erasure of the data subject is in progress' });
  const open = await findOpenAccessRequest(tx, request.subjectHash);
  if (open) throw alreadyOpen('access', open);
  await requireRoom(tx, rules.maxActive);
  // Expired objects may be in the course of deletion.
  const kept = expired ? await forgetObjects(tx, request) : request;
  await resetFailedParts(tx, request.id);
  return changeAccessRequest(tx, kept, { state: 'PENDING' });
}

/** Cancels a locked request before its data is collected. */
export async function cancelAccessRequest(tx: Tx, request: AccessRecord): Promise<AccessRecord> {
  if (request.state === 'CANCELLED') return request;
  if (request.state !== 'PENDING' && request.state !== 'RUNNING')
    throw problem('invalid_state', { detail: `The request is ${request.state}` });
  const cancelled = await changeAccessRequest(tx, request, { state: 'CANCELLED' });
  await publishAccess(tx, 'access_request.cancelled', cancelled);
  return cancelled;
}
