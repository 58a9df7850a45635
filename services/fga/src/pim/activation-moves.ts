import type { NewEvent, Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { activationFact } from './activation-resource.ts';
import { isOpen, transitionOf } from './activation-states.ts';
import type { ActivationEvent } from './activation-states.ts';
import { listApprovals, lockOpenActivations, updateActivation } from './activation-store.ts';
import type { ActivationRow } from './activation-store.ts';
import { nextByTime } from './activation-times.ts';

/** The reason and time of a transition. */
export interface Happening {
  event: ActivationEvent;
  now: Date;
  reason: string;
  approver?: string;
  /** The user who ends it, and why. */
  endedBy?: string;
  comment?: string | null | undefined;
  eligibleUntil: Date | null;
  window?: { startsAt: Date; endsAt: Date };
}

const refused = (state: string) =>
  problem('invalid_state', { detail: `The activation is ${state}` });

/** Publishes the current state of an activation. */
export async function tell(
  tx: Tx,
  row: ActivationRow,
  types: readonly NewEvent['type'][],
  more: { approver?: string | undefined; reason?: string } = {},
): Promise<void> {
  const activation = activationFact(row, await listApprovals(tx, [row.id]));
  for (const type of types) {
    await tx.publish({
      type,
      subject: { type: 'activation', id: row.id },
      organizationId: row.organizationId,
      data: {
        activation,
        approver: more.approver ?? null,
        ...(more.reason === undefined ? {} : { endReason: more.reason }),
      },
    });
  }
}

/**
 * Moves a locked activation to its next state and publishes it. @throws 409 `invalid_state` if its
 * state does not allow the event
 */
export async function move(
  tx: Tx,
  row: ActivationRow,
  { event, now, reason, approver, endedBy, comment = null, eligibleUntil, window }: Happening,
): Promise<ActivationRow> {
  const transition = transitionOf(row.state, event);
  if (!transition) throw refused(row.state);
  const { to } = transition;
  const moved: ActivationRow = {
    ...row,
    ...(window ?? {}),
    state: to,
    updatedAt: now,
    ...(isOpen(to)
      ? {}
      : { endedAt: now, endedBy: endedBy ?? null, endReason: reason, endComment: comment }),
  };
  moved.nextDueAt = nextByTime(moved, eligibleUntil)?.at ?? null;
  await updateActivation(tx, moved);
  await tell(tx, moved, transition.tells, { approver, ...(isOpen(to) ? {} : { reason }) });
  return moved;
}

/** Applies to a locked activation every transition that is due by `now`, in order. */
export async function applyMoves(
  tx: Tx,
  row: ActivationRow,
  now: Date,
  eligibleUntil: Date | null,
  mayStart = true,
): Promise<ActivationRow> {
  let current = row;
  for (;;) {
    const next = nextByTime(current, eligibleUntil);
    if (!next || next.at > now) return current;
    const isRefused = next.event === 'start' && !mayStart;
    const moved = await move(tx, current, {
      event: isRefused ? 'withdraw' : next.event,
      now: next.event === 'start' ? now : next.at,
      reason: isRefused ? 'not_live_at_start' : next.reason,
      eligibleUntil,
    });
    current = moved;
  }
}

/**
 * Ends the open activations of an eligibility, a user, or a group's members: cancels requested
 * ones, revokes others.
 */
export async function withdraw(
  tx: Tx,
  by: Parameters<typeof lockOpenActivations>[1],
  now: Date,
  reason: string,
): Promise<void> {
  for (const row of await lockOpenActivations(tx, by)) {
    const current = await applyMoves(tx, row, now, null);
    if (isOpen(current.state))
      await move(tx, current, { event: 'withdraw', now, reason, eligibleUntil: null });
  }
}
