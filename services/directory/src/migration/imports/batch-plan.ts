import type { MigrationOptionsInput } from '@platform/contracts';
import type { Identifier } from '../../users/user-identifiers.ts';
import { matchKeyOf } from './candidate.ts';
import type { ImportCandidate, FailedRow } from './candidate.ts';

type Key = Pick<Identifier, 'kind' | 'value'>;

/** What is to become of the records of a batch. */
export interface BatchPlan {
  creates: ImportCandidate[];
  updates: { candidate: ImportCandidate; userId: string }[];
  skipped: ImportCandidate[];
  failed: FailedRow[];
  /** Shares an identifier with an earlier record of the batch: decided once that one is written. */
  later: ImportCandidate[];
}

/** Who holds which identifiers. */
export type Holders = ReadonlyMap<string, string>;

/** A key for {@link Holders}. */
export const holderKey = ({ kind, value }: Key): string => `${kind} ${value}`;

/** Everything that a candidate could be found by. */
export const keysOf = ({ identifiers }: Pick<ImportCandidate, 'identifiers'>): Key[] => identifiers;

const failedRow = (
  { row, sourceId }: ImportCandidate,
  code: string,
  pointer: string | null,
  detail: string,
): FailedRow => ({ row, sourceId, code, pointer, detail });

/** A record of a person who must not come back by an import. */
export const erasedRow = (candidate: ImportCandidate): FailedRow =>
  failedRow(candidate, 'erased_subject', null, 'belongs to a user who has been erased');

/** What becomes of one record, given who holds its identifiers. */
export type RowDecision =
  | { action: 'create' }
  | { action: 'update' | 'skip'; userId: string }
  | { action: 'fail'; failure: FailedRow };

/** Decides on one record. */
export function planRow(
  candidate: ImportCandidate,
  holders: Holders,
  { matchBy, onExisting }: Pick<MigrationOptionsInput, 'matchBy' | 'onExisting'>,
): RowDecision {
  const fail = (code: string, pointer: string | null, detail: string): RowDecision => ({
    action: 'fail',
    failure: failedRow(candidate, code, pointer, detail),
  });
  const held = candidate.identifiers.flatMap((identifier) => {
    const userId = holders.get(holderKey(identifier));
    return userId === undefined ? [] : [{ identifier, userId }];
  });
  const [first] = held;
  if (!first) return { action: 'create' };
  if (held.some(({ userId }) => userId !== first.userId))
    return fail('ambiguous', null, 'matches several users');
  const key = matchKeyOf(candidate, matchBy);
  const isMatch = held.some(
    ({ identifier }) => key?.kind === identifier.kind && key.value === identifier.value,
  );
  const { pointer } = first.identifier;
  if (!isMatch || onExisting === 'fail')
    return fail('already_exists', pointer, 'is already used by another user');
  return { action: onExisting, userId: first.userId };
}

/** Plans a batch: what is new goes together, what concerns users who exist goes one by one. */
export function planBatch(
  candidates: readonly ImportCandidate[],
  holders: Holders,
  options: Pick<MigrationOptionsInput, 'matchBy' | 'onExisting'>,
): BatchPlan {
  const plan: BatchPlan = { creates: [], updates: [], skipped: [], failed: [], later: [] };
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const keys = keysOf(candidate).map(holderKey);
    if (keys.some((key) => seen.has(key))) {
      plan.later.push(candidate);
      continue;
    }
    const decision = planRow(candidate, holders, options);
    if (decision.action === 'fail') {
      plan.failed.push(decision.failure);
      continue;
    }
    for (const key of keys) seen.add(key);
    if (decision.action === 'create') plan.creates.push(candidate);
    else if (decision.action === 'skip') plan.skipped.push(candidate);
    else plan.updates.push({ candidate, userId: decision.userId });
  }
  return plan;
}
