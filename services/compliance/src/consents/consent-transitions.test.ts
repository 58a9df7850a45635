import { describe, expect, test } from 'vitest';
import type { ConsentState } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import { onChange, onGrant, onWithdraw } from './consent-transitions.ts';
import type { ChangeAsked, ConsentTransition } from './consent-transitions.ts';

/** The result as text: state, entry and event; the error code; or nothing. */
function outcomeOf(work: () => ConsentTransition | undefined): string {
  try {
    const made = work();
    return made ? `${made.to} ${made.change} ${made.event}` : 'nothing';
  } catch (error) {
    return asProblem(error).code;
  }
}

const same: ChangeAsked = { isHigherVersion: false, differs: false };
const changes: Record<string, ChangeAsked> = {
  'decision given': { ...same, decision: 'given' },
  'decision refused': { ...same, decision: 'refused' },
  'higher version': { ...same, isHigherVersion: true, differs: true },
  'something differs': { ...same, differs: true },
  'nothing differs': same,
};

const granted = 'given given consent.granted';
const ended = {
  'decision given': 'invalid_state',
  'decision refused': 'invalid_state',
  'higher version': 'invalid_state',
  'something differs': 'invalid_state',
  'nothing differs': 'invalid_state',
};
const table: Record<ConsentState, Record<keyof typeof ended, string>> = {
  requested: {
    ...ended,
    'decision given': granted,
    'decision refused': 'refused refused consent.refused',
  },
  refused: { ...ended, 'decision given': granted },
  given: {
    'decision given': 'given reaffirmed consent.changed',
    'decision refused': 'validation_failed',
    'higher version': 'given renewed consent.renewed',
    'something differs': 'given changed consent.changed',
    'nothing differs': 'given reaffirmed consent.changed',
  },
  withdrawn: ended,
  expired: ended,
  invalidated: ended,
};

describe('onGrant', () => {
  test.each([
    ['given', granted],
    ['refused', 'refused refused consent.refused'],
    ['requested', 'requested requested consent.requested'],
  ] as const)('%s', (decision, expected) => {
    expect(outcomeOf(() => onGrant(decision))).toBe(expected);
  });
});

describe('onChange', () => {
  test.each(
    Object.entries(table).flatMap(([state, row]) =>
      Object.entries(row).map(([event, expected]) => [state, event, expected] as const),
    ),
  )('%s, %s: %s', (state, event, expected) => {
    const asked = changes[event] as ChangeAsked;
    expect(outcomeOf(() => onChange(state as ConsentState, asked))).toBe(expected);
  });
});

describe('onWithdraw', () => {
  const withdrawn = 'withdrawn withdrawn consent.withdrawn';
  test.each<[ConsentState, string]>([
    ['requested', withdrawn],
    ['given', withdrawn],
    ['withdrawn', 'nothing'],
    ['refused', 'invalid_state'],
    ['expired', 'invalid_state'],
    ['invalidated', 'invalid_state'],
  ])('%s: %s', (state, expected) => {
    expect(outcomeOf(() => onWithdraw(state, 'consent'))).toBe(expected);
  });

  test.each([
    ['consent', withdrawn],
    ['explicit_consent', withdrawn],
    ['legitimate_interests', withdrawn],
    ['contract', 'invalid_state'],
    ['legal_obligation', 'invalid_state'],
    ['vital_interests', 'invalid_state'],
    ['public_task', 'invalid_state'],
  ] as const)('on the basis %s: %s', (basis, expected) => {
    expect(outcomeOf(() => onWithdraw('given', basis))).toBe(expected);
  });
});
