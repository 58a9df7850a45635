import type { FactorKind, LoginMethod } from '@platform/contracts';
import { fact } from './factor-set.ts';
import type { FactorSet } from './factor-set.ts';
import { methodRules } from './methods.ts';
import type { MethodReference } from './methods.ts';

/** A factor proven in this login or earlier in the session. Plain JSON. */
export interface ProvenFactor {
  method: LoginMethod;
  /** The social connector; null for every other method. */
  connector: string | null;
  kinds: FactorKind[];
  amr: string[];
  phishingResistant: boolean;
  hardwareProtected: boolean;
  /** Level asserted by a federated provider, as mapped; at most aal2. */
  upstreamLevel: 'aal1' | 'aal2' | null;
  /** Epoch milliseconds. */
  provenAt: number;
  /** Whether it was proven before this login began. */
  fromSession: boolean;
}

/** The evidence from verifying a method. Absent evidence counts for less. */
export interface FactorEvidence {
  /** For a passkey. Default: true. */
  userVerified?: boolean;
  /** The key is not backed up and its attestation proves hardware. */
  hardwareProtected?: boolean;
  /** From a trusted upstream provider. */
  upstreamAmr?: readonly string[];
  upstreamLevel?: 'aal1' | 'aal2';
}

const isKey = (method: LoginMethod): boolean => method === 'passkey' || method === 'security_key';

function amrOf(method: LoginMethod, evidence: FactorEvidence): string[] {
  if (isKey(method)) {
    const held: MethodReference[] = [evidence.hardwareProtected ? 'hwk' : 'swk', 'pop'];
    const isVerified = method === 'passkey' && evidence.userVerified !== false;
    return isVerified ? [...held, 'user', 'mfa'] : held;
  }
  const { amr } = methodRules[method];
  return amr.length > 0 ? [...amr] : [...(evidence.upstreamAmr ?? [])];
}

/** The factor that a verified method proves. */
export function provenFactor(
  method: LoginMethod,
  provenAt: number,
  {
    connector = null,
    fromSession = false,
    ...evidence
  }: FactorEvidence & { connector?: string | null; fromSession?: boolean } = {},
): ProvenFactor {
  const isUnverified = method === 'passkey' && evidence.userVerified === false;
  return {
    method,
    connector,
    kinds: isUnverified ? ['possession'] : [...methodRules[method].kinds],
    amr: amrOf(method, evidence),
    phishingResistant: isKey(method),
    hardwareProtected: isKey(method) && evidence.hardwareProtected === true,
    upstreamLevel: method === 'federation' ? (evidence.upstreamLevel ?? 'aal1') : null,
    provenAt,
    fromSession,
  };
}

/** The evidence with which {@link provenFactor} creates the same factor again, in a later login of the session. */
export function evidenceOfFactor(
  factor: ProvenFactor,
): FactorEvidence & Pick<ProvenFactor, 'connector'> {
  const { method, connector, kinds, hardwareProtected, amr, upstreamLevel } = factor;
  const isUpstream = method === 'social' || method === 'federation';
  return {
    connector,
    ...(isKey(method) && { hardwareProtected }),
    ...(method === 'passkey' && { userVerified: kinds.length > 1 }),
    ...(isUpstream && { upstreamAmr: amr }),
    ...(upstreamLevel !== null && { upstreamLevel }),
  };
}

/** A factor as a set. */
function setOfFactor(factor: ProvenFactor): FactorSet {
  const kinds = factor.kinds.reduce<FactorSet>((set, kind) => set | fact[kind], 0);
  return (
    kinds |
    (factor.phishingResistant ? fact.phishingResistant : 0) |
    (factor.hardwareProtected ? fact.hardware : 0) |
    (factor.upstreamLevel === 'aal2' ? fact.upstreamAal2 : 0)
  );
}

/** The set that factors prove together. */
export const setOfFactors = (factors: readonly ProvenFactor[]): FactorSet =>
  factors.reduce<FactorSet>((set, factor) => set | setOfFactor(factor), 0);
