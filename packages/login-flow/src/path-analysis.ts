import type {
  LoginFlow,
  LoginFlowAssurance,
  LoginFlowStep,
  LoginMethod,
} from '@platform/contracts';
import { allowsConnector, allowsMethod } from './effective-flow.ts';
import type { EffectiveFlow, FlowLimits } from './effective-flow.ts';
import { fact, hasFactor, includes, isAtLeast, kindsIn, levelOf, rankOf } from './factor-set.ts';
import type { FactorSet } from './factor-set.ts';
import { methodRules, proofsInRole } from './methods.ts';
import type { MethodRole } from './methods.ts';
import { stepUpReach } from './step-up.ts';

type Step<T extends LoginFlowStep['type']> = Extract<LoginFlowStep, { type: T }>;

/** One way out of a step, with the resulting set. `to` is absent if there is no target. */
interface Way {
  to: string | undefined;
  set: FactorSet;
}

/** Findings of the analysis besides the sets. */
export interface PathFindings {
  /** Steps with a method that needs a known person, which some path reaches without one. */
  identifierMissing: ReadonlySet<string>;
  /** Second factors that add no new kind on some path. */
  sameKind: ReadonlySet<string>;
  /** Sets with which some path reaches each step. */
  reached: ReadonlyMap<string, ReadonlySet<FactorSet>>;
  /** Sets with which a complete step is reached. */
  completions: readonly { step: string; set: FactorSet }[];
}

interface Collected {
  identifierMissing: Set<string>;
  sameKind: Set<string>;
}

function allows(
  limits: FlowLimits,
  method: LoginMethod,
  { config }: Step<'authenticate'>,
): boolean {
  if (!allowsMethod(limits, method)) return false;
  if (method !== 'social' || limits.allowedConnectors === null) return true;
  const { connectors } = config;
  return connectors.length > 0
    ? connectors.some((one) => allowsConnector(limits, one))
    : limits.allowedConnectors.length > 0;
}

const identityOf = (method: LoginMethod): FactorSet =>
  methodRules[method].identifies ? fact.identified : 0;

/** Every set that one of the methods can lead to. */
const provenSets = (
  set: FactorSet,
  methods: readonly LoginMethod[],
  role: MethodRole,
): FactorSet[] =>
  methods.flatMap((method) =>
    proofsInRole(method, role).map((proof) => set | proof | identityOf(method)),
  );

function authenticateSets(
  step: Step<'authenticate'>,
  set: FactorSet,
  limits: FlowLimits,
  found: Collected,
): FactorSet[] {
  const { role, methods, collectIdentifier } = step.config;
  const isKnown = collectIdentifier || includes(set, fact.identified);
  const allowed = methods.filter(
    (method) =>
      allows(limits, method, step) && (role !== 'second' || methodRules[method].canBeSecond),
  );
  const usable = allowed.filter((method) => isKnown || methodRules[method].identifies);
  if (usable.length < allowed.length) found.identifierMissing.add(step.id);
  const base = collectIdentifier ? set | fact.identified : set;
  const sets = provenSets(base, usable, role);
  if (role === 'second' && sets.some((after) => kindsIn(after) === kindsIn(set)))
    found.sameKind.add(step.id);
  return sets;
}

function registerSets({ config }: Step<'register'>, limits: FlowLimits): FactorSet[] {
  if (!limits.signUpEnabled) return [];
  const base = fact.identified | (config.requireVerifiedEmail ? fact.mailbox : 0);
  const methods = config.initialMethods.filter((method) => allowsMethod(limits, method));
  return config.initialMethods.length === 0 ? [base] : provenSets(base, methods, 'second');
}

function enrollSets({ config }: Step<'enroll'>, set: FactorSet, limits: FlowLimits): FactorSet[] {
  // A login without a factor is denied here; the path continues so that the analysis reports what is missing.
  if (!hasFactor(set)) return [set];
  const methods = config.methods.filter((method) => allowsMethod(limits, method));
  const proving = methods.filter((method) => method !== 'recovery_code');
  const shown = proving.length < methods.length ? [set] : [];
  return [...provenSets(set, proving, 'second'), ...shown];
}

