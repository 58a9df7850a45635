import { factorKinds } from '@platform/contracts/login-flow';
import type { AcrValue, AssuranceLevel, FactorKind } from '@platform/contracts';

/**
 * The facts known about a person at one point of a login, as bits. A running login and the analysis of all its paths use the same
 * sets, so that both agree on the assurance.
 */
export type FactorSet = number;

/** The bits of a {@link FactorSet}. `identified`: the person is known; `upstreamAal2`: a federated provider asserts aal2. */
export const fact = {
  knowledge: 1,
  possession: 2,
  inherence: 4,
  mailbox: 8,
  federated: 16,
  phishingResistant: 32,
  hardware: 64,
  identified: 128,
  upstreamAal2: 256,
} as const satisfies Record<FactorKind, number> & Record<string, number>;

const kindBits = fact.knowledge | fact.possession | fact.inherence | fact.mailbox | fact.federated;

/** Whether every bit of `part` is in `set`. */
export const includes = (set: FactorSet, part: FactorSet): boolean => (set & part) === part;

/** The kinds of factors in a set, as a set. */
export const kindsIn = (set: FactorSet): FactorSet => set & kindBits;

/** The names of the kinds in a set. */
export const kindNames = (set: FactorSet): FactorKind[] =>
  factorKinds.filter((kind) => includes(set, fact[kind]));

/** Whether any factor is proven. */
export const hasFactor = (set: FactorSet): boolean => kindsIn(set) !== 0;

/** The number of factor kinds (knowledge, possession, inherence) in a set. */
const countKinds = (set: FactorSet): number =>
  [fact.knowledge, fact.possession, fact.inherence].filter((kind) => includes(set, kind)).length;

/** Whether a set has two of knowledge, possession and inherence (NIST SP 800-63B-4 §2.2). */
export const isMultiFactor = (set: FactorSet): boolean => countKinds(set) >= 2;

/** The assurance level of a set; undefined if no factor is proven. A superset never has a lower level. */
export function levelOf(set: FactorSet): AssuranceLevel | undefined {
  if (!hasFactor(set)) return undefined;
  if (isMultiFactor(set))
    return includes(set, fact.phishingResistant | fact.hardware) ? 'aal3' : 'aal2';
  return includes(set, fact.upstreamAal2) ? 'aal2' : 'aal1';
}

const ranks: Record<AssuranceLevel, number> = { aal1: 1, aal2: 2, aal3: 3 };

/** The rank of a level; 0 for none. */
export const rankOf = (level: AssuranceLevel | null | undefined): number =>
  level ? ranks[level] : 0;

/** Whether a level is at least another. */
export const isAtLeast = (
  level: AssuranceLevel | null | undefined,
  minimum: AssuranceLevel,
): boolean => rankOf(level) >= ranks[minimum];

/** Compares sets by level, then by kinds: a password can reach a higher level with another factor, a mailbox cannot. */
export const compareStrength = (a: FactorSet, b: FactorSet): number =>
  rankOf(levelOf(a)) - rankOf(levelOf(b)) || countKinds(a) - countKinds(b);

/** The higher of two levels. */
export const higherOf = (a: AssuranceLevel, b: AssuranceLevel): AssuranceLevel =>
  ranks[a] >= ranks[b] ? a : b;

/** Whether an `acr` value is met. Unknown values never are. */
export function meetsAcr(
  value: string,
  set: FactorSet,
  level: AssuranceLevel | null | undefined,
): boolean {
  switch (value as AcrValue) {
    case 'phr':
      return includes(set, fact.phishingResistant);
    case 'phrh':
      return includes(set, fact.phishingResistant | fact.hardware);
    case 'aal1':
    case 'aal2':
    case 'aal3':
      return isAtLeast(level, value as AssuranceLevel);
    default:
      return false;
  }
}
