import type { TxContext } from '@platform/kit/database';
import { UpstreamRejected } from '@platform/relying-party';
import type { CompleteSocialResponse } from '@platform/protos';
import { usableConnector } from '../connectors/connectors.ts';
import { redeemAnswer, rejectAnswer } from './answer-redemption.ts';
import { findAttempt, redeemAttempt } from './attempt-store.ts';
import { describeIdentity, linkToUser } from './identity-owner.ts';
import type { CompleteSignInOptions, ProviderAnswer } from './sign-in-completion.ts';

/** The attempt of an answer, and whether this is the first redemption of its code. */
const claimAttempt = (
  { db, clock }: CompleteSignInOptions,
  context: TxContext,
  answer: ProviderAnswer,
) =>
  db.transact(context, async (tx) => {
    const now = new Date(clock());
    const attempt = await findAttempt(tx, answer, now);
    const connector = attempt && (await usableConnector(tx, attempt.provider));
    const isFirst =
      connector && answer.userId === '' && (await redeemAttempt(tx, answer, now)) === 1;
    return { attempt, connector, isFirst };
  });

async function complete(
  options: CompleteSignInOptions,
  context: TxContext,
  answer: ProviderAnswer,
): Promise<CompleteSocialResponse> {
  const { attempt, connector, isFirst } = await claimAttempt(options, context, answer);
  if (!attempt) return { outcome: 'REFUSED', reason: 'state_unknown' };
  const { provider, identity: sealed } = attempt;
  if (!connector) return { outcome: 'REFUSED', reason: 'connector_disabled', provider };
  if (sealed !== null) {
    const identity = options.seals.openIdentity(context.tenantId, sealed);
    return answer.userId === ''
      ? describeIdentity(options, context, identity, connector)
      : linkToUser(options, context, identity, answer.userId);
  }
  if (!isFirst) return { outcome: 'REFUSED', reason: 'state_used', provider };
  try {
    const identity = await redeemAnswer(options, context, connector, { answer, attempt });
    return await describeIdentity(options, context, identity, connector);
  } catch (error) {
    if (error instanceof UpstreamRejected) return rejectAnswer(options, context, provider, error);
    throw error;
  }
}

/** Completes sign-ins at social providers: redeems the code once and returns the owner of the identity. */
export const completeSocialSignIn =
  (options: CompleteSignInOptions) =>
  (context: TxContext, answer: ProviderAnswer): Promise<CompleteSocialResponse> =>
    complete(options, context, answer);

/** See {@link completeSocialSignIn}. */
export type CompleteSocialSignIn = ReturnType<typeof completeSocialSignIn>;
