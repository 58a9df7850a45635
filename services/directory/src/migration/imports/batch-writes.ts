import { savepoint, together } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { addNewMembers, holdOrganization } from '../../organizations/organizations.ts';
import { nobodyErased } from '../../suppressions/erased-people.ts';
import { listSuppressed } from '../../suppressions/suppressions.ts';
import { handOverBatch } from '../../users/credentials/credential-batch.ts';
import { handOverCredentials } from '../../users/credentials/credential-handover.ts';
import { addUsers, draftUser, listIdentifierHolders, userCreated } from '../../users/user-bulk.ts';
import type { UserDraft } from '../../users/user-bulk.ts';
import { userAllowance } from '../../users/user-creation.ts';
import { erasedRow, holderKey, keysOf, planBatch } from './batch-plan.ts';
import { rowProblemOf } from './candidate.ts';
import type { ImportCandidate, FailedRow, ImportedPassword } from './candidate.ts';
import type { ImportCounts } from './import-job.ts';
import type { RowWriting } from './import-writing.ts';
import { membershipsOf, suppressedKeysOf, writeRow } from './row-writes.ts';

/** The result of a batch. */
export interface BatchOutcome extends ImportCounts {
  failures: FailedRow[];
  /** Whether other users have identifiers of these records. */
  metHolders: boolean;
}

export interface BatchWriting extends RowWriting {
  /** Called when the statements that create users have been sent, possibly several times. */
  onSent: () => void;
}

interface Draft {
  candidate: ImportCandidate;
  draft: UserDraft;
}

type Organizations = Map<string, Awaited<ReturnType<typeof holdOrganization>>>;

async function holdOrganizations(
  tx: Tx,
  candidates: readonly ImportCandidate[],
  writing: BatchWriting,
): Promise<Organizations> {
  const ids = candidates.flatMap((one) => membershipsOf(one, writing).map((m) => m.organizationId));
  const held: Organizations = new Map();
  for (const id of [...new Set(ids)].sort()) held.set(id, await holdOrganization(tx, id));
  return held;
}

/**
 * Whether these memberships can be added in bulk. Organizations with restrictions, or that do not
 * exist, are handled individually.
 */
const canInsertTogether = (
  candidate: ImportCandidate,
  organizations: Organizations,
  writing: BatchWriting,
) =>
  membershipsOf(candidate, writing).every(({ organizationId }) => {
    const organization = organizations.get(organizationId);
    return organization !== undefined && organization.membershipPolicy !== 'verified_domain_only';
  });

const failureOf = (
  { row, sourceId }: Pick<ImportCandidate, 'row' | 'sourceId'>,
  error: unknown,
) => ({
  row,
  sourceId,
  ...rowProblemOf(error),
});

class Erased extends Error {
  readonly drafts: Set<Draft>;
  constructor(drafts: Set<Draft>) {
    super('some of these users have been erased');
    this.drafts = drafts;
  }
}

/** Checked after the identifiers are locked: an erasure that held them has recorded them by now. */
async function requireNoneErased(
  tx: Tx,
  drafts: readonly Draft[],
  { suppressionKeys, isErased }: BatchWriting,
): Promise<void> {
  const subjects = drafts.flatMap((draft) =>
    suppressedKeysOf(draft.candidate).map((subject) => ({ draft, subject })),
  );
  const suppressed = await listSuppressed(
    tx,
    suppressionKeys,
    subjects.map(({ subject }) => subject),
  );
  if (suppressed.size === 0 && isErased === nobodyErased) return;
  const erased = subjects.filter(({ subject }, i) => suppressed.has(i) || isErased(subject));
  if (erased.length > 0) throw new Erased(new Set(erased.map(({ draft }) => draft)));
}

async function addMembers(
  tx: Tx,
  added: readonly Draft[],
  organizations: Organizations,
  writing: BatchWriting,
): Promise<void> {
  for (const [id, organization] of organizations) {
    if (!organization) continue;
    const members = added.flatMap(({ candidate, draft }) =>
      membershipsOf(candidate, writing)
        .filter((m) => m.organizationId === id)
        .map(({ roles }) => ({ user: draft.user, roles })),
    );
    if (members.length > 0) await addNewMembers(tx, organization, members, 'import');
  }
}

/** Writes what belongs to new users besides their own rows. */
function writeBesides(
  tx: Tx,
  drafts: readonly Draft[],
  organizations: Organizations,
  writing: BatchWriting,
): Promise<void> {
  const written = together([
    requireNoneErased(tx, drafts, writing),
    tx.publishAll(drafts.map(({ draft }) => userCreated(draft.user, writing.schema, 'import'))),
    addMembers(tx, drafts, organizations, writing),
    handOverBatch(
      tx,
      writing,
      drafts.flatMap(({ candidate: { credential }, draft }) =>
        credential ? [{ userId: draft.user.id, credential }] : [],
      ),
    ),
  ]);
  writing.onSent();
  return written;
}

/**
 * Inserts drafts with everything that belongs to them; returns those that conflict with other
 * users.
 */
async function insertTogether(
  tx: Tx,
  drafts: readonly Draft[],
  organizations: Organizations,
  writing: BatchWriting,
): Promise<{ added: Draft[]; clashing: Draft[] }> {
  const ofDrafts = (some: readonly UserDraft[]): Draft[] => {
    const wanted = new Set(some);
    return drafts.filter(({ draft }) => wanted.has(draft));
  };
  const { added, clashing } = await addUsers(
    tx,
    drafts.map(({ draft }) => draft),
    {
      importOrigin: writing.importOrigin,
      besides: (left) => writeBesides(tx, ofDrafts(left), organizations, writing),
    },
  );
  return { added: ofDrafts(added), clashing: ofDrafts(clashing) };
}

