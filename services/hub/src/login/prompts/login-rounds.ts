import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { oauthRefusal } from '../../oauth-errors/oauth-error.ts';

/**
 * How often a request may return from its pages. Any sequence of sign-in, second factor, invitation and consent takes fewer
 * rounds, and the redirects stay below the 20 at which browsers give up.
 */
const maxRounds = 6;

/** The part of an interaction's result that contains the count. */
interface CountedResult {
  rounds?: number;
}

const roundsIn = (result: object | undefined): number => (result as CountedResult)?.rounds ?? 0;

/** Counts a return from the pages. The library merges the results of a request, so the count is kept. */
export const nextRound = ({ lastSubmission }: Pick<Interaction, 'lastSubmission'>) => ({
  rounds: roundsIn(lastSubmission) + 1,
});

/** Ends a request that would prompt endlessly. Each prompt has its own rules, so none of them can detect this. */
export function limitRounds({ oidc }: KoaContextWithOIDC): void {
  if (roundsIn(oidc.result) >= maxRounds)
    throw oauthRefusal(400, 'access_denied', 'the sign-in cannot satisfy the request');
}