/** Every way out of a step, starting with a set. */
function waysOut(step: LoginFlowStep, set: FactorSet, limits: FlowLimits, found: Collected): Way[] {
  const { on } = step;
  const all = (outcome: string, sets: readonly FactorSet[]): Way[] =>
    sets.map((after) => ({ to: on[outcome], set: after }));
  switch (step.type) {
    case 'identify': {
      // A session passes the step and keeps the proven factors; an answer starts over.
      const known = [fact.identified, set | fact.identified];
      const { concealUnknown, homeRealmDiscovery } = step.config;
      return [
        ...all('found', known),
        ...all('not_found', concealUnknown && on['not_found'] === undefined ? [] : [0]),
        ...(homeRealmDiscovery ? all('federated', known) : []),
      ];
    }
    case 'authenticate':
      return [
        ...all('success', authenticateSets(step, set, limits, found)),
        ...all('failure', [set]),
        ...all('not_enrolled', [set]),
      ];
    case 'enroll':
      return [
        ...all('success', enrollSets(step, set, limits)),
        ...(step.config.skippable ? all('skipped', [set]) : []),
        ...all('failure', [set]),
      ];
    case 'register':
      return [
        ...all('success', registerSets(step, limits)),
        ...all('existing', limits.signUpEnabled ? [set] : []),
        ...all('failure', [set]),
      ];
    case 'profile':
      return [
        ...all('success', [set]),
        ...(step.config.skippable ? [{ to: on['skipped'] ?? on['success'], set }] : []),
      ];
    case 'condition':
      return [
        ...step.config.branches.map(({ next }) => ({ to: next, set })),
        { to: step.config.otherwise, set },
      ];
    default:
      return Object.values(on).map((to) => ({ to, set }));
  }
}

/**
 * All that any path from an entry point can prove, for all answers and facts: a fixed point over (step, factor set). A step has at
 * most 192 sets, so the cost does not grow with the number of paths.
 */
export function analysePaths({ definition, entrypoint, limits }: EffectiveFlow): PathFindings {
  const steps = new Map(definition.steps.map((step) => [step.id, step]));
  const found: Collected = { identifierMissing: new Set(), sameKind: new Set() };
  const reached = new Map<string, Set<FactorSet>>();
  const waiting: { step: string; set: FactorSet }[] = [];
  const visit = (step: string | undefined, set: FactorSet): void => {
    if (step === undefined) return;
    const sets = reached.get(step) ?? new Set();
    if (sets.has(set)) return;
    reached.set(step, sets.add(set));
    waiting.push({ step, set });
  };
  visit(definition.entrypoints[entrypoint], 0);
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const step = steps.get(at.step);
    if (step) for (const { to, set } of waysOut(step, at.set, limits, found)) visit(to, set);
  }
  const completions = definition.steps
    .filter(({ type }) => type === 'complete')
    .flatMap(({ id }) => [...(reached.get(id) ?? [])].map((set) => ({ step: id, set })));
  return { ...found, reached, completions };
}

/** Whether step-up can raise a completion that falls short of the minimum. */
export function isCompletable(set: FactorSet, flow: EffectiveFlow): boolean {
  const { minimumAssurance } = flow.limits;
  if (!hasFactor(set)) return false;
  return (
    isAtLeast(levelOf(set), minimumAssurance) ||
    isAtLeast(levelOf(set | stepUpReach(flow)), minimumAssurance)
  );
}

/** The assurance of the paths from an entry point that complete. */
export function assuranceOf(
  flow: EffectiveFlow,
  { completions }: Pick<PathFindings, 'completions'> = analysePaths(flow),
): LoginFlowAssurance {
  const { minimumAssurance } = flow.limits;
  const ends = completions.map(({ set }) => set).filter((set) => isCompletable(set, flow));
  if (ends.length === 0) return { min: null, max: null, phishingResistantAlways: false };
  const isShort = (set: FactorSet): boolean => !isAtLeast(levelOf(set), minimumAssurance);
  const least = ends.map((set) => (isShort(set) ? minimumAssurance : (levelOf(set) ?? 'aal1')));
  const most = ends.map((set) => levelOf(isShort(set) ? set | stepUpReach(flow) : set) ?? 'aal1');
  const sorted = (levels: typeof least) => levels.toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    min: sorted(least)[0] ?? null,
    max: sorted(most).at(-1) ?? null,
    phishingResistantAlways:
      minimumAssurance === 'aal3' || ends.every((set) => includes(set, fact.phishingResistant)),
  };
}

/** The assurance of every entry point, under a flow's own settings. */
export const assuranceByEntrypoint = (
  definition: LoginFlow,
  flowAt: (entrypoint: string) => EffectiveFlow,
): Record<string, LoginFlowAssurance> =>
  Object.fromEntries(
    Object.keys(definition.entrypoints).map((name) => [name, assuranceOf(flowAt(name))]),
  );

/** Whether some path completes with a password as the only factor. */
export const completesWithPassword = (flow: EffectiveFlow): boolean =>
  analysePaths(flow).completions.some(({ set }) => kindsIn(set) === fact.knowledge);
