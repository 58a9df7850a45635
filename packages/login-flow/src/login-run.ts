import type {
  LoginDenyReason,
  LoginFlowOffer,
  LoginFlowStep,
  LoginFlowVisit,
} from '@platform/contracts';
import { evaluateCondition } from './condition.ts';
import type { ComparedFact } from './condition.ts';
import { stepOf } from './effective-flow.ts';
import { compareStrength } from './factor-set.ts';
import { factsAt, listFact, numberFact, usableSession } from './login-facts.ts';
import { stepUpId } from './login-state.ts';
import type { LoginState } from './login-state.ts';
import { methodRules } from './methods.ts';
import { authenticateOffers, enrollOffers } from './offers.ts';
import type { LoginPoint } from './offers.ts';
import { setOfFactors } from './proven-factor.ts';
import type { ProvenFactor } from './proven-factor.ts';
import { goalsOf, isMet, reachableGoal } from './step-up.ts';

/** A login in progress: a copy of the stored state, and the steps passed since. */
export interface LoginRun extends LoginPoint {
  path: LoginFlowVisit[];
}

type Step<T extends LoginFlowStep['type']> = Extract<LoginFlowStep, { type: T }>;

/** How a step is passed. */
export type Passed = Partial<
  Pick<LoginFlowVisit, 'offered' | 'chosen' | 'satisfiedBySession' | 'branches'>
> & { outcome: string };

/** Outcomes that deny the login if they have no edge. */
const denyingOutcomes: ReadonlySet<string> = new Set([
  'failure',
  'existing',
  'refused',
  'deny',
  'challenge',
]);

/** Records a passed step. */
export function note(
  { path }: LoginRun,
  { id, type }: { id: string; type: string },
  passed: Partial<Omit<LoginFlowVisit, 'step' | 'type'>>,
): void {
  path.push({
    step: id,
    type,
    offered: [],
    chosen: null,
    outcome: null,
    satisfiedBySession: false,
    branches: [],
    next: null,
    ...passed,
  });
}

/** Denies the login. */
export function deny({ state }: LoginRun, reason: LoginDenyReason): void {
  state.status = 'denied';
  state.denyReason = reason;
}

/** The target of an outcome; undefined if it has none. */
function targetOf({ state }: LoginRun, step: LoginFlowStep, outcome: string): string | undefined {
  if (step.type === 'identify' && outcome === 'not_found' && state.concealed)
    return step.on['found'];
  const wired = step.on[outcome];
  if (wired !== undefined) return wired;
  return step.type === 'profile' && outcome === 'skipped' ? step.on['success'] : undefined;
}

/** Leaves a step by an outcome. */
export function follow(run: LoginRun, step: LoginFlowStep, passed: Passed): void {
  const next = targetOf(run, step, passed.outcome);
  note(run, step, { ...passed, next: next ?? null });
  run.state.failures = 0;
  if (next !== undefined) run.state.step = next;
  else if (denyingOutcomes.has(passed.outcome)) deny(run, 'access_denied');
  else run.state.status = 'incomplete';
}

/** Passes an identify step if the browser already has a session of the person. */
function identifiedBySession(run: LoginRun, { config, on }: Step<'identify'>): Passed | undefined {
  if (listFact(run.facts, 'request.prompt').includes('select_account')) return undefined;
  const session = usableSession(run.flow, run.facts);
  if (session.length === 0) return undefined;
  run.state.identified = true;
  run.state.concealed = false;
  const isFederated =
    config.homeRealmDiscovery &&
    on['federated'] !== undefined &&
    session.some((f) => f.method === 'federation');
  return { outcome: isFederated ? 'federated' : 'found', satisfiedBySession: true };
}

/** Reasons that make a method unavailable although the session has proven it: the session knows the person and the provider. */
const sessionReasons: ReadonlySet<string> = new Set(['identifier_missing', 'no_connection']);

/** The strongest factor of the session that satisfies a step and that this login has not counted. */
function reusedFactor(run: LoginRun, { config }: Step<'authenticate'>, offers: LoginFlowOffer[]) {
  if (!config.reuseSession || run.state.concealed) return undefined;
  const isOffered = (method: string, connector: string | null): boolean =>
    offers.some(
      (one) =>
        one.method === method &&
        one.connector === connector &&
        (one.available || sessionReasons.has(one.reason ?? '')),
    );
  const { factors } = run.state;
  const setWith = (factor: ProvenFactor) => setOfFactors([...factors, factor]);
  const [strongest] = usableSession(run.flow, run.facts)
    .filter(
      (f) =>
        isOffered(f.method, f.connector) &&
        (config.role !== 'first' || f.method !== 'passkey' || f.kinds.length > 1) &&
        !factors.some((one) => one.method === f.method && one.provenAt === f.provenAt),
    )
    .toSorted((a, b) => compareStrength(setWith(b), setWith(a)));
  return strongest;
}

