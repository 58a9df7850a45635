import { clientSubject } from '@platform/kit/auth';
import { gatheredRuns } from '@platform/kit/cache';
import { textArray } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { cutLocks } from '../token-cutoffs/cut-off.ts';
import { clientCuts, latestCut } from '../tokens/final-revocation-check.ts';
import type { UnsignedToken } from '../tokens/final-revocation-check.ts';
import { hashOf, storedPayload } from './artifact-store.ts';
import type { PendingRotation } from './redemptions.ts';

/** What is asked for: the token that is about to be signed, its time of issue in seconds, and the refresh tokens. */
interface Rotation extends Pick<PendingRotation, 'used' | 'successor'> {
  token: UnsignedToken;
  issuedAt: number;
}

/** A rotation that the database can be asked for. */
interface OwnRotation {
  clientId: string;
  userId: string;
  grantHash: Buffer;
  issuedAt: number;
  used: Buffer;
  successor: Buffer;
  payload: string;
  seconds: number | null;
}

/** Undefined for clients of another tenant, and where no unused token is redeemed: those take the steps one by one. */
function ownRotation(
  tenantId: string,
  { token, issuedAt, used, successor }: Rotation,
): OwnRotation | undefined {
  const { client, clientId = '', accountId: userId, grantId } = token;
  const isOwn = client !== undefined && extrasOf(client).home_tenant === tenantId;
  if (!used || !successor || !isOwn || userId === undefined || grantId === undefined)
    return undefined;
  return {
    clientId,
    userId,
    grantHash: hashOf(grantId),
    issuedAt,
    used: hashOf(used.id),
    successor: hashOf(successor.id),
    payload: storedPayload(successor.payload),
    seconds: successor.expiresInSeconds ?? null,
  };
}

const nameOf = (hash: Buffer): string => hash.toString('base64');

/** Of requests with the same refresh token the first: the others take the steps one by one, which decide what becomes of them. */
function firstOfEachToken(rotations: readonly OwnRotation[]): OwnRotation[] {
  const first = new Map<string, OwnRotation>();
  for (const rotation of rotations) {
    const name = nameOf(rotation.used);
    if (!first.has(name)) first.set(name, rotation);
  }
  return [...first.values()];
}

/** Arguments of `rotate_refresh_tokens` for tokens of one client. */
function argumentsFor(tenantId: string, rotations: readonly OwnRotation[]): unknown[] {
  const clientId = rotations[0]!.clientId;
  const pairs = rotations.map(({ userId }) => clientSubject(clientId, userId));
  return [
    clientId,
    cutLocks(clientCuts(tenantId, tenantId, clientId)),
    Math.min(...rotations.map(({ issuedAt }) => issuedAt)),
    latestCut(Date.now()),
    rotations.map(({ userId }) => userId),
    pairs,
    cutLocks(rotations.map(({ userId: id }) => ({ tenantId, kind: 'subject', id }))),
    cutLocks(pairs.map((id) => ({ tenantId, kind: 'client_subject', id }))),
    rotations.map(({ grantHash }) => grantHash),
    rotations.map(({ used }) => used),
    rotations.map(({ successor }) => successor),
    textArray(rotations.map(({ payload }) => payload)),
    rotations.map(({ seconds }) => seconds),
  ];
}

/**
 * Uses up refresh tokens, stores their successors and looks whether the access tokens may be issued, in one round trip for those of
 * a client that come together. False where something stands against it, or somebody else holds what must be looked at: then nothing
 * has changed.
 */
export function refreshRotations({
  db,
  tenantId,
}: {
  db: Pick<Database, 'callToCommit'>;
  tenantId: string;
}): (rotation: Rotation) => Promise<boolean> {
  const rotate = gatheredRuns({
    async work(asked: readonly OwnRotation[]): Promise<boolean[]> {
      const rotations = firstOfEachToken(asked);
      const rows = await db.callToCommit<{ rotated: Buffer }>(
        { tenantId },
        'rotate_refresh_tokens',
        argumentsFor(tenantId, rotations),
      );
      const rotated = new Set(rows.map((row) => nameOf(row.rotated)));
      const done = new Set(rotations.filter(({ used }) => rotated.has(nameOf(used))));
      return asked.map((rotation) => done.has(rotation));
    },
    nameOf: ({ clientId }) => clientId,
  });
  return async (rotation) => {
    const own = ownRotation(tenantId, rotation);
    return own !== undefined && withStore(() => rotate(own));
  };
}
