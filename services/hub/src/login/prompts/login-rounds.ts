import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { oauthRefusal } from '../../oauth-errors/oauth-error.ts';

/**
 * How often a request may come back from its pages: more than any sequence of sign-in, second factor, invitation and consent
 * takes, and fewer redirects than the 20 after which browsers give up.
 */
const maxRounds = 6;

/** The part of an interaction's result that counts. */
interface CountedResult {
  rounds?: number;
}

const roundsIn = (result: object | undefined): number => (result as CountedResult)?.rounds ?? 0;

/** Counts that a request comes back from its pages. The library merges results, so the count outlives each of them. */
export const nextRound = ({ lastSubmission }: Pick<Interaction, 'lastSubmission'>) => ({
  rounds: roundsIn(lastSubmission) + 1,
});

/** Ends a request that asks for one page after another without end: each prompt has its own rules, and none knows them all. */
export function limitRounds({ oidc }: KoaContextWithOIDC): void {
  if (roundsIn(oidc.result) >= maxRounds)
    throw oauthRefusal(400, 'access_denied', 'the sign-in cannot satisfy the request');
}
