import type { AcrValue, AssuranceLevel, LoginFlowProof } from '@platform/contracts';
import { fact, includes, isMultiFactor, kindNames, levelOf, meetsAcr } from './factor-set.ts';
import type { FactorSet } from './factor-set.ts';
import { setOfFactors } from './proven-factor.ts';
import type { ProvenFactor } from './proven-factor.ts';

/** Maximum duration and idle time of a session at each level, in seconds (NIST SP 800-63B-4 §2). Null: no limit. */
export const sessionLimits: Readonly<
  Record<AssuranceLevel, { sessionMaxSeconds: number; idleMaxSeconds: number | null }>
> = {
  aal1: { sessionMaxSeconds: 2_592_000, idleMaxSeconds: null },
  aal2: { sessionMaxSeconds: 86_400, idleMaxSeconds: 3_600 },
  aal3: { sessionMaxSeconds: 43_200, idleMaxSeconds: 900 },
};

/** The level that remains this many seconds after the latest factor, regardless of what a flow allows. */
function agedLevel(level: AssuranceLevel, ageSeconds: number): AssuranceLevel {
  if (level === 'aal3' && ageSeconds >= sessionLimits.aal3.sessionMaxSeconds)
    return agedLevel('aal2', ageSeconds);
  if (level === 'aal2' && ageSeconds >= sessionLimits.aal2.sessionMaxSeconds) return 'aal1';
  return level;
}

const secondsSince = (time: number, now: number): number => Math.max(0, now - time) / 1_000;

/** Factors that are younger than the limit. */
export const youngerThan = (
  factors: readonly ProvenFactor[],
  limitSeconds: number,
  now: number,
): ProvenFactor[] => factors.filter((f) => secondsSince(f.provenAt, now) < limitSeconds);

/** The current level of factors; undefined without any. */
export function currentLevel(
  factors: readonly ProvenFactor[],
  now: number,
): AssuranceLevel | undefined {
  const level = levelOf(setOfFactors(factors));
  if (!level) return undefined;
  const youngest = Math.max(...factors.map((f) => f.provenAt));
  return agedLevel(level, secondsSince(youngest, now));
}

/** The first requested value that is met, else the level. */
const acrOf = (
  requested: readonly string[],
  set: FactorSet,
  level: AssuranceLevel | undefined,
): AcrValue | null =>
  (requested.find((value) => meetsAcr(value, set, level)) as AcrValue | undefined) ?? level ?? null;

/** The combined proof of factors, for tokens and for access decisions. */
export function proofOf(
  factors: readonly ProvenFactor[],
  { now, acrValues = [] }: { now: number; acrValues?: readonly string[] },
): LoginFlowProof {
  const set = setOfFactors(factors);
  const level = currentLevel(factors, now);
  const amr = factors.flatMap((f) => f.amr);
  return {
    level: level ?? null,
    acr: acrOf(acrValues, set, level),
    amr: [...new Set(isMultiFactor(set) ? [...amr, 'mfa'] : amr)],
    factorKinds: kindNames(set),
    phishingResistant: includes(set, fact.phishingResistant),
    hardwareProtected: includes(set, fact.hardware),
  };
}
