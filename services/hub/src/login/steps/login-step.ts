import type { LoginFlowStep } from '@platform/contracts';
import type {
  EffectiveFlow,
  LoginAnswer,
  LoginAsk,
  LoginFacts,
  LoginState,
} from '@platform/login-flow';
import type { SessionEvent } from '../../sessions/session-events.ts';
import type { Browser } from '../browser/browser.ts';
import type { LoginProgress } from '../flow/login-progress.ts';
import type { LoginExperience } from '../login-experience.ts';
import type { LoginSiblings } from '../login-siblings.ts';
import type { LoginUser } from '../person/person.ts';
import type { LoginRequest } from '../requests/login-requests.ts';

/** A snapshot of a login. */
export interface Login {
  request: LoginRequest;
  browser: Browser;
  experience: LoginExperience;
  flow: EffectiveFlow;
  state: LoginState;
  progress: LoginProgress;
  person: LoginUser | undefined;
  facts: LoginFacts;
  /** The current prompt; undefined once the login has ended. */
  ask: LoginAsk | undefined;
  /** Published with the next write. */
  events?: readonly LoginStepEvent[];
  /** Version of the stored row; 0 before the first write. */
  version: number;
  /** Epoch milliseconds. */
  startedAt: number;
  expiresAt: Date;
}

/** The fields of a submitted form by name. */
export type Form = Readonly<Record<string, string>>;

/** The result of a form, or of arriving at a step. */
export interface StepResult {
  progress: LoginProgress;
  /** Passed to the evaluator. Without it, the page is shown again. */
  answer?: LoginAnswer;
  /** Published when the result is stored. */
  events?: LoginStepEvent[];
  /** The person, if the step has looked them up and not changed them since. */
  person?: LoginUser | undefined;
}

/** An event of a login. Its subject is the user, or the application if there is no user. */
export interface LoginStepEvent {
  type: SessionEvent['type'];
  userId: string | undefined;
  more: Record<string, unknown>;
}

export interface StepContext {
  login: Login;
  ask: LoginAsk;
  form: Form;
  siblings: LoginSiblings;
}

/** The behavior of one type of step. */
export interface LoginStep {
  /** Runs once per visit, before the page is shown. If it returns an answer, the step passes without a page. */
  arrive?(context: Omit<StepContext, 'form'>): Promise<StepResult>;
  /** Form handlers by the value of the pressed button. */
  actions: Readonly<Record<string, (context: StepContext) => Promise<StepResult>>>;
}

/** The definition of the current step. Undefined for the added step-up, which is not part of any flow. */
export const stepAt = ({ flow, state }: Login): LoginFlowStep | undefined =>
  flow.definition.steps.find(({ id }) => id === state.step);

/** Identifies a visit of a step, so that progress of an earlier visit can be told apart. */
export const visitOf = ({ step, visits, factors }: LoginState): string =>
  `${step}#${visits[step] ?? 0}#${factors.length}`;

/** The progress that outlives a step: who signs in, and what the login reports at its end. */
export const carriedOver = ({
  identifier,
  userId,
  decoyRank,
  acceptedDocTypes,
  passwordChanged,
  provenPasskey,
  ignoresSession,
  homeRealm,
  pendingLink,
  connection,
  trustsDevice,
  signedUp,
}: LoginProgress): LoginProgress => ({
  identifier,
  userId,
  decoyRank,
  acceptedDocTypes,
  passwordChanged,
  provenPasskey,
  ignoresSession,
  homeRealm,
  pendingLink,
  connection,
  trustsDevice,
  signedUp,
});

/** Shows the same page with an error. */
export const stepFailure = (
  { login: { progress }, form }: Pick<StepContext, 'login' | 'form'>,
  key: string,
  more: { field?: string; values?: Record<string, string | number> } = {},
): StepResult => ({
  progress: {
    ...progress,
    notice: undefined,
    failure: { key, ...more },
    values: withoutSecrets(form),
  },
});

/** The typed values that the page shows again. */
function withoutSecrets(form: Form): Record<string, string> {
  const secret = /password|code|token|response|csrf/;
  return Object.fromEntries(Object.entries(form).filter(([name]) => !secret.test(name)));
}
