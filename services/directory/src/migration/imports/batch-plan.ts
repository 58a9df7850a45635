import type { MigrationOptionsInput } from '@platform/contracts';
import type { Identifier } from '../../users/user-identifiers.ts';
import { matchKeyOf } from './candidate.ts';
import type { ImportCandidate, FailedRow } from './candidate.ts';

type Key = Pick<Identifier, 'kind' | 'value'>;

/** The planned writes of a batch. */
export interface BatchPlan {
  creates: ImportCandidate[];
  updates: { candidate: ImportCandidate; userId: string }[];
  skipped: ImportCandidate[];
  failed: FailedRow[];
  /**
   * Records that share an identifier with an earlier record of the batch. Planned after that one is
   * written.
   */
  later: ImportCandidate[];
}

/** The users that have identifiers, by {@link holderKey}. */
export type Holders = ReadonlyMap<string, string>;

/** A key for {@link Holders}. */
export const holderKey = ({ kind, value }: Key): string => `${kind} ${value}`;

/** The identifiers that can find a candidate. */
export const keysOf = ({ identifiers }: Pick<ImportCandidate, 'identifiers'>): Key[] => identifiers;

const failedRow = (
  { row, sourceId }: ImportCandidate,
  code: string,
  pointer: string | null,
  detail: string,
): FailedRow => ({ row, sourceId, code, pointer, detail });

/** The error for a record of an erased person. */
export const erasedRow = (candidate: ImportCandidate): FailedRow =>
  failedRow(candidate, 'erased_subject', null, 'belongs to a user who has been erased');

/** The planned write of one record. */
export type RowDecision =
  | { action: 'create' }
  | { action: 'update' | 'skip'; userId: string }
  | { action: 'fail'; failure: FailedRow };

/** Plans one record, given the users that have its identifiers. */
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

/** Plans a batch: new users are created together, existing ones are updated individually. */
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
