import { randomBytes } from 'node:crypto';
import type { Actor, ScimBearerMinting } from '@platform/contracts';
import { newScimBearer, scimBearerDigest } from '@platform/kit/auth';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid, problem } from '@platform/kit/problem';
import { directoryLocks } from '../../advisory-locks.ts';
import { publishDirectoryEvent } from '../../directories/directories.ts';
import type { DirectoryRecord } from '../../directories/directories.ts';
import { bearerResource, bearerStateAt, isLiveBearerAt, nextNotice } from './bearer-record.ts';
import type { BearerRecord } from './bearer-record.ts';
import { countBearers, insertBearer, listBearers, updateBearer } from './bearer-store.ts';

/** The operator's limits for bearers, in milliseconds. */
export interface BearerPolicy {
  defaultTtl: number;
  maxTtl: number;
  defaultOverlap: number;
}

export interface BearerWriting {
  policy: BearerPolicy;
  clock: () => number;
}

const minTtlMs = 900_000;
const maxLive = 5;

/** Checks the lifetime that a body requests. @throws 422 */
function expiryOf(
  body: ScimBearerMinting,
  now: number,
  { defaultTtl, maxTtl }: BearerPolicy,
): Date {
  const pointer = body.expiresAt === undefined ? '/expiresInSeconds' : '/expiresAt';
  const asked = body.expiresInSeconds === undefined ? defaultTtl : body.expiresInSeconds * 1_000;
  const at = body.expiresAt === undefined ? now + asked : Date.parse(body.expiresAt);
  if (at < now + minTtlMs)
    throw invalid(pointer, 'invalid_format', 'must be at least 900 seconds from now');
  if (at > now + maxTtl)
    throw invalid(
      pointer,
      'invalid_format',
      `must be at most ${Math.floor(maxTtl / 1_000)} seconds from now`,
    );
  return new Date(at);
}

async function requireRoom(
  tx: Tx,
  directoryId: string,
  { now, most }: { now: number; most: number },
): Promise<void> {
  const live = await listBearers(tx, directoryId, { now: new Date(now), dead: 0 });
  if (live.length >= most)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A directory can have at most ${maxLive} active bearers; revoke one first`,
    });
}

async function addBearer(
  tx: Tx,
  directory: DirectoryRecord,
  { body, createdBy }: { body: ScimBearerMinting; createdBy: Actor },
  { policy, clock }: BearerWriting,
): Promise<{ bearer: BearerRecord; token: string }> {
  const now = clock();
  const token = newScimBearer(randomBytes);
  const digest = scimBearerDigest(token);
  if (!digest) throw new Error('a new bearer has no digest');
  const expiresAt = expiryOf(body, now, policy);
  const number = (await countBearers(tx, directory.id)) + 1;
  const bearer: BearerRecord = {
    id: newId('scimBearer'),
    directoryId: directory.id,
    name: body.name ?? `bearer-${number}`,
    lookup: digest.lookup,
    tokenSha256: digest.sha256,
    last4: token.slice(-4),
    state: 'active',
    readOnly: body.readOnly ?? false,
    expiresAt,
    lastUsedAt: null,
    lastUsedIp: null,
    replacedBy: null,
    revokedAt: null,
    nextNoticeAt: nextNotice(expiresAt, now),
    createdBy,
    createdAt: new Date(now),
  };
  await insertBearer(tx, bearer);
  return { bearer, token };
}

/** Serializes writes of a directory's bearers, so that their number is exact. */
export const lockBearersOf = (tx: Tx, directoryId: string): Promise<unknown> =>
  lock(tx, directoryLocks.scimBearers, `${tx.context.tenantId} ${directoryId}`);

/** Creates a bearer. Only the response contains the token. The caller has locked the directory. */
export async function mintBearer(
  tx: Tx,
  directory: DirectoryRecord,
  minting: { body: ScimBearerMinting; createdBy: Actor },
  writing: BearerWriting,
): Promise<{ bearer: BearerRecord; token: string }> {
  if (directory.kind !== 'scim')
    throw problem('invalid_state', {
      detail: `Only SCIM directories have bearers; this directory is of kind ${directory.kind}`,
    });
  if (minting.body.overlapSeconds !== undefined)
    throw invalid('/overlapSeconds', 'unknown_member', 'is accepted only by the rotate operation');
  await lockBearersOf(tx, directory.id);
  const now = writing.clock();
  await requireRoom(tx, directory.id, { now, most: maxLive });
  const minted = await addBearer(tx, directory, minting, writing);
  const resource = bearerResource(minted.bearer, now);
  await publishDirectoryEvent(tx, 'directory.bearer_minted', directory, { bearer: resource });
  return minted;
}

const retired = (
  bearer: BearerRecord,
  replacedBy: string,
  { now, overlapMs }: { now: number; overlapMs: number },
): BearerRecord =>
  overlapMs === 0
    ? { ...bearer, state: 'revoked', revokedAt: new Date(now), replacedBy, nextNoticeAt: null }
    : {
        ...bearer,
        state: 'retiring',
        expiresAt: new Date(Math.min(bearer.expiresAt.getTime(), now + overlapMs)),
        replacedBy,
        nextNoticeAt: null,
      };

/** Replaces a bearer, which the caller has locked with the others of its directory. */
export async function rotateBearer(
  tx: Tx,
  { directory, before }: { directory: DirectoryRecord; before: BearerRecord },
  { body, createdBy }: { body: ScimBearerMinting; createdBy: Actor },
  writing: BearerWriting,
): Promise<{ bearer: BearerRecord; token: string }> {
  const now = writing.clock();
  const state = bearerStateAt(before, now);
  if (state !== 'active')
    throw problem('invalid_state', {
      detail: `The bearer is ${state}; only an active bearer can be rotated`,
    });
  const { overlapSeconds, ...given } = body;
  const overlapMs =
    overlapSeconds === undefined ? writing.policy.defaultOverlap : overlapSeconds * 1_000;
  // One more than usual, because the old bearer overlaps with the new one.
  await requireRoom(tx, directory.id, { now, most: maxLive + 1 });
  const asBefore = { name: before.name, readOnly: before.readOnly, ...given };
  const rotated = await addBearer(tx, directory, { body: asBefore, createdBy }, writing);
  const old = retired(before, rotated.bearer.id, { now, overlapMs });
  await updateBearer(tx, old);
  await publishDirectoryEvent(tx, 'directory.bearer_rotated', directory, {
    bearer: bearerResource(rotated.bearer, now),
    replaced: bearerResource(old, now),
  });
  return rotated;
}

/** Revokes a bearer, which the caller has locked. A revoked one stays unchanged. */
export async function revokeBearer(
  tx: Tx,
  directory: DirectoryRecord,
  before: BearerRecord,
  now: number,
): Promise<void> {
  if (before.state === 'revoked' || !isLiveBearerAt(before, now)) return;
  const revoked: BearerRecord = {
    ...before,
    state: 'revoked',
    revokedAt: new Date(now),
    nextNoticeAt: null,
  };
  await updateBearer(tx, revoked);
  const resource = bearerResource(revoked, now);
  await publishDirectoryEvent(tx, 'directory.bearer_revoked', directory, { bearer: resource });
}
