import { createHash } from 'node:crypto';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const attempts = identityFacade.table('socialAttempts');
const begun = attempts
  .pick('provider', 'content', 'identity')
  .compute((of) => ({ isRedeemed: of('redeemedAt', 'is not', null) }));

/** A started sign-in at a provider. `content` and `identity` are sealed; `identity` is null until the code is redeemed. */
export type SocialAttemptRow = RowOf<typeof begun>;

/** The keys of an attempt. */
export interface AttemptKey {
  state: string;
  loginId: string;
}

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

export const insertSocialAttempt = (
  tx: Tx,
  { state, loginId }: AttemptKey,
  { provider, content, expiresAt }: { provider: string; content: string; expiresAt: Date },
): Promise<number> =>
  attempts.insert(tx, { stateHash: hashOf(state), provider, loginId, content, expiresAt });

export const findAttempt = (
  tx: Tx,
  { state, loginId }: AttemptKey,
  now: Date,
): Promise<SocialAttemptRow | undefined> =>
  begun.only((of) => of('expiresAt', '>', now)).find(tx, { stateHash: hashOf(state), loginId });

/** Takes the only redemption of an attempt. Returns 0 if it is already taken. */
export const redeemAttempt = (tx: Tx, { state, loginId }: AttemptKey, now: Date): Promise<number> =>
  attempts.update(tx, { stateHash: hashOf(state), loginId, redeemedAt: null }, { redeemedAt: now });

export const updateAttemptIdentity = (tx: Tx, state: string, identity: string): Promise<number> =>
  attempts.update(tx, { stateHash: hashOf(state) }, { identity });
