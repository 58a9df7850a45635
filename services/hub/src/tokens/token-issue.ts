import { setTimeout as delay } from 'node:timers/promises';
import { singleFlight } from '@platform/kit/cache';
import type { Database, Tx } from '@platform/kit/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { touchConsent } from '../account/consents.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { CutOffReached, checkIssue, issueArguments } from './issue-check.ts';
import type { IssueFacts, UnsignedToken } from './issue-check.ts';
import { tokenSource } from './token-source.ts';
import { consumeArtifact, upsertArtifact } from '../grants/artifacts.ts';
import { redeemArtifact } from './redeem-artifact.ts';
import type { RedeemOptions } from './redeem-artifact.ts';
import { endRotation, noteConsumed, pendingRotation } from './redemptions.ts';
import { requestedClaimsOf } from './requested-claims.ts';
import type { TokenTimes } from './requested-claims.ts';

/** Another request has used the refresh token since the client was read. */
class UsedMeanwhile extends Error {}

/** Time, in milliseconds. */
interface Clock {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}
const systemClock: Clock = { now: Date.now, sleep: delay };

const factsQuery = 'SELECT * FROM find_issue_facts($1, $2, $3, $4, $5, $6, $7)';

interface TokenIssueOptions extends RedeemOptions {
  db: Pick<Database, 'transact' | 'call'>;
}

/** Another request may use a refresh token within the leeway. @throws OAuth errors if this one may not */
async function useAgain(options: RedeemOptions, ctx: KoaContextWithOIDC): Promise<void> {
  const rotation = pendingRotation(ctx);
  if (!rotation?.used) return;
  const { used } = rotation;
  delete rotation.used;
  if ((await redeemArtifact(options, used)) === 'first') noteConsumed(ctx, used);
}

/**
 * The last step before an access token is signed. One transaction writes what its request leaves behind and then checks that
 * the token may be issued: a client may have been disabled, or a grant revoked, while the request was in progress. The facts are read under the
 * locks of cut-offs, so the transaction either sees such a change or commits before its cut-off, which then reaches the token.
 *
 * A client that is enabled again gets tokens immediately, but both times are whole seconds, and a cut-off of the same second would reach
 * them. Such a token waits for the next second.
 */
export function tokenIssue(options: TokenIssueOptions, { now, sleep }: Clock = systemClock) {
  const { db, tenantId } = options;
  const context = { tenantId, actor: { type: 'system', id: 'hub' } } as const;

  /** Tokens of clients leave nothing to write. Those of one client that are checked at the same time share a query. */
  const findClientFacts = singleFlight(
    async (token: UnsignedToken) => {
      const values = issueArguments(tenantId, token);
      return (await db.call<IssueFacts>(context, 'find_issue_facts', values))[0];
    },
    ({ clientId = '' }) => clientId,
  );

  /** Statements are sent together and run in order. Revocations also lock consents first, then other rows, and cut-offs last. */
  async function writeIssue(
    tx: Tx,
    ctx: KoaContextWithOIDC,
    token: UnsignedToken,
    times: TokenTimes,
  ): Promise<IssueFacts | undefined> {
    const { used, successor } = pendingRotation(ctx) ?? {};
    const userId = tokenSource(ctx)?.accountId;
    const requestedClaims = requestedClaimsOf(ctx, times);
    const [, isFirst, , , [facts]] = await Promise.all([
      userId !== undefined && touchConsent(tx, userId, token.clientId ?? ''),
      used ? consumeArtifact(tx, used.model, used.id) : true,
      successor && upsertArtifact(tx, successor),
      requestedClaims && upsertArtifact(tx, requestedClaims),
      tx.prepared<IssueFacts>('find_issue_facts', factsQuery, [
        tenantId,
        ...issueArguments(tenantId, token),
      ]),
    ]);
    if (!isFirst) throw new UsedMeanwhile();
    return facts;
  }

  const tryIssue = (
    ctx: KoaContextWithOIDC,
    token: UnsignedToken,
    times: TokenTimes,
  ): Promise<void> =>
    withStore(async () => {
      if (token.accountId === undefined) checkIssue(await findClientFacts(token), times.iat, now());
      else
        await db.transact(context, async (tx) =>
          checkIssue(await writeIssue(tx, ctx, token, times), times.iat, now()),
        );
    });

  /** Returns the time of issue to sign, in seconds. @throws OAuth errors */
  return async function finalizeTokenIssue(
    ctx: KoaContextWithOIDC,
    token: UnsignedToken,
    times: TokenTimes,
  ): Promise<number> {
    let { iat } = times;
    for (;;)
      try {
        await tryIssue(ctx, token, { ...times, iat });
        endRotation(ctx);
        return iat;
      } catch (error) {
        if (error instanceof UsedMeanwhile) await useAgain(options, ctx);
        else if (error instanceof CutOffReached) {
          await sleep(Math.max(0, (error.cutoff + 1) * 1000 - now()));
          iat = Math.floor(now() / 1000);
        } else throw error;
      }
  };
}
