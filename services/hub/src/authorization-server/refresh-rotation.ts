import { clientSubject } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { cutLocks } from '../token-cutoffs/cut-off.ts';
import { latestCut, tokenCuts } from '../tokens/final-revocation-check.ts';
import type { UnsignedToken } from '../tokens/final-revocation-check.ts';
import { hashOf, storedPayload } from './artifact-store.ts';
import type { PendingRotation } from './redemptions.ts';

/** How the database says that something stands against a rotation. */
const isAgainst = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'NOROT';

/** What is asked for: the token that is about to be signed, its time of issue in seconds, and the refresh tokens. */
interface Rotation extends Pick<PendingRotation, 'used' | 'successor'> {
  token: UnsignedToken;
  issuedAt: number;
}

/**
 * Uses up a refresh token, stores its successor and looks whether the access token may be issued, in one round trip. False where
 * something stands against it, or the client is another tenant's: then nothing has changed.
 */
export async function rotateAtOnce(
  { db, tenantId }: { db: Pick<Database, 'callToCommit'>; tenantId: string },
  { token, issuedAt, used, successor }: Rotation,
): Promise<boolean> {
  const { client, clientId = '', accountId: userId, grantId } = token;
  const isOwn = client !== undefined && extrasOf(client).home_tenant === tenantId;
  if (!used || !successor || !isOwn || userId === undefined || grantId === undefined) return false;
  const args = [
    clientId,
    userId,
    clientSubject(clientId, userId),
    hashOf(grantId),
    cutLocks(tokenCuts(tenantId, clientId, userId)),
    issuedAt,
    latestCut(Date.now()),
    hashOf(used.id),
    hashOf(successor.id),
    storedPayload(successor.payload),
    successor.expiresInSeconds ?? null,
  ];
  try {
    await withStore(() => db.callToCommit({ tenantId }, 'rotate_refresh_token', args));
    return true;
  } catch (error) {
    if (isAgainst(error)) return false;
    throw error;
  }
}
