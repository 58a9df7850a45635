import type {
  PolicyConditions,
  PolicyControls,
  PolicyMode,
  PolicySession,
  PolicySimulation,
} from '@platform/contracts';
import { compileConditions, matchConditions } from './policy-conditions.ts';
import type { CompiledConditions } from './policy-conditions.ts';
import { sessionOf, unmetControls } from './policy-controls.ts';
import type { GrantControl } from './policy-controls.ts';
import type { Signals } from './signals.ts';

export interface CompiledPolicy {
  /** Null: not saved. */
  id: string | null;
  name: string;
  mode: PolicyMode;
  priority: number;
  createdAt: Date;
  conditions: CompiledConditions;
  controls: PolicyControls;
}

/** The unmet controls of one policy. */
export interface Requirement {
  policyId: string | null;
  operator: 'all' | 'any';
  controls: GrantControl[];
  policy: CompiledPolicy;
}

/** The decision of a client's policies. */
export interface PolicyDecision {
  decision: 'allow' | 'block' | 'require';
  /** The policy that blocked and whose message is shown. */
  blockedBy: CompiledPolicy | undefined;
  requirements: Requirement[];
  session: PolicySession;
  policies: PolicySimulation['policies'];
  /** Enabled policies that applied. */
  applied: string[];
  /** Report-only policies that would have required something or blocked. */
  reportOnly: string[];
}

export const compilePolicy = (
  policy: Omit<CompiledPolicy, 'conditions'> & { conditions: PolicyConditions },
): CompiledPolicy => ({ ...policy, conditions: compileConditions(policy.conditions) });

/** Smaller first, then older; an unsaved policy is the youngest. */
const byPriority = (a: CompiledPolicy, b: CompiledPolicy): number =>
  a.priority - b.priority ||
  a.createdAt.getTime() - b.createdAt.getTime() ||
  ((a.id ?? '~') < (b.id ?? '~') ? -1 : 1);

/**
 * Every enabled policy that applies counts: one block blocks, and each policy's grant controls must
 * be met by its own operator. Priority orders the requirements and selects the policy that is
 * shown; it never lets one policy loosen another. A report-only policy is evaluated with the same
 * signals and decides nothing.
 */
export function evaluatePolicies(
  policies: readonly CompiledPolicy[],
  signals: Signals,
): PolicyDecision {
  const judged = [...policies].sort(byPriority).map((policy) => {
    if (policy.mode === 'disabled')
      return {
        policy,
        applies: false,
        unmatched: [],
        unknown: [],
        unmet: [] as GrantControl[],
        result: 'not_enabled' as const,
      };
    const match = matchConditions(policy.conditions, signals);
    const unmet = match.applies ? unmetControls(policy.controls, signals) : [];
    const result = !match.applies
      ? ('not_applied' as const)
      : policy.controls.block
        ? ('blocked' as const)
        : unmet.length > 0
          ? ('unsatisfied' as const)
          : ('satisfied' as const);
    return { policy, ...match, unmet, result };
  });
  const counting = judged.filter(({ policy, applies }) => policy.mode === 'enabled' && applies);
  const blockedBy = counting.find(({ result }) => result === 'blocked')?.policy;
  const requirements = counting
    .filter(({ result }) => result === 'unsatisfied')
    .map(({ policy, unmet }): Requirement => ({
      policyId: policy.id,
      operator: policy.controls.operator ?? 'all',
      controls: unmet,
      policy,
    }));
  const named = (of: typeof judged): string[] => of.flatMap(({ policy }) => policy.id ?? []);
  return {
    decision: blockedBy ? 'block' : requirements.length > 0 ? 'require' : 'allow',
    blockedBy,
    requirements: blockedBy ? [] : requirements,
    session: sessionOf(counting.map(({ policy }) => policy.controls)),
    policies: judged.map(({ policy: { id, name, mode }, result, unmatched, unknown, unmet }) => ({
      id,
      name,
      mode,
      result,
      unmatched,
      unknown,
      unmet,
    })),
    applied: named(counting),
    reportOnly: named(
      judged.filter(
        ({ policy, result }) =>
          policy.mode === 'report_only' && (result === 'blocked' || result === 'unsatisfied'),
      ),
    ),
  };
}
