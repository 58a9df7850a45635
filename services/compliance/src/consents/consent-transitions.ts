import type {
  ConsentHistoryChange,
  ConsentState,
  EventTypeName,
  LegalBasis,
} from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';

/** The effect of an action on a consent: its next state, the entry in its history, and the published event. */
export interface ConsentTransition {
  to: ConsentState;
  change: ConsentHistoryChange;
  event: Extract<EventTypeName, `consent.${string}`>;
}

const transition = (
  to: ConsentState,
  change: ConsentHistoryChange,
  event: ConsentTransition['event'],
): ConsentTransition => ({ to, change, event });

const given = transition('given', 'given', 'consent.granted');
const refused = transition('refused', 'refused', 'consent.refused');
const requested = transition('requested', 'requested', 'consent.requested');
const renewed = transition('given', 'renewed', 'consent.renewed');
const changed = transition('given', 'changed', 'consent.changed');
const reaffirmed = transition('given', 'reaffirmed', 'consent.changed');
const withdrawn = transition('withdrawn', 'withdrawn', 'consent.withdrawn');
const expired = transition('expired', 'expired', 'consent.expired');
const invalidated = transition('invalidated', 'invalidated', 'consent.invalidated');

const initial = { given, refused, requested };

const notAllowed = (detail: string) => problem('invalid_state', { detail });

export const onGrant = (decision: keyof typeof initial): ConsentTransition => initial[decision];

/** The changes in a request body, compared with the record. */
export interface ChangeAsked {
  decision?: 'given' | 'refused';
  isHigherVersion: boolean;
  differs: boolean;
}

function onChangeOfGiven({ decision, isHigherVersion, differs }: ChangeAsked): ConsentTransition {
  if (decision === 'refused')
    throw invalid(
      '/decision',
      'invalid_format',
      'cannot be refused after the consent has been given; withdraw it instead',
    );
  if (isHigherVersion) return renewed;
  return differs ? changed : reaffirmed;
}

/** Changes a live consent. A consent that has not been given can only be decided. */
export function onChange(from: ConsentState, asked: ChangeAsked): ConsentTransition {
  if (from === 'given') return onChangeOfGiven(asked);
  const isOpen = from === 'requested' || from === 'refused';
  if (isOpen && asked.decision === 'given') return given;
  if (from === 'requested' && asked.decision === 'refused') return refused;
  throw notAllowed(`A consent that is ${from} cannot be changed in this way.`);
}

/** The bases that a person can withdraw from; legitimate interests by objection (GDPR Art. 21). */
const revocable: ReadonlySet<LegalBasis> = new Set([
  'consent',
  'explicit_consent',
  'legitimate_interests',
]);

/** Withdraws a consent; undefined if it is withdrawn already. */
export function onWithdraw(
  from: ConsentState,
  legalBasis: LegalBasis,
): ConsentTransition | undefined {
  if (from === 'withdrawn') return undefined;
  if (from !== 'given' && from !== 'requested')
    throw notAllowed(`A consent that is ${from} cannot be withdrawn.`);
  if (!revocable.has(legalBasis))
    throw notAllowed(`Consent to processing on the legal basis ${legalBasis} cannot be withdrawn`);
  return withdrawn;
}

/** Ends a consent that was given, or requested and never decided. */
export const onExpiry = (): ConsentTransition => expired;

export const onErasure = (): ConsentTransition => invalidated;
