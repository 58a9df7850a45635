import { createHash } from 'node:crypto';
import { deleteOlder, fromNow, now, sql } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const stored = hub.table('accountLinkIntent');
const intents = stored.pick(
  'id',
  'invitationId',
  'organizationId',
  'userId',
  'email',
  'returnTo',
  'expiresAt',
);
const redeemable = intents.only((of) =>
  of.and([of('state', '=', 'minted'), of('expiresAt', '>', now)]),
);
const states = stored.omit('tokenHash', 'refusals', 'createdAt').compute((of) => ({
  isRedeemable: of.and([of('state', '=', 'minted'), of('expiresAt', '>', now)]),
}));

export type LinkIntentRecord = RowOf<typeof intents>;
/** An intent in any state. */
export type LinkIntentState = RowOf<typeof states>;
/** The directory's response to a redeemed intent. */
export type LinkIntentOutcome = NonNullable<LinkIntentState['outcome']>;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Revokes the intent of an invitation that could still be redeemed. */
export const revokeIntentsOf = (tx: Tx, invitationId: string): Promise<number> =>
  stored.update(tx, { invitationId, state: 'minted' }, { state: 'revoked' });

export const insertIntent = (
  tx: Tx,
  {
    token,
    expiresInSeconds,
    ...intent
  }: Omit<LinkIntentRecord, 'expiresAt'> & { token: string; expiresInSeconds: number },
): Promise<LinkIntentRecord> =>
  intents.insertReturning(tx, {
    ...intent,
    tokenHash: hashOf(token),
    expiresAt: fromNow(1_000 * expiresInSeconds),
  });

/** Undefined if the intent cannot be redeemed. */
export const findIntent = (tx: Tx, token: string): Promise<LinkIntentRecord | undefined> =>
  redeemable.find(tx, { tokenHash: hashOf(token) });

export const findIntentState = (tx: Tx, token: string): Promise<LinkIntentState | undefined> =>
  states.find(tx, { tokenHash: hashOf(token) });

export const findIntentById = (tx: Tx, id: string): Promise<LinkIntentState | undefined> =>
  states.find(tx, { id });

/** Stores the outcome, unless there is one. */
export const keepOutcome = (tx: Tx, id: string, outcome: LinkIntentOutcome): Promise<number> =>
  stored.update(tx, { id, outcome: null }, { outcome });

/** Redeems an intent; undefined if it was redeemed before, or is for another user. */
export const consumeIntent = (
  tx: Tx,
  token: string,
  userId: string,
): Promise<LinkIntentRecord | undefined> =>
  redeemable
    .only((of) => of.or([of('userId', 'is', null), of('userId', '=', userId)]))
    .updateReturning(tx, { tokenHash: hashOf(token) }, { state: 'consumed', consumedBy: userId });

/** Counts a user for whom the intent is not meant, and revokes it after `max` of them. */
export const countRefusal = (tx: Tx, token: string, max: number): Promise<number> =>
  redeemable.update(
    tx,
    { tokenHash: hashOf(token) },
    {
      refusals: sql<number>`refusals + 1`,
      state: sql<
        LinkIntentState['state']
      >`CASE WHEN refusals + 1 >= ${max} THEN 'revoked' ELSE state END`,
    },
  );

const ofUser = (userId: string) =>
  stored.only((of) => of.or([of('userId', '=', userId), of('consumedBy', '=', userId)]));

export const deleteIntentsOfUser = (tx: Tx, userId: string): Promise<number> =>
  ofUser(userId).delete(tx, {});

/** Newest first. */
export const listIntentsOfUser = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<RowOf<typeof stored>[]> => ofUser(userId).list(tx, { orderBy: 'createdAt desc', limit });

export const sweepIntents = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'account_link_intent', column: 'expires_at', life: '30 days' });
