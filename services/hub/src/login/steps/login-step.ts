import type { LoginFlowStep } from '@platform/contracts';
import type {
  EffectiveFlow,
  LoginAnswer,
  LoginAsk,
  LoginFacts,
  LoginState,
} from '@platform/login-flow';
import type { SessionEvent } from '../../sessions/session-events.ts';
import type { LoginRequest } from '../requests/login-requests.ts';
import type { LoginExperience } from '../login-experience.ts';
import type { Browser } from '../browser/browser.ts';
import type { LoginProgress } from '../flow/login-progress.ts';
import type { LoginSiblings } from '../login-siblings.ts';
import type { LoginUser } from '../person/person.ts';

/** A login at one moment. */
export interface Login {
  request: LoginRequest;
  browser: Browser;
  experience: LoginExperience;
  flow: EffectiveFlow;
  state: LoginState;
  progress: LoginProgress;
  person: LoginUser | undefined;
  facts: LoginFacts;
  /** What is asked now; undefined once it has ended. */
  ask: LoginAsk | undefined;
  /** To be published with the next write. */
  events?: readonly LoginStepEvent[];
  /** Of the stored row; 0 before the first. */
  version: number;
  /** Epoch milliseconds. */
  startedAt: number;
  expiresAt: Date;
}

/** A form as a person sent it. */
export type Form = Readonly<Record<string, string>>;

/** What came of a form. */
export interface StepResult {
  progress: LoginProgress;
  /** For the evaluator; none: the same page again. */
  answer?: LoginAnswer;
  /** Published when the result is stored. */
  events?: LoginStepEvent[];
  /** Whom the step has looked up, and not changed since. */
  person?: LoginUser | undefined;
}

/** An event of a login. Its subject is the user, else the application. */
export interface LoginStepEvent {
  type: SessionEvent['type'];
  userId: string | undefined;
  more: Record<string, unknown>;
}

/** What a step works with. */
export interface StepContext {
  login: Login;
  ask: LoginAsk;
  form: Form;
  siblings: LoginSiblings;
}

/** What a type of step does when a login comes to it, and with the forms of its pages. */
export interface LoginStep {
  /** Runs once a visit, before the page is shown; an answer passes the step without one. */
  arrive?(context: Omit<StepContext, 'form'>): Promise<StepResult>;
  /** By the value of the button that was pressed. */
  actions: Readonly<Record<string, (context: StepContext) => Promise<StepResult>>>;
}

/** The definition of the step that asks; undefined for the added step-up. */
export const stepAt = ({ flow, state }: Login): LoginFlowStep | undefined =>
  flow.definition.steps.find(({ id }) => id === state.step);

/** Names the visit of a step that what is remembered belongs to. */
export const visitOf = ({ step, visits, factors }: LoginState): string =>
  `${step}#${visits[step] ?? 0}#${factors.length}`;

/** What outlives a step: who signs in, and what is told to the library at the end. */
export const lasting = ({
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

/** The same page with an error. */
export const stepFailure = (
  { login: { progress }, form }: Pick<StepContext, 'login' | 'form'>,
  key: string,
  more: { field?: string; values?: Record<string, string | number> } = {},
): StepResult => ({
  progress: { ...progress, notice: undefined, failure: { key, ...more }, values: shownAgain(form) },
});

/** What was typed, without secrets. */
function shownAgain(form: Form): Record<string, string> {
  const secret = /password|code|token|response|csrf/;
  return Object.fromEntries(Object.entries(form).filter(([name]) => !secret.test(name)));
}
