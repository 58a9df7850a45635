import { isId } from '@platform/contracts';
import type {
  ConsentEvidence,
  ConsentNotice,
  CreateConsentRequest,
  GivenBy,
  LegalBasis,
} from '@platform/contracts';
import { erasedKey } from '@platform/data-lifecycle/data-subject';
import { any, fromNow, given, now, sql } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { compliance } from '../generated/tables.ts';
import type { TenantKey } from '../tenant-blocks.ts';

/** The personal part of a consent, which an erasure removes. */
export interface PersonalConsentPart {
  givenBy: GivenBy;
  evidence: ConsentEvidence;
  metadata: Record<string, string>;
}

const consents = compliance.table('consents').narrow<
  Pick<CreateConsentRequest, 'consentType' | 'collectionMethod'> & {
    legalBasis: LegalBasis;
    notices: ConsentNotice[];
    /** Null after the erasure of the person. */
    personal: PersonalConsentPart | null;
    /** When the state ends by itself. */
    dueAt: Date | null;
    /** Whether the person has a later record for the purpose. */
    isSuperseded: boolean;
    /** The time of the person's last action. */
    lastAt: Date;
  }
>();
export const liveStates: readonly ConsentRecord['state'][] = ['requested', 'given', 'refused'];
const liveConsents = consents.only({ state: [...liveStates] });
const notices = compliance.table('consentNotices');
const keys = compliance.query.selectFrom('consents').select(['tenantId', 'id']);

export type ConsentRecord = RowOf<typeof consents>;
export type ConsentTerms = Omit<
  ConsentRecord,
  'dueAt' | 'isSuperseded' | 'historyCount' | 'lastAt' | 'lastHash' | 'createdAt' | 'updatedAt'
>;

/** @throws 404 if the tenant has no such consent */
export const existingConsent = async (tx: Tx, id: string): Promise<ConsentRecord> =>
  found(isId('consent', id) ? await consents.find(tx, { id }) : undefined);

/** @throws 404 if the tenant has no such consent */
export const lockedConsent = async (tx: Tx, id: string): Promise<ConsentRecord> =>
  found(isId('consent', id) ? await consents.lock(tx, { id }) : undefined);

/** Locks the live record of a person for a purpose. */
export const lockLiveConsent = (
  tx: Tx,
  subjectId: string,
  purposeKey: string,
): Promise<ConsentRecord | undefined> => liveConsents.lock(tx, { subjectId, purposeKey });

/** Lists the last record of a person for each of these purposes. */
export const listLatestConsents = (
  tx: Tx,
  subjectId: string,
  purposeKeys: readonly string[],
): Promise<ConsentRecord[]> =>
  tx.rows(
    consents
      .select(tx)
      .distinctOn('purposeKey')
      .where('subjectId', '=', subjectId)
      .where('purposeKey', '=', any(purposeKeys))
      .orderBy('purposeKey')
      .orderBy((of) => of('state', 'in', liveStates), 'desc')
      .orderBy('id', 'desc'),
  );

/** Newest first. */
export const listConsents = (
  tx: Tx,
  { subjectId, before, limit }: { subjectId?: string; before?: string; limit: number },
): Promise<ConsentRecord[]> =>
  consents.page(tx, { where: given({ subjectId }), by: 'id', behind: before, limit });

/** Lists given consents after this one, in the order of their ids. */
export const listGivenConsents = (
  tx: Tx,
  { after, purposeKey, limit }: { after: string; purposeKey?: string; limit: number },
): Promise<ConsentRecord[]> =>
  consents.page(tx, {
    where: { state: 'given', ...given({ purposeKey }) },
    by: 'id',
    ascending: true,
    behind: after,
    limit,
  });

/** Marks the records before a new one as superseded. Returns the id of the last of them. */
export async function supersedeConsents(
  tx: Tx,
  subjectId: string,
  purposeKey: string,
): Promise<string | null> {
  const before = { subjectId, purposeKey, isSuperseded: false };
  const superseded = await consents.pick('id').updateRows(tx, before, { isSuperseded: true });
  const ids = superseded.map(({ id }) => id);
  return ids.toSorted().at(-1) ?? null;
}

/** False if the person already has a live record for the purpose. */
export const insertConsent = async (tx: Tx, consent: ConsentRecord): Promise<boolean> =>
  (await consents.insertIfAbsent(tx, consent)) === 1;

export const updateConsent = (tx: Tx, consent: ConsentRecord): Promise<number> =>
  consents.update(tx, { id: consent.id }, consent);

/** Links a consent to the documents that the person was shown. */
export const insertNotices = (
  tx: Tx,
  consentId: string,
  documentIds: readonly string[],
): Promise<number> =>
  notices.insertIfAbsent(
    tx,
    documentIds.map((documentId) => ({ documentId, consentId })),
  );

/** Locks every record of these people. */
export const lockConsentsOf = (tx: Tx, subjectId: readonly string[]): Promise<ConsentRecord[]> =>
  consents.list(tx, { where: { subjectId }, orderBy: 'id', lock: 'update' });

export const lockConsents = (tx: Tx, id: readonly string[]): Promise<{ id: string }[]> =>
  consents.pick('id').list(tx, { where: { id }, orderBy: 'id', lock: 'update' });

/** Replaces the ids of people who gave or withdrew these consents for others. */
export const eraseGivers = (
  tx: Tx,
  ids: readonly string[],
  personIds: readonly string[],
): Promise<number> =>
  consents
    .only(() => sql<boolean>`personal #>> '{givenBy,id}' = any(${personIds})`)
    .update(
      tx,
      { id: ids },
      {
        personal: sql<PersonalConsentPart>`jsonb_set(personal, '{givenBy,id}', to_jsonb(${erasedKey}::text))`,
      },
    );

/** Lists consents of all tenants whose state has ended by itself. */
export const listDueConsents = (tx: WorkerTx, limit: number): Promise<TenantKey[]> =>
  tx.rows(
    keys
      .where('state', 'in', ['requested', 'given'])
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(limit),
  );

/** Locks a consent; undefined also if another transaction holds the lock. */
export const lockConsentIfFree = (tx: Tx, id: string): Promise<ConsentRecord | undefined> =>
  tx.row(consents.select(tx).where('id', '=', id).forUpdate().skipLocked());

export const countConsentsOf = (tx: Tx, subjectId: readonly string[]): Promise<number> =>
  consents.count(tx, { subjectId });

/** Whether the person with this id has a consent. */
export const hasConsents = async (tx: Tx, subjectId: string): Promise<boolean> =>
  (await consents.pick('id').list(tx, { where: { subjectId }, orderBy: 'id', limit: 1 })).length >
  0;

/** Lists consents of all tenants that ended before a time. */
export const listEndedConsents = (
  tx: WorkerTx,
  retentionMs: number,
  limit: number,
): Promise<TenantKey[]> =>
  tx.rows(
    keys
      .where('state', 'in', ['withdrawn', 'expired', 'invalidated'])
      .where('updatedAt', '<', fromNow(-retentionMs))
      .orderBy('updatedAt')
      .limit(limit),
  );

/** Deletes consents with their histories, receipts and links to documents. */
export const deleteConsents = (tx: Tx, id: readonly string[]): Promise<number> =>
  consents.delete(tx, { id });
