import type {
  LoginDenyReason,
  LoginFlowOffer,
  LoginFlowStepType,
  LoginFlowVisit,
  LoginMethod,
} from '@platform/contracts';
import type { FactValue } from './condition.ts';
import type { FactorEvidence, ProvenFactor } from './proven-factor.ts';

/** The id of the step that a login adds when it falls short of the required assurance. No step of a flow can have it. */
export const stepUpId = ':step_up';

/**
 * Where a login stands. Plain JSON, to be stored between requests. `asking`: an answer is expected, see `askOf`. `stopped`: it
 * came to one step too often. `incomplete`: an outcome leads nowhere, which a flow that can be activated does not have.
 */
export interface LoginState {
  /** Of this form; a state of another one cannot be continued. */
  format: 1;
  /** Raised by every answer: compare it to find that another tab was faster. */
  sequence: number;
  status: 'asking' | 'completed' | 'denied' | 'stopped' | 'incomplete';
  entrypoint: string;
  /** The step that asks, or where it ended. */
  step: string;
  /** How often each step was come to. */
  visits: Record<string, number>;
  /** Failed attempts at the step that asks. */
  failures: number;
  factors: ProvenFactor[];
  /** Known who it is. */
  identified: boolean;
  /** The person is unknown and must not learn it: no challenge can be met. */
  concealed: boolean;
  denyReason: LoginDenyReason | null;
}

/**
 * All that a login knows from outside, given anew with every call. The caller passes `session` only while the login is about
 * the person of that session, and events of a user only once it knows who that is.
 */
export interface LoginFacts {
  /** Epoch milliseconds. */
  now: number;
  /** Events of conditions by name. One that is left out is unknown. `current.*` is computed, `session.*` too unless given. */
  values: Readonly<Record<string, FactValue>>;
  /** Factors of the browser's session. */
  session?: readonly ProvenFactor[];
  /** The client cannot do without one of `request.acrValues`. */
  acrEssential?: boolean;
  /** Methods that this installation cannot offer, with the reason. */
  unavailable?: Readonly<Partial<Record<LoginMethod, string>>>;
  /** Names of the social connectors that are enabled, in the order to be shown. */
  connectors?: readonly string[];
}

/** What is asked for at one point. */
export interface LoginAsk {
  step: string;
  type: LoginFlowStepType | 'step_up';
  /** Whether the person is asked, or a hook. */
  of: 'person' | 'hook';
  /**
   * Methods with their availability. Before a factor is proven a page must not show which are `not_enrolled` in a way that tells
   * who has an account.
   */
  offered: LoginFlowOffer[];
  /** Outcomes that an answer may have. */
  outcomes: string[];
  /** Attempts that are left; null where they are not counted. */
  attemptsLeft: number | null;
}

/**
 * What came of what was asked. `attempt_failed` is one wrong try, which is asked again until `maxAttempts`; `failure` ends the
 * step at once.
 */
export interface LoginAnswer {
  outcome: string;
  /** Required for the success of authenticate, enroll, step-up, and register with `initialMethods`. */
  method?: LoginMethod;
  /** Required for social. */
  connector?: string;
  evidence?: FactorEvidence;
  /** The proof was verified. Its method counts as enrolled, even where it was used up: the last recovery code is. */
  isVerified?: boolean;
  /** The proof itself says who it is, of a person who was unknown before: one who has just been migrated. */
  namesPerson?: boolean;
  /** The person asked for an account. Without it, `not_found` of a step with `concealUnknown` is followed as `found`. */
  signsUp?: boolean;
}

/** A state with the steps that were passed on the way to it. */
export interface Transition {
  state: LoginState;
  path: LoginFlowVisit[];
}

/** An answer that the step does not take. */
export class InvalidAnswerError extends Error {
  readonly member: 'outcome' | 'method' | 'connector';

  constructor(member: InvalidAnswerError['member'], message: string) {
    super(message);
    this.name = 'InvalidAnswerError';
    this.member = member;
  }
}
