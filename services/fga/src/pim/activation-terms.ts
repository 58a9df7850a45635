import type { Authentication } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { applyMoves, move, tell } from './activation-moves.ts';
import { missingIn, signInFault } from './activation-rules.ts';
import { isOpen } from './activation-states.ts';
import { lockOpenActivations, updateActivationTerms } from './activation-store.ts';
import type { ActivationRow } from './activation-store.ts';
import { nextByTime } from './activation-times.ts';
import type { EligibilityRow } from './eligibility-store.ts';

/** The part of an eligibility that its open activations depend on. */
export type Terms = Pick<EligibilityRow, 'rules' | 'expiresAt'>;

/**
 * Applies changed rules to the open activations of a locked eligibility. Cancels or revokes those
 * that can no longer continue.
 */
export async function applyTerms(
  tx: Tx,
  { id: eligibilityId, expiresAt: endedAt }: Pick<EligibilityRow, 'id' | 'expiresAt'>,
  terms: Terms,
  now: Date,
): Promise<void> {
  for (const row of await lockOpenActivations(tx, { eligibilityId })) {
    const current = await applyMoves(tx, row, now, endedAt);
    if (isOpen(current.state)) await applyTo(tx, current, terms, now);
  }
}

async function applyTo(tx: Tx, row: ActivationRow, terms: Terms, now: Date): Promise<void> {
  const eligibleUntil = terms.expiresAt;
  const after = activationUnder(row, terms);
  if (!after) {
    await move(tx, row, { event: 'withdraw', now, reason: 'eligibility_updated', eligibleUntil });
    return;
  }
  const nextDueAt = nextByTime(after, eligibleUntil)?.at ?? null;
  const isSame = JSON.stringify(after) === JSON.stringify(row);
  const changed = { ...after, nextDueAt, updatedAt: isSame ? row.updatedAt : now };
  await updateActivationTerms(tx, changed);
  if (!isSame) await tell(tx, changed, ['pim.activation_updated']);
  // A shorter deadline may have passed already.
  await applyMoves(tx, changed, now, eligibleUntil);
}

/** An open activation under changed terms; undefined if it can no longer continue. */
export const activationUnder = (row: ActivationRow, terms: Terms): ActivationRow | undefined =>
  row.state === 'requested' ? requestUnder(row, terms) : grantUnder(row, terms);

/** A request keeps its terms unless the new ones are stricter. The current approvers decide. */
function requestUnder(row: ActivationRow, { rules, expiresAt }: Terms): ActivationRow | undefined {
  const { requestedAt, wantedStart, decisionDeadline } = row;
  const startsTooLate = wantedStart !== null && expiresAt !== null && wantedStart >= expiresAt;
  if (startsTooLate || missingIn(row, rules)) return undefined;
  if (signInFault(signInOf(row), rules, requestedAt)) return undefined;
  const deadline = new Date(requestedAt.getTime() + rules.approvalTimeoutSeconds * 1000);
  return {
    ...row,
    durationSeconds: Math.min(row.durationSeconds, rules.maxDurationSeconds),
    requiredApprovals: Math.max(row.requiredApprovals, rules.requiredApprovals),
    approvers: approverKeys(rules),
    decisionDeadline: earlier(decisionDeadline, deadline),
  };
}

/** An approved activation keeps everything, but ends with its eligibility. */
function grantUnder(row: ActivationRow, { expiresAt }: Terms): ActivationRow | undefined {
  const startsTooLate = row.startsAt !== null && expiresAt !== null && row.startsAt >= expiresAt;
  return startsTooLate ? undefined : { ...row, endsAt: earlier(row.endsAt, expiresAt) };
}

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

/** The approvers of rules, as activations store them. */
export const approverKeys = ({ approvers }: Terms['rules']): string[] =>
  approvers.map(({ type, id }) => `${type}:${id}`);

function signInOf({ requestContext, people }: ActivationRow): Authentication {
  const { acr, amr, authTime } = requestContext;
  return {
    acr,
    amr,
    authTime: authTime === null ? null : Date.parse(authTime) / 1000,
    actors: people,
  };
}