function authenticateUnasked(run: LoginRun, step: Step<'authenticate'>): Passed | undefined {
  const offered = authenticateOffers(run, step);
  const factor = reusedFactor(run, step, offered);
  if (factor) {
    run.state.factors.push({ ...factor, fromSession: true });
    run.state.identified = true;
    const chosen = { method: factor.method, connector: factor.connector };
    return { outcome: 'success', offered, chosen, satisfiedBySession: true };
  }
  const takesNotEnrolled = step.config.role === 'second' || step.on['not_enrolled'] !== undefined;
  if (!takesNotEnrolled || offered.some((one) => one.available)) return undefined;
  return { outcome: 'not_enrolled', offered };
}

/** Whether the person may skip an enrollment. */
export function maySkip({ facts }: LoginPoint, { config }: Step<'enroll'>): boolean {
  if (!config.skippable || config.graceDays === 0) return config.skippable;
  const days = numberFact(facts, 'user.createdDaysAgo');
  return days !== undefined && days <= config.graceDays;
}

function enrollUnasked(run: LoginRun, step: Step<'enroll'>): Passed | undefined {
  const offered = enrollOffers(run, step.config.methods);
  if (offered.some((one) => one.available)) return undefined;
  return { outcome: maySkip(run, step) ? 'skipped' : 'failure', offered };
}

function branchTaken(run: LoginRun, step: Step<'condition'>): void {
  const lookup = factsAt(run.state, run.facts);
  const branches: LoginFlowVisit['branches'] = [];
  let next = step.config.otherwise;
  for (const branch of step.config.branches) {
    const facts: ComparedFact[] = [];
    const result = evaluateCondition(branch.when, lookup, facts);
    branches.push({ id: branch.id, result, facts });
    if (result !== 'true') continue;
    next = branch.next;
    break;
  }
  note(run, step, { branches, next });
  run.state.step = next;
}

/** Ends at a complete step, or prompts for the missing assurance. */
export function finish(run: LoginRun): void {
  const { state } = run;
  if (state.factors.length === 0 || state.concealed) return deny(run, 'login_required');
  if (reachableGoal(run)) {
    state.step = stepUpId;
    state.failures = 0;
    return;
  }
  if (isMet(run, goalsOf(run).required)) state.status = 'completed';
  else deny(run, 'unmet_authentication_requirements');
}

/** Passes a step that needs no answer. Returns false if it has to prompt. */
function passUnasked(run: LoginRun, step: LoginFlowStep): boolean {
  const go = (passed: Passed | undefined): boolean => {
    if (passed) follow(run, step, passed);
    return passed !== undefined;
  };
  switch (step.type) {
    case 'condition':
      branchTaken(run, step);
      return true;
    case 'complete':
      note(run, step, {});
      finish(run);
      return true;
    case 'deny':
      note(run, step, {});
      deny(run, step.config.reason);
      return true;
    case 'identify':
      return go(identifiedBySession(run, step));
    case 'authenticate':
      return go(authenticateUnasked(run, step));
    case 'enroll':
      if (run.state.factors.length > 0) return go(enrollUnasked(run, step));
      // Enrolling a method without proving one would allow an account takeover.
      note(run, step, {});
      deny(run, 'login_required');
      return true;
    case 'register':
      return go(run.flow.limits.signUpEnabled ? undefined : { outcome: 'failure' });
    default:
      return false;
  }
}

/** Counts the visit of the current step. Returns false if the step was visited too often. */
function arrive({ state, flow }: LoginRun): boolean {
  const visits = (state.visits[state.step] ?? 0) + 1;
  if (visits > flow.definition.settings.maxStepVisits) {
    state.status = 'stopped';
    return false;
  }
  state.visits[state.step] = visits;
  return true;
}

/** Continues from the current step until a step prompts or the login ends. */
export function moveOn(run: LoginRun): void {
  const { state, flow, facts } = run;
  const isMoving = (): boolean => state.status === 'asking' && state.step !== stepUpId;
  while (isMoving()) {
    if (!arrive(run)) return;
    if (!passUnasked(run, stepOf(flow.definition, state.step))) break;
  }
  // OpenID Connect Core §3.1.2.1: prompts are forbidden.
  if (state.status === 'asking' && listFact(facts, 'request.prompt').includes('none'))
    deny(run, 'login_required');
}

/** A mutable copy. */
export const copyOf = (state: LoginState): LoginState => ({
  ...state,
  visits: { ...state.visits },
  factors: [...state.factors],
});

/** Whether the method identifies the person. */
export const identifies = (method: keyof typeof methodRules): boolean =>
  methodRules[method].identifies;
