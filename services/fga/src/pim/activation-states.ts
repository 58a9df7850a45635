import type { ActivationState, EventTypeName } from '@platform/contracts';

/** The events of an activation. */
export const activationEvents = [
  'approve',
  'approve_last_now',
  'approve_last_later',
  'revoke_by_approver',
  'revoke_by_requester',
  'deadline',
  'start',
  'withdraw',
  'end',
] as const;

/** `withdraw`: the eligibility, the user or the membership behind it is gone. */
export type ActivationEvent = (typeof activationEvents)[number];

/** A transition to a state, and the events that publish it. */
export interface ActivationTransition {
  to: ActivationState;
  tells: readonly EventTypeName[];
}

const moves: Partial<
  Record<ActivationState, Partial<Record<ActivationEvent, ActivationTransition>>>
> = {
  requested: {
    approve: { to: 'requested', tells: ['pim.activation_approved'] },
    approve_last_now: {
      to: 'active',
      tells: ['pim.activation_approved', 'pim.activation_started'],
    },
    approve_last_later: {
      to: 'scheduled',
      tells: ['pim.activation_approved', 'pim.activation_scheduled'],
    },
    revoke_by_approver: { to: 'denied', tells: ['pim.activation_denied'] },
    revoke_by_requester: { to: 'cancelled', tells: ['pim.activation_cancelled'] },
    deadline: { to: 'timed_out', tells: ['pim.activation_timed_out'] },
    withdraw: { to: 'cancelled', tells: ['pim.activation_cancelled'] },
  },
  scheduled: {
    start: { to: 'active', tells: ['pim.activation_started'] },
    revoke_by_approver: { to: 'revoked', tells: ['pim.activation_revoked'] },
    revoke_by_requester: { to: 'cancelled', tells: ['pim.activation_cancelled'] },
    withdraw: { to: 'revoked', tells: ['pim.activation_revoked'] },
  },
  active: {
    revoke_by_approver: { to: 'revoked', tells: ['pim.activation_revoked'] },
    revoke_by_requester: { to: 'revoked', tells: ['pim.activation_revoked'] },
    withdraw: { to: 'revoked', tells: ['pim.activation_revoked'] },
    end: { to: 'expired', tells: ['pim.activation_expired'] },
  },
};

/** The transition of an event; undefined if the state does not allow it. */
export const transitionOf = (
  state: ActivationState,
  event: ActivationEvent,
): ActivationTransition | undefined => moves[state]?.[event];

const open: ReadonlySet<ActivationState> = new Set(['requested', 'scheduled', 'active']);

/** Whether an activation may still grant something. */
export const isOpen = (state: ActivationState): boolean => open.has(state);
