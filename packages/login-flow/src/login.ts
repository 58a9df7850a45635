import type { LoginFlowOffer, LoginFlowStep, LoginMethod } from '@platform/contracts';
import { proofOf } from './assurance.ts';
import { stepOf } from './effective-flow.ts';
import type { EffectiveFlow } from './effective-flow.ts';
import { askOf } from './login-ask.ts';
import { listFact } from './login-facts.ts';
import { copyOf, deny, finish, follow, identifies, moveOn, note } from './login-run.ts';
import type { LoginRun } from './login-run.ts';
import { InvalidAnswerError, stepUpId } from './login-state.ts';
import type { LoginAnswer, LoginAsk, LoginFacts, LoginState, Transition } from './login-state.ts';
import { provenFactor, setOfFactors } from './proven-factor.ts';
import { goalsOf, isMet, stepUpAttempts } from './step-up.ts';

/** Begins a login and advances to the first step that prompts. */
export function begin(flow: EffectiveFlow, facts: LoginFacts): Transition {
  const { definition, entrypoint } = flow;
  const first = definition.entrypoints[entrypoint];
  if (first === undefined) throw new Error(`the flow has no entry point ${entrypoint}`);
  const state: LoginState = {
    format: 1,
    sequence: 0,
    status: 'asking',
    entrypoint,
    step: first,
    visits: {},
    failures: 0,
    factors: [],
    identified: false,
    concealed: false,
    denyReason: null,
  };
  const run: LoginRun = { flow, facts, state, path: [] };
  moveOn(run);
  return { state, path: run.path };
}

type Choice = Pick<LoginFlowOffer, 'method' | 'connector'>;

/** The offer that an answer chose. @throws InvalidAnswerError if there is none */
function choiceOf(
  { offered }: LoginAsk,
  { method, connector, isVerified = false }: LoginAnswer,
): Choice {
  if (!method) throw new InvalidAnswerError('method', 'is required');
  const ofMethod = offered.filter((one) => one.method === method);
  if (ofMethod.length === 0) throw new InvalidAnswerError('method', 'is not requested by the step');
  const isUsedUp = ({ reason }: LoginFlowOffer): boolean => isVerified && reason === 'not_enrolled';
  const available = ofMethod.filter((one) => one.available || isUsedUp(one));
  const [first] = available;
  if (!first)
    throw new InvalidAnswerError('method', `is not available: ${ofMethod[0]?.reason ?? ''}`);
  if (connector === undefined) {
    if (available.length === 1) return first;
    throw new InvalidAnswerError('connector', 'is required');
  }
  const chosen = available.find((one) => one.connector === connector);
  if (!chosen) throw new InvalidAnswerError('connector', 'is not available');
  return { method: chosen.method, connector: chosen.connector };
}

function prove(run: LoginRun, { method, connector }: Choice, answer: LoginAnswer): void {
  const { state, facts } = run;
  state.factors.push(provenFactor(method, facts.now, { ...answer.evidence, connector }));
  if (identifies(method)) state.identified = true;
}

const chosenOf = ({ method, connector }: Choice) => ({ chosen: { method, connector } });

/** Counts a failed attempt: prompts again while attempts are left. */
function failAttempt(run: LoginRun, ask: LoginAsk, end: () => void): void {
  run.state.failures += 1;
  if (ask.attemptsLeft !== null && ask.attemptsLeft > 1)
    note(
      run,
      { id: ask.step, type: ask.type },
      { offered: ask.offered, outcome: 'attempt_failed', next: ask.step },
    );
  else end();
}

type Step<T extends LoginFlowStep['type']> = Extract<LoginFlowStep, { type: T }>;

/** A passkey that only proves possession is not a first factor; no proof is sufficient for an unknown person. */
const isInsufficient = (
  { state }: LoginRun,
  { config }: Step<'authenticate'>,
  { method, evidence }: LoginAnswer,
): boolean =>
  state.concealed ||
  (method === 'passkey' && config.role !== 'second' && evidence?.userVerified === false);

function answerAuthenticate(
  run: LoginRun,
  step: Step<'authenticate'>,
  ask: LoginAsk,
  answer: LoginAnswer,
): void {
  const { offered } = ask;
  const { outcome } = answer;
  if (answer.namesPerson && outcome === 'success') run.state.concealed = false;
  const choice = outcome === 'success' ? choiceOf(ask, answer) : undefined;
  if (outcome === 'attempt_failed' || (choice && isInsufficient(run, step, answer)))
    return failAttempt(run, ask, () => follow(run, step, { outcome: 'failure', offered }));
  if (!choice) return follow(run, step, { outcome, offered });
  prove(run, choice, answer);
  run.state.identified ||= step.config.collectIdentifier;
  follow(run, step, { outcome, offered, ...chosenOf(choice) });
}

/** A different person may sign in from here, so earlier proofs do not count for them. */
function answerIdentify(
  run: LoginRun,
  step: Step<'identify'>,
  { outcome, signsUp = false }: LoginAnswer,
): void {
  const { state } = run;
  const isUnknown = outcome === 'not_found';
  const leadsToSignUp = signsUp && step.on['not_found'] !== undefined;
  state.factors = [];
  // The person is prompted like a known one, with challenges that cannot be solved.
  state.concealed = isUnknown && step.config.concealUnknown && !leadsToSignUp;
  state.identified = !isUnknown || state.concealed;
  follow(run, step, { outcome });
}

