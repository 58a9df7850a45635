import type { AssuranceLevel, LoginFlowOffer, LoginMethod } from '@platform/contracts';
import { currentLevel } from './assurance.ts';
import { includes, isAtLeast, levelOf, meetsAcr } from './factor-set.ts';
import type { FactorSet } from './factor-set.ts';
import { listFact } from './login-facts.ts';
import { methodRules, reachOf } from './methods.ts';
import { unavailability } from './offers.ts';
import type { LoginPoint } from './offers.ts';
import { setOfFactors } from './proven-factor.ts';

/** The assurance that a login has to prove. */
interface Goal {
  level: AssuranceLevel;
  /** One of these must be met; null if none is requested. */
  acr: readonly string[] | null;
}

/** Failed attempts at the added step before the login is denied. */
export const stepUpAttempts = 5;

function requestedLevel({ facts }: LoginPoint): AssuranceLevel | undefined {
  return facts.values['request.requestedAal'] as AssuranceLevel | undefined;
}

function minimumOf(point: LoginPoint): AssuranceLevel {
  const { minimumAssurance } = point.flow.limits;
  const requested = requestedLevel(point);
  return requested && isAtLeast(requested, minimumAssurance) ? requested : minimumAssurance;
}

/** The required assurance of a login, and the further assurance that the client prefers. */
export function goalsOf(point: LoginPoint): { required: Goal; wished: Goal } {
  const level = minimumOf(point);
  const acrValues = listFact(point.facts, 'request.acrValues');
  const acr = acrValues.length > 0 ? acrValues : null;
  return {
    required: { level, acr: point.facts.acrEssential ? acr : null },
    wished: { level, acr },
  };
}

const meets = (goal: Goal, set: FactorSet, level: AssuranceLevel | undefined): boolean =>
  isAtLeast(level, goal.level) &&
  (goal.acr === null || goal.acr.some((value) => meetsAcr(value, set, level)));

/** Whether the proven factors meet a goal. */
export const isMet = ({ state, facts }: LoginPoint, goal: Goal): boolean =>
  meets(goal, setOfFactors(state.factors), currentLevel(state.factors, facts.now));

/** Whether the factors would meet a goal if one of them were proven now. */
const wouldMeet = (goal: Goal, set: FactorSet): boolean => meets(goal, set, levelOf(set));

/** Ignores the restriction of `second` to unused methods: a passkey on a hardware key proves more than the synced one before it. */
function usableMethods(point: LoginPoint): LoginMethod[] {
  const { stepUp, stepUpMethods } = point.flow.definition.settings;
  if (stepUp === 'off') return [];
  return stepUpMethods.filter(
    (method) =>
      methodRules[method].canBeSecond &&
      unavailability(point, method, { role: 'any' }) === undefined,
  );
}

/** Methods that reach a goal alone; if there are none, those that reach it together. */
function leadingMethods(point: LoginPoint, goal: Goal): LoginMethod[] {
  const set = setOfFactors(point.state.factors);
  const usable = usableMethods(point);
  const direct = usable.filter((method) => wouldMeet(goal, set | reachOf([method])));
  if (direct.length > 0) return direct;
  if (!wouldMeet(goal, set | reachOf(usable))) return [];
  return usable.filter((method) => !includes(set, reachOf([method])));
}

/** The unmet goal that an added step can reach; undefined if there is none. */
export function reachableGoal(point: LoginPoint): Goal | undefined {
  const { required, wished } = goalsOf(point);
  return [wished, required].find(
    (goal) => !isMet(point, goal) && leadingMethods(point, goal).length > 0,
  );
}

/** The methods of the added step: all that are configured, with those that would not help as unavailable. */
export function stepUpOffers(point: LoginPoint): LoginFlowOffer[] {
  const goal = reachableGoal(point);
  const leading = goal ? leadingMethods(point, goal) : [];
  return point.flow.definition.settings.stepUpMethods.map((method) => {
    const isLeading = leading.includes(method);
    const reason = unavailability(point, method, { role: 'any' }) ?? 'insufficient_assurance';
    return { method, connector: null, available: isLeading, reason: isLeading ? null : reason };
  });
}

/** The union of what step-up can add to a path. */
export function stepUpReach({ definition, limits }: LoginPoint['flow']): FactorSet {
  const { stepUp, stepUpMethods } = definition.settings;
  if (stepUp === 'off') return 0;
  const { allowedMethods } = limits;
  return reachOf(
    stepUpMethods.filter(
      (method) => methodRules[method].canBeSecond && (allowedMethods?.includes(method) ?? true),
    ),
  );
}
