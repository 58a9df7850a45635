import type { Actor, PimRuleSet } from '@platform/contracts';
import type { Tx, RowOf } from '@platform/kit/database';
import { any, now, sql } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';

const stored = fga.table('eligibilities').narrow<{ rules: PimRuleSet; createdBy: Actor }>();
const eligibilities = stored
  .omit('grantKey', 'expiredAt')
  // With microseconds, which cursors need.
  .compute((of) => ({ position: of.cast<string>('createdAt', 'text') }));
const ids = eligibilities.pick('id');
const unended = eligibilities.only((of) =>
  of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]),
);
const live = unended.only({ expiredAt: null }).only((of) => of('startsAt', '<=', now));
const newlyExpired = eligibilities
  .only({ expiredAt: null })
  .only((of) => of('expiresAt', '<=', now));

export type EligibilityRow = RowOf<typeof eligibilities>;
/** A row to insert, with a key that is unique per principal. */
export type NewEligibility = Omit<RowOf<typeof stored>, 'expiredAt'>;

interface EligibilityPage {
  after: readonly (string | number)[] | undefined;
  limit: number;
}

export const findEligibility = (tx: Tx, id: string): Promise<EligibilityRow | undefined> =>
  eligibilities.find(tx, { id });

/**
 * Locks the row against deletion until the transaction ends. Call it before any activation is
 * locked.
 */
export const holdEligibility = (tx: Tx, id: string): Promise<EligibilityRow | undefined> =>
  eligibilities.share(tx, { id });

export const listEligibilities = (
  tx: Tx,
  { after, limit }: EligibilityPage,
): Promise<EligibilityRow[]> =>
  eligibilities.page(tx, { by: ['createdAt', 'id'], behind: after, limit });

/** Live eligibilities of a user, and of these groups, each with the user's open activation. */
export const listLiveEligibilitiesOf = (
  tx: Tx,
  {
    userId,
    groupIds,
    after,
    limit,
  }: EligibilityPage & { userId: string; groupIds: readonly string[] },
): Promise<(EligibilityRow & { openActivationId: string | null })[]> =>
  live
    .compute((of) => ({
      openActivationId: sql<string | null>`${of
        .selectFrom('activations as a')
        .select('a.id')
        .whereRef('a.tenantId', '=', 'eligibilities.tenantId')
        .whereRef('a.eligibilityId', '=', 'eligibilities.id')
        .where('a.principalId', '=', userId)
        .where('a.state', 'in', ['requested', 'scheduled', 'active'])
        .where((a) => a.or([a('a.state', '=', 'requested'), a('a.endsAt', '>', now)]))}`,
    }))
    .only((of) =>
      of.or([
        of.and({ principalType: 'user', principalId: userId }),
        of.and([of('principalType', '=', 'group'), of('principalId', '=', any(groupIds))]),
      ]),
    )
    .page(tx, { by: ['createdAt', 'id'], behind: after, limit });

export const insertEligibility = (tx: Tx, row: NewEligibility): Promise<EligibilityRow> =>
  eligibilities.insertReturning(tx, row);

/** Writes the columns that can be changed. */
export const updateEligibility = (
  tx: Tx,
  { id, justification, startsAt, expiresAt, rules, updatedAt }: EligibilityRow,
): Promise<number> =>
  stored.update(tx, { id }, { justification, startsAt, expiresAt, rules, updatedAt });

/** Waits for transactions that lock it. */
export const lockEligibility = (tx: Tx, id: string): Promise<EligibilityRow | undefined> =>
  eligibilities.lock(tx, { id });

export const deleteEligibility = (tx: Tx, id: string): Promise<number> => stored.delete(tx, { id });

/**
 * Ids of eligibilities of an organization or a principal, in an order that all transactions share
 * for locking.
 */
export const listEligibilityIds = async (
  tx: Tx,
  where: Partial<Pick<EligibilityRow, 'organizationId' | 'principalType' | 'principalId'>>,
): Promise<string[]> => (await ids.list(tx, { where, orderBy: 'id' })).map(({ id }) => id);

/** Marks eligibilities that have expired since the last call: all, or those of one principal. */
export const takeExpiredEligibilities = (
  tx: Tx,
  principal: Partial<Pick<EligibilityRow, 'principalType' | 'principalId'>> = {},
): Promise<EligibilityRow[]> =>
  newlyExpired.updateRows(tx, principal, (of) => ({ expiredAt: of.ref('expiresAt') }));

/**
 * Up to 20 ids of unexpired eligibilities that name this role, which cannot be deleted while there
 * are any.
 */
export const eligibilitiesOfRole = async (tx: Tx, roleKey: string): Promise<string[]> =>
  (await unended.pick('id').list(tx, { where: { roleKey }, orderBy: 'id', limit: 20 })).map(
    ({ id }) => id,
  );