/** Signing up creates a person, with the enrolled method, and the mailbox if it is verified. */
function answerRegister(
  run: LoginRun,
  step: Step<'register'>,
  ask: LoginAsk,
  answer: LoginAnswer,
): void {
  const { outcome } = answer;
  const { offered } = ask;
  if (outcome !== 'success') return follow(run, step, { outcome, offered });
  const { state, facts } = run;
  const choice = offered.length > 0 ? choiceOf(ask, answer) : undefined;
  state.factors = step.config.requireVerifiedEmail ? [provenFactor('email_code', facts.now)] : [];
  state.identified = true;
  state.concealed = false;
  if (choice) prove(run, choice, answer);
  follow(run, step, { outcome, offered, ...(choice && chosenOf(choice)) });
}

/** Enrolling recovery codes proves nothing: they were only shown. */
const provesByEnrolling = (method: LoginMethod): boolean => method !== 'recovery_code';

function answerEnroll(
  run: LoginRun,
  step: Step<'enroll'>,
  ask: LoginAsk,
  answer: LoginAnswer,
): void {
  const { outcome } = answer;
  const { offered } = ask;
  if (outcome !== 'success') return follow(run, step, { outcome, offered });
  const choice = choiceOf(ask, answer);
  if (provesByEnrolling(choice.method)) prove(run, choice, answer);
  follow(run, step, { outcome, offered, ...chosenOf(choice) });
}

function answerStepUp(run: LoginRun, ask: LoginAsk, answer: LoginAnswer): void {
  const { state } = run;
  const visit = { id: ask.step, type: ask.type };
  const { offered } = ask;
  const end = (): void => {
    note(run, visit, { offered, outcome: 'failure' });
    deny(run, 'unmet_authentication_requirements');
  };
  if (answer.outcome === 'failure') return end();
  if (answer.outcome === 'attempt_failed') return failAttempt(run, ask, end);
  const choice = choiceOf(ask, answer);
  const before = setOfFactors(state.factors);
  prove(run, choice, answer);
  const { failures } = state;
  finish(run);
  // A proof that adds nothing, such as a passkey without hardware if hardware is required, is a failed attempt.
  const isStuck = state.status === 'asking' && setOfFactors(state.factors) === before;
  if (isStuck) state.failures = failures + 1;
  const next = state.status === 'asking' ? stepUpId : null;
  note(run, visit, { offered, outcome: 'success', ...chosenOf(choice), next });
  if (state.failures >= stepUpAttempts) deny(run, 'unmet_authentication_requirements');
}

function take(run: LoginRun, ask: LoginAsk, answer: LoginAnswer): void {
  if (ask.step === stepUpId) return answerStepUp(run, ask, answer);
  const step = stepOf(run.flow.definition, ask.step);
  switch (step.type) {
    case 'identify':
      return answerIdentify(run, step, answer);
    case 'authenticate':
      return answerAuthenticate(run, step, ask, answer);
    case 'enroll':
      return answerEnroll(run, step, ask, answer);
    case 'register':
      return answerRegister(run, step, ask, answer);
    default:
      return follow(run, step, { outcome: answer.outcome });
  }
}

/**
 * Applies the answer to the current prompt and advances to the next step that prompts. Does not change the given state. @throws
 * InvalidAnswerError for an answer that the step does not accept
 */
export function next(
  flow: EffectiveFlow,
  before: LoginState,
  answer: LoginAnswer,
  facts: LoginFacts,
): Transition {
  const ask = askOf(flow, before, facts);
  if (!ask) throw new InvalidAnswerError('outcome', 'is sent after the login has ended');
  if (!ask.outcomes.includes(answer.outcome))
    throw new InvalidAnswerError('outcome', `is not an outcome of the step ${ask.step}`);
  const state = copyOf(before);
  state.sequence += 1;
  const run: LoginRun = { flow, facts, state, path: [] };
  take(run, ask, answer);
  const isAskedAgain = state.step === before.step && state.failures > before.failures;
  if (!isAskedAgain) moveOn(run);
  return { state, path: run.path };
}

/** The proof of a login and its maximum lifetime. */
export function resultOf(flow: EffectiveFlow, state: LoginState, facts: LoginFacts) {
  const acrValues = listFact(facts, 'request.acrValues');
  return {
    assurance: proofOf(state.factors, { now: facts.now, acrValues }),
    requestedAssuranceMet: isMet({ flow, state, facts }, goalsOf({ flow, state, facts }).wished),
    /** Epoch milliseconds of the last proof; null without any. */
    authenticatedAt:
      state.factors.length > 0 ? Math.max(...state.factors.map((f) => f.provenAt)) : null,
    sessionLifetimeSeconds: flow.definition.settings.sessionLifetimeSeconds,
    sessionIdleSeconds: flow.definition.settings.sessionIdleSeconds,
  };
}