/** Creates new users. Returns the records that must be decided individually. */
async function createTogether(
  tx: Tx,
  candidates: readonly ImportCandidate[],
  outcome: BatchOutcome,
  writing: BatchWriting,
): Promise<ImportCandidate[]> {
  const organizations = await holdOrganizations(tx, candidates, writing);
  const simple = candidates.filter((one) => canInsertTogether(one, organizations, writing));
  const allowance = await userAllowance(tx, writing.limits);
  const later = [
    ...candidates.filter((one) => !canInsertTogether(one, organizations, writing)),
    ...simple.slice(allowance),
  ];
  let drafts = simple.slice(0, allowance).flatMap((candidate): Draft[] => {
    const { attributes, status, identities, identifiers } = candidate;
    try {
      const given = {
        attributes,
        status,
        identities,
        statusReason: 'import',
        writer: 'source',
      } as const;
      return [{ candidate, draft: draftUser(given, identifiers, writing) }];
    } catch (error) {
      outcome.failures.push(failureOf(candidate, error));
      return [];
    }
  });
  while (drafts.length > 0) {
    try {
      const { added, clashing } = await savepoint(tx, () =>
        insertTogether(tx, drafts, organizations, writing),
      );
      outcome.created += added.length;
      outcome.metHolders ||= clashing.length > 0;
      return [...later, ...clashing.map(({ candidate }) => candidate)];
    } catch (error) {
      if (!(error instanceof Erased)) throw error;
      outcome.failures.push(...[...error.drafts].map(({ candidate }) => erasedRow(candidate)));
      drafts = drafts.filter((draft) => !error.drafts.has(draft));
    }
  }
  return later;
}

/** A record that breaks a rule fails alone: its writes are rolled back, and the batch continues. */
async function writeAlone(
  tx: Tx,
  candidate: ImportCandidate,
  outcome: BatchOutcome,
  writing: BatchWriting,
): Promise<void> {
  try {
    const written = await savepoint(tx, () => writeRow(tx, candidate, writing));
    if (written.outcome === 'failed') outcome.failures.push(written.failure);
    else outcome[written.outcome] += 1;
  } catch (error) {
    // Any other error ends the batch, which is retried.
    if (!isOfTheRow(error)) throw error;
    outcome.failures.push(failureOf(candidate, error));
  }
}

const isOfTheRow = (error: unknown): boolean => {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500;
};

/** Enqueues the hashes of users that other records created. */
async function writePasswords(
  tx: Tx,
  passwords: readonly ImportedPassword[],
  outcome: BatchOutcome,
  writing: BatchWriting,
): Promise<void> {
  const keyOf = ({ sourceId }: ImportedPassword) => ({
    kind: 'external_id' as const,
    value: sourceId ?? '',
  });
  const holders = await listIdentifierHolders(tx, passwords.map(keyOf));
  const held = new Map(holders.map((h) => [holderKey(h), h.userId]));
  const credentials = new Map<string, NonNullable<ImportedPassword['credential']>>();
  for (const password of passwords) {
    const { row, sourceId, credential } = password;
    const userId = held.get(holderKey(keyOf(password)));
    if (userId === undefined)
      outcome.failures.push({
        row,
        sourceId,
        code: 'not_found',
        pointer: null,
        detail: 'belongs to a user who was not imported',
      });
    else if (credential) {
      credentials.set(userId, credential);
      outcome.updated += 1;
    } else outcome.skipped += 1;
  }
  await handOverCredentials(
    tx,
    writing,
    [...credentials].map(([userId, credential]) => ({ userId, credential })),
  );
}

/** Records that are written together. */
export interface Batch {
  candidates: readonly ImportCandidate[];
  passwords: readonly ImportedPassword[];
  /**
   * Whether to look up existing users first. Otherwise the insert finds them, which costs nothing
   * if there are none.
   */
  expectsHolders: boolean;
}

/** Writes a batch in the caller's transaction. */
export async function writeBatch(
  tx: Tx,
  { candidates, passwords, expectsHolders }: Batch,
  writing: BatchWriting,
): Promise<BatchOutcome> {
  const holders = expectsHolders ? await listIdentifierHolders(tx, candidates.flatMap(keysOf)) : [];
  const outcome: BatchOutcome = {
    created: 0,
    updated: 0,
    skipped: 0,
    failed: 0,
    failures: [],
    metHolders: holders.length > 0,
  };
  const held = new Map(holders.map((h) => [holderKey(h), h.userId]));
  const plan = planBatch(candidates, held, writing.options);
  outcome.failures.push(...plan.failed);
  outcome.skipped += plan.skipped.length;
  const later = await createTogether(tx, plan.creates, outcome, writing);
  writing.onSent();
  const alone = [...later, ...plan.updates.map(({ candidate }) => candidate), ...plan.later];
  for (const candidate of alone.sort((a, b) => a.row - b.row))
    await writeAlone(tx, candidate, outcome, writing);
  if (passwords.length > 0) await writePasswords(tx, passwords, outcome, writing);
  outcome.failed = outcome.failures.length;
  return outcome;
}
