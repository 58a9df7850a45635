import type { Tx } from '@platform/kit/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { touchConsent } from '../account/consents.ts';
import { isAdmitted } from '../tokens/admissions.ts';
import type { UnsignedToken } from '../tokens/final-revocation-check.ts';
import { tokenSource } from '../tokens/token-source.ts';
import { consumeArtifact, upsertArtifact } from './artifact-store.ts';
import type { ProviderOptions } from './provider-options.ts';
import { redeemArtifact } from './redeem-artifact.ts';
import { endRotation, noteConsumed, pendingRotation } from './redemptions.ts';
import type { PendingRotation } from './redemptions.ts';
import { refreshRotations } from './refresh-rotation.ts';

/** Another request has used the refresh token since this one looked. */
class UsedMeanwhile extends Error {}

async function writeRotation(tx: Tx, { used, successor }: PendingRotation): Promise<void> {
  const [isFirst] = await Promise.all([
    used ? consumeArtifact(tx, used.model, used.id) : true,
    successor && upsertArtifact(tx, successor),
  ]);
  if (!isFirst) throw new UsedMeanwhile();
}

/**
 * The last step before an access token is signed, in one transaction: the token may still be issued, the refresh token that was
 * used makes way for its successor, and the consent was used. Rotations that nothing prevents take one round trip together. A process that
 * dies before has changed nothing, so that the client can try again. Returns the time of issue to sign, in seconds.
 * @throws OAuth errors
 */
export function tokenSettlement(options: ProviderOptions) {
  const { db, tenant } = options;
  const { id: tenantId } = tenant;
  const checkRevocation = options.finalRevocationCheck(tenantId);
  const rotateAtOnce = refreshRotations({ db, tenantId });

  async function settle(
    ctx: KoaContextWithOIDC,
    token: UnsignedToken,
    issuedAt: number,
  ): Promise<number> {
    const rotation = pendingRotation(ctx);
    const userId = tokenSource(ctx)?.accountId;
    const signedAt = await checkRevocation(token, issuedAt, async (tx) => {
      // Consents first, as where they are revoked: otherwise the two could wait for each other.
      await Promise.all([
        userId !== undefined && touchConsent(tx, userId, token.clientId ?? ''),
        rotation && writeRotation(tx, rotation),
      ]);
    });
    if (rotation) endRotation(ctx);
    return signedAt;
  }

  return async function settleToken(
    ctx: KoaContextWithOIDC,
    token: UnsignedToken,
    issuedAt: number,
  ): Promise<number> {
    const { accountId, clientId = '' } = token;
    if (accountId === undefined && isAdmitted(ctx, { clientId, issuedAt })) return issuedAt;
    if (await rotateAtOnce({ token, issuedAt, ...pendingRotation(ctx) })) {
      endRotation(ctx);
      return issuedAt;
    }
    try {
      return await settle(ctx, token, issuedAt);
    } catch (error) {
      const rotation = pendingRotation(ctx);
      if (!(error instanceof UsedMeanwhile) || !rotation?.used) throw error;
      const { used } = rotation;
      if ((await redeemArtifact({ ...options, tenantId }, used)) === 'first')
        noteConsumed(ctx, used);
      delete rotation.used;
      return settle(ctx, token, issuedAt);
    }
  };
}
