import type { Database, TxContext } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { deleteArtifact, markAnswered, releaseArtifact } from '../grants/artifacts.ts';
import { pendingRotation, redeemedCodes, unredeemed } from './redemptions.ts';

/** Marks redeemed codes as answered. After a failed request, releases the codes and tokens that the client may use again. */
export async function finalizeRedemption(
  { db, log }: { db: Pick<Database, 'transact'>; log: Logger },
  context: TxContext,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const hasFailed = ctx.status >= 400;
  if (!hasFailed && pendingRotation(ctx))
    throw new Error('a refresh token was answered and not used up');
  const { consumed, successors } = unredeemed(ctx);
  const answered = redeemedCodes(ctx);
  if ((hasFailed ? consumed : answered).length === 0) return;
  try {
    await withStore(() =>
      db.transact(context, async (tx) => {
        if (!hasFailed) for (const { model, id } of answered) await markAnswered(tx, model, id);
        else {
          for (const { model, id } of successors) await deleteArtifact(tx, model, id);
          for (const { model, id } of consumed) await releaseArtifact(tx, model, id);
        }
      }),
    );
  } catch (error) {
    const { tenantId } = context;
    log.warn({ err: error, tenantId }, 'a redeemed code or token could not be finalized');
  }
}
