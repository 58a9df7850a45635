import { acrValues, assuranceLevels, loginMethods } from '@platform/contracts/login-flow';
import type { AssuranceLevel, LoginFlowAssuranceTable, LoginMethod } from '@platform/contracts';
import { sessionLimits } from './assurance.ts';
import { fact, includes, levelOf, rankOf } from './factor-set.ts';
import type { FactorSet } from './factor-set.ts';
import { isEnrollable, methodRules } from './methods.ts';

const { password } = methodRules;
const passwordSet: FactorSet = password.proofs[0] ?? 0;
/** The minimum that a proof of the method adds. */
const usualProof = (method: LoginMethod): FactorSet => methodRules[method].proofs[0] ?? 0;
const bestProof = (method: LoginMethod): FactorSet => methodRules[method].proofs.at(-1) ?? 0;

function rowOf(method: LoginMethod, unavailable: Readonly<Partial<Record<LoginMethod, string>>>) {
  const { displayName, kinds, amr, restricted, identifies } = methodRules[method];
  const proof = usualProof(method);
  const isUpstream = kinds.includes('federated');
  const combined = levelOf(proof | passwordSet) ?? null;
  const takesPassword = method !== 'password' && !isUpstream;
  return {
    method,
    displayName,
    factorKinds: [...kinds],
    amr: [...amr],
    alone: levelOf(proof) ?? ('aal1' as const),
    withPassword: takesPassword ? combined : null,
    phishingResistant: includes(proof, fact.phishingResistant),
    restricted,
    available: unavailable[method] === undefined,
    unavailableReason: unavailable[method] ?? null,
    enrollable: isEnrollable(method),
    identifies,
  };
}

/** Single methods, and pairs with a password, whose best proof reaches exactly this level. */
function combinationsOf(level: AssuranceLevel): LoginMethod[][] {
  const reaches = (methods: LoginMethod[]): boolean =>
    levelOf(methods.reduce((set, method) => set | bestProof(method), 0)) === level;
  const singles = loginMethods.map((method) => [method]);
  const pairs = loginMethods
    .filter((method) => methodRules[method].canBeSecond && method !== 'password')
    .map((method): LoginMethod[] => ['password', method])
    .filter((pair) => rankOf(levelOf(bestProof(pair[1] as LoginMethod))) < rankOf(level));
  return [...singles, ...pairs].filter(reaches);
}

const acrRows: LoginFlowAssuranceTable['acrValues'] = acrValues.map((value) => ({
  value,
  level: value === 'phr' || value === 'phrh' ? 'aal1' : value,
  phishingResistant: value === 'phr' || value === 'phrh' || value === 'aal3',
  hardwareProtected: value === 'phrh' || value === 'aal3',
}));

/** The assurance of each method in this installation. */
export const assuranceTable = (
  unavailable: Readonly<Partial<Record<LoginMethod, string>>> = {},
): LoginFlowAssuranceTable => ({
  methods: loginMethods.map((method) => rowOf(method, unavailable)),
  levels: assuranceLevels.map((level) => ({
    level,
    acr: level,
    combinations: combinationsOf(level),
    ...sessionLimits[level],
  })),
  acrValues: acrRows,
});
