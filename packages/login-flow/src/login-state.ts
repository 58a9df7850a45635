import type {
  LoginDenyReason,
  LoginFlowOffer,
  LoginFlowStepType,
  LoginFlowVisit,
  LoginMethod,
} from '@platform/contracts';
import type { FactValue } from './condition.ts';
import type { FactorEvidence, ProvenFactor } from './proven-factor.ts';

/** The id of the step that is added when a login falls short of the required assurance. No step of a flow can have it. */
export const stepUpId = ':step_up';

/**
 * The state of a login. Plain JSON, to be stored between requests. `asking`: an answer is expected, see `askOf`. `stopped`: a step
 * was visited too often. `incomplete`: an outcome has no target, which a flow that can be activated does not have.
 */
export interface LoginState {
  /** Version of the format; a state of another one cannot be continued. */
  format: 1;
  /** Incremented by every answer: compare it to detect that another tab was faster. */
  sequence: number;
  status: 'asking' | 'completed' | 'denied' | 'stopped' | 'incomplete';
  entrypoint: string;
  /** The step that prompts, or where the login ended. */
  step: string;
  /** Number of visits per step. */
  visits: Record<string, number>;
  /** Failed attempts at the current step. */
  failures: number;
  factors: ProvenFactor[];
  /** The person is known. */
  identified: boolean;
  /** The person is unknown and must not learn it: no challenge can be solved. */
  concealed: boolean;
  denyReason: LoginDenyReason | null;
}

/**
 * The external inputs of a login, passed with every call. Pass `session` only while the login is about the person of that session,
 * and facts of a user only once the user is known.
 */
export interface LoginFacts {
  /** Epoch milliseconds. */
  now: number;
  /** Facts of conditions by name. Absent facts are unknown. `current.*` is computed, and so is `session.*` unless given. */
  values: Readonly<Record<string, FactValue>>;
  /** Factors of the browser's session. */
  session?: readonly ProvenFactor[];
  /** The client requires one of `request.acrValues`. */
  acrEssential?: boolean;
  /** Methods that this installation cannot offer, with the reason. */
  unavailable?: Readonly<Partial<Record<LoginMethod, string>>>;
  /** Names of the enabled social connectors, in display order. */
  connectors?: readonly string[];
}

/** A prompt of a login. */
export interface LoginAsk {
  step: string;
  type: LoginFlowStepType | 'step_up';
  /** Whether the prompt is for the person or a hook. */
  of: 'person' | 'hook';
  /**
   * Methods with their availability. Before a factor is proven, a page must not reveal which are `not_enrolled`, since that shows
   * who has an account.
   */
  offered: LoginFlowOffer[];
  /** Outcomes that an answer can have. */
  outcomes: string[];
  /** Remaining attempts; null if they are not counted. */
  attemptsLeft: number | null;
}

/**
 * The answer to a prompt. `attempt_failed` is one failed attempt, which is repeated until `maxAttempts`; `failure` ends the step
 * immediately.
 */
export interface LoginAnswer {
  outcome: string;
  /** Required for the success of authenticate, enroll, step-up, and register with `initialMethods`. */
  method?: LoginMethod;
  /** Required for social. */
  connector?: string;
  evidence?: FactorEvidence;
  /** The proof was verified. Its method counts as enrolled, even if the proof used it up, like the last recovery code. */
  isVerified?: boolean;
  /** The proof itself identifies a person who was unknown before, such as one who has just been migrated. */
  namesPerson?: boolean;
  /** The person asked for an account. Without it, `not_found` of a step with `concealUnknown` is treated as `found`. */
  signsUp?: boolean;
}

/** A state and the steps passed on the way to it. */
export interface Transition {
  state: LoginState;
  path: LoginFlowVisit[];
}

/** An answer that the step does not accept. */
export class InvalidAnswerError extends Error {
  readonly member: 'outcome' | 'method' | 'connector';

  constructor(member: InvalidAnswerError['member'], message: string) {
    super(message);
    this.name = 'InvalidAnswerError';
    this.member = member;
  }
}
