/**
 * The evaluator of login flows. The hub runs logins with it, the simulation runs it with given facts, and the validation of a
 * draft analyzes the same steps, so that all three agree. It reads no clock, draws no random numbers and makes no calls.
 *
 * A login is a state, plain JSON, that answers advance:
 *
 * ```ts
 * const flow = effectiveFlow(definition, { binding, entrypoint });
 * let { state, path } = begin(flow, facts);
 * for (let ask = askOf(flow, state, facts); ask; ask = askOf(flow, state, facts))
 *   ({ state, path } = next(flow, state, await answerOf(ask), facts));
 * if (state.status === 'completed') issue(resultOf(flow, state, facts));
 * ```
 *
 * The caller's obligations:
 *
 * - Pass the same definition and binding for the whole login: store the version with the state. Store only one of two answers to the
 *   same state; `state.sequence` distinguishes them. Enforce `flowLifetimeSeconds`.
 * - Pass current facts with each call: those of a user only once the user is known, and `session` only while the login is about the
 *   person of that session.
 * - Answer truthfully: `success` with the verified properties as `evidence`, `attempt_failed` for a failed attempt, `failure` if no
 *   further attempt makes sense. Steps with nothing to ask (accepted terms, a complete profile) may be answered without a page.
 * - Conceal: while `state.concealed`, or before the first factor, no page may reveal the methods of a person.
 */
export {
  denyReasons,
  edgesOf,
  enrollableMethods,
  factTypeOf,
  leavesOf,
  loginFacts,
  loginMethods,
  opsOfType,
  promptedAttributes,
  stepOutcomes,
} from '@platform/contracts/login-flow';
export { currentLevel, proofOf, sessionLimits } from './assurance.ts';
export { assuranceTable } from './assurance-methods.ts';
export { evaluateCondition } from './condition.ts';
export type { FactLookup, FactValue } from './condition.ts';
export { effectiveFlow } from './effective-flow.ts';
export { readsFact } from './facts-read.ts';
export type { EffectiveFlow, FlowBinding, FlowLimits } from './effective-flow.ts';
export { hasErrors, problemsOf } from './flow-problems.ts';
export { askOf } from './login-ask.ts';
export { timeFacts } from './login-facts.ts';
export { InvalidAnswerError, stepUpId } from './login-state.ts';
export type { LoginAnswer, LoginAsk, LoginFacts, LoginState, Transition } from './login-state.ts';
export { begin, next, resultOf } from './login.ts';
export type { MethodReference } from './methods.ts';
export {
  analysePaths,
  assuranceOf,
  completesWithPassword,
  isCompletable,
} from './path-analysis.ts';
export { evidenceOfFactor, provenFactor } from './proven-factor.ts';
export type { FactorEvidence, ProvenFactor } from './proven-factor.ts';
export type { FlowReferences, ReferenceState } from './reference-problems.ts';
export { InvalidSimulationError, simulate, simulatedFacts } from './simulation.ts';
export { builtInFlow, loginFlowTemplates } from './templates.ts';
