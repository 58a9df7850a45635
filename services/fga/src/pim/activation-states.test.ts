import { describe, expect, test } from 'vitest';
import { activationStates } from '@platform/contracts';
import type { ActivationState } from '@platform/contracts';
import { activationEvents, isOpen, transitionOf } from './activation-states.ts';
import type { ActivationEvent } from './activation-states.ts';

const allowed: readonly [ActivationState, ActivationEvent, ActivationState, string][] = [
  ['requested', 'approve', 'requested', 'approved'],
  ['requested', 'approve_last_now', 'active', 'approved started'],
  ['requested', 'approve_last_later', 'scheduled', 'approved scheduled'],
  ['requested', 'revoke_by_approver', 'denied', 'denied'],
  ['requested', 'revoke_by_requester', 'cancelled', 'cancelled'],
  ['requested', 'deadline', 'timed_out', 'timed_out'],
  ['requested', 'withdraw', 'cancelled', 'cancelled'],
  ['scheduled', 'start', 'active', 'started'],
  ['scheduled', 'revoke_by_approver', 'revoked', 'revoked'],
  ['scheduled', 'revoke_by_requester', 'cancelled', 'cancelled'],
  ['scheduled', 'withdraw', 'revoked', 'revoked'],
  ['active', 'revoke_by_approver', 'revoked', 'revoked'],
  ['active', 'revoke_by_requester', 'revoked', 'revoked'],
  ['active', 'withdraw', 'revoked', 'revoked'],
  ['active', 'end', 'expired', 'expired'],
];
const pairs = activationStates.flatMap((state) =>
  activationEvents.map((event) => [state, event] as const),
);

describe('transitionOf', () => {
  test.each(allowed)('%s: %s leads to %s', (state, event, to, told) => {
    expect(transitionOf(state, event)).toEqual({
      to,
      tells: told.split(' ').map((fact) => `pim.activation_${fact}`),
    });
  });

  test.each(
    pairs.filter(([state, event]) => !allowed.some(([s, e]) => s === state && e === event)),
  )('%s does not allow %s', (state, event) => {
    expect(transitionOf(state, event)).toBeUndefined();
  });

  test('final states have no transitions', () => {
    for (const state of activationStates.filter((s) => !isOpen(s)))
      expect(activationEvents.some((event) => transitionOf(state, event))).toBe(false);
  });
});
