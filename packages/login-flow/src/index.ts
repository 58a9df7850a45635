/**
 * The evaluator of login flows. The hub runs logins with it, the simulation runs it over given facts, and the check of a draft
 * analyses the same steps: what is simulated is what happens. Nothing in it reads a clock, draws random numbers, or calls out.
 *
 * A login is a state, plain JSON, that answers move on:
 *
 * ```ts
 * const flow = effectiveFlow(definition, { binding, entrypoint });
 * let { state, path } = begin(flow, facts);
 * for (let ask = askOf(flow, state, facts); ask; ask = askOf(flow, state, facts))
 *   ({ state, path } = next(flow, state, await answerOf(ask), facts));
 * if (state.status === 'completed') issue(resultOf(flow, state, facts));
 * ```
 *
 * What the caller owes it:
 *
 * - The same definition and binding for the whole of a login: store the version beside the state. Of two answers to one state only
 *   one may be stored; `state.sequence` tells them apart. `flowLifetimeSeconds` is the caller's to enforce.
 * - Facts as of now with each call: those of a user only once it is known who that is, and `session` only while the login is about
 *   the person of that session.
 * - The truth in answers: `success` with what was verified as `evidence`, `attempt_failed` for a wrong try, `failure` when no further
 *   try makes sense. Answers of a step that had nothing to ask (accepted terms, a complete profile) may come without a page.
 * - Silence: while `state.concealed`, or before the first factor, no page may tell which methods a person has.
 */
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
