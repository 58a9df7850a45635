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
import type { Artifact } from '../grants/artifacts.ts';
import { redeemArtifact } from './redeem-artifact.ts';
import type { RedeemOptions } from './redeem-artifact.ts';
import { endRotation, noteConsumed, pendingRotation } from './redemptions.ts';
import { requestedClaimsOf } from './requested-claims.ts';
import type { TokenTimes } from './requested-claims.ts';

/** The model of the artifacts behind opaque access tokens. */
export const opaqueModel = 'OpaqueToken';

/** Another request has used the refresh token since the client was read. */
class UsedMeanwhile extends Error {}

/** Time, in milliseconds. */
interface Clock {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}
const systemClock: Clock = { now: Date.now, sleep: delay };

const factsQuery = 'SELECT * FROM find_issue_facts($1, $2, $3, $4, $5, $6, $7, $8, $9)';

interface TokenIssueOptions extends RedeemOptions {
  db: Pick<Database, 'transact' | 'call'>;
}

/** Continues with a refresh token that another request has used, within the leeway. @throws OAuth errors after it */
async function useAgain(options: RedeemOptions, ctx: KoaContextWithOIDC): Promise<void> {
  const rotation = pendingRotation(ctx);
  if (!rotation?.used) return;
  const { used } = rotation;
  delete rotation.used;
  if ((await redeemArtifact(options, used)) === 'first') noteConsumed(ctx, used);
}

/**
 * Runs last before an access token is signed. One transaction writes the changes of the request and then checks that the token may be issued: a
 * client may have been disabled, or a grant revoked, while the request was in progress. The check holds the locks of the cut-offs, so the
 * transaction either sees such a change or commits before its cut-off, which then covers the token.
 *
 * A client that is enabled again gets tokens immediately. Times are whole seconds, so a cut-off of the same second would cover them; such a token
 * waits for the next second.
 */
export function tokenIssue(options: TokenIssueOptions, { now, sleep }: Clock = systemClock) {
  const { db, tenantId } = options;
  const context = { tenantId, actor: { type: 'system', id: 'hub' } } as const;

  /** A client's own token writes nothing, so concurrent checks for one client share a query. */
  const findClientFacts = singleFlight(
    async (token: UnsignedToken) => {
      const values = issueArguments(tenantId, token);
      return (await db.call<IssueFacts>(context, 'find_issue_facts', values))[0];
    },
    ({ clientId = '', apiId = '' }) => `${clientId} ${apiId}`,
  );

  /** What introspection reads of an opaque token. It ends with the grant, the user or the client, as other artifacts do. */
  const opaqueArtifact = (token: UnsignedToken, value: string, claims: TokenTimes): Artifact => ({
    model: opaqueModel,
    id: value,
    payload: {
      claims,
      clientId: token.clientId,
      accountId: token.accountId,
      grantId: token.grantId,
    },
    expiresInSeconds: claims.exp - claims.iat,
  });

  /** Pipelines the statements, which run in order. Revocations take locks in the same order: consents, other rows, cut-offs. */
  async function writeIssue(
    tx: Tx,
    ctx: KoaContextWithOIDC,
    token: UnsignedToken,
    times: TokenTimes,
  ): Promise<IssueFacts | undefined> {
    const { used, successor } = pendingRotation(ctx) ?? {};
    const userId = tokenSource(ctx)?.accountId;
    const requestedClaims = requestedClaimsOf(ctx, times);
    const opaque = token.opaque && opaqueArtifact(token, token.opaque, times);
    const [, isFirst, , , , [facts]] = await Promise.all([
      userId !== undefined && touchConsent(tx, userId, token.clientId ?? ''),
      used ? consumeArtifact(tx, used.model, used.id) : true,
      successor && upsertArtifact(tx, successor),
      requestedClaims && upsertArtifact(tx, requestedClaims),
      opaque && upsertArtifact(tx, opaque),
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
      if (token.accountId === undefined && token.opaque === undefined)
        checkIssue(await findClientFacts(token), times.iat, now());
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
