import { any, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { setupLinks } from './setup-link-record.ts';
import type { SetupLinkRecord } from './setup-link-record.ts';

const open = setupLinks.only((of) =>
  of.and([of('revokedAt', 'is', null), of('completedAt', 'is', null)]),
);

export const findSetupLink = (tx: Tx, id: string): Promise<SetupLinkRecord | undefined> =>
  setupLinks.find(tx, { id });

export const lockSetupLink = (tx: Tx, id: string): Promise<SetupLinkRecord | undefined> =>
  setupLinks.lock(tx, { id });

/** Locks the link that this token opens, or that a former one opened. */
export const lockSetupLinkByToken = (
  tx: Tx,
  tokenHash: Buffer,
): Promise<SetupLinkRecord | undefined> =>
  setupLinks
    .only((of) =>
      of.or([
        of('tokenHash', '=', tokenHash),
        sql<boolean>`former_hashes @> ARRAY[${tokenHash}::bytea]`,
      ]),
    )
    .lock(tx, {});

/** Newest first. */
export const listSetupLinks = (
  tx: Tx,
  organizationId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<SetupLinkRecord[]> =>
  setupLinks.page(tx, { where: { organizationId }, by: 'id', behind: before, limit });

/** Counts links of an organization that can still be used, up to `most`. */
export const countOpenLinks = (
  tx: Tx,
  organizationId: string,
  { now, most }: { now: Date; most: number },
): Promise<number> => open.only((of) => of('endsAt', '>', now)).count(tx, { organizationId }, most);

/** Counts the links that contacts sent to colleagues, starting with a link. */
export const countColleagueLinks = (tx: Tx, parentId: string): Promise<number> =>
  setupLinks.count(tx, { parentId });

/** Locks the links that were sent to colleagues and are not revoked. */
export const lockColleagueLinks = (tx: Tx, parentId: string): Promise<SetupLinkRecord[]> =>
  tx.rows(
    setupLinks
      .select(tx)
      .where('parentId', '=', parentId)
      .where('revokedAt', 'is', null)
      .orderBy('id')
      .forUpdate(),
  );

export const insertSetupLink = (tx: Tx, link: SetupLinkRecord): Promise<number> =>
  setupLinks.insert(tx, link);

export const updateSetupLink = (tx: Tx, link: SetupLinkRecord): Promise<number> =>
  setupLinks.update(tx, { id: link.id }, link);

const stepRows = 1_000;

/** Removes up to a thousand links of an organization; returns how many. */
export const removeSetupLinksOf = (tx: Tx, organizationId: string): Promise<number> => {
  const ofOrganization = setupLinks.only({ organizationId }).pick('id');
  const some = ofOrganization.select(tx).limit(stepRows);
  return ofOrganization.only((of) => of('id', 'in', some)).delete(tx, {});
};

const toPerson = (recipientKeys: readonly string[]) =>
  setupLinks.only((of) => of('recipientKey', '=', any(recipientKeys)));

/** Links to these addresses. */
export const listSetupLinksTo = (
  tx: Tx,
  recipientKeys: readonly string[],
): Promise<SetupLinkRecord[]> => toPerson(recipientKeys).list(tx, { orderBy: 'id', limit: 10_000 });

export const removeSetupLinksTo = (tx: Tx, recipientKeys: readonly string[]): Promise<number> =>
  toPerson(recipientKeys).delete(tx, {});
