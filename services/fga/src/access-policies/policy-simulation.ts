import { isId } from '@platform/contracts';
import type { PolicySimulationInput, PolicySimulation } from '@platform/contracts';
import type { CountryOf } from '@platform/kit/ip';
import { compilePolicy, evaluatePolicies } from './policy-evaluation.ts';
import type { CompiledPolicy } from './policy-evaluation.ts';
import { checkNetworks } from './policy-rules.ts';
import type { SubjectOf } from './policy-subject.ts';
import type { Signals } from './signals.ts';

/** An unsaved policy is younger than every saved one, whatever time is simulated. */
const endOfTime = new Date(8.64e15);

/** The signals of a simulation: those of the request, else those of the principal. */
export async function simulatedSignals(
  tenantId: string,
  input: PolicySimulationInput,
  { subjectOf, countryOf }: { subjectOf: SubjectOf; countryOf: CountryOf },
  now: Date,
): Promise<Signals> {
  const {
    principal,
    organizationId,
    groupIds,
    roles,
    authentication,
    at,
    grantType,
    scopes,
    resources,
    detailTypes,
    ip,
    country,
    device,
    risk,
  } = input;
  const isResolvable = principal?.type === 'client' || isId('user', principal?.id);
  const resolved =
    principal && isResolvable && (groupIds === undefined || roles === undefined)
      ? await subjectOf(tenantId, principal, organizationId ?? null)
      : {};
  return {
    grantType,
    scopes,
    resources,
    detailTypes,
    ip,
    country: country ?? countryOf(ip),
    device,
    risk,
    principal,
    organizationId: organizationId === undefined ? resolved.organizationId : organizationId,
    groupIds: groupIds ?? resolved.groupIds,
    roles: roles ?? resolved.roles,
    at: at === undefined ? now : new Date(at),
    acr: authentication?.acr,
    amr: authentication?.amr,
    authTime:
      authentication?.authTime === undefined ? undefined : new Date(authentication.authTime),
  };
}

/**
 * The decision of a client's saved policies, and the candidate if there is one, for these signals.
 */
export function simulatePolicies(
  { candidate }: PolicySimulationInput,
  { saved, signals }: { saved: readonly CompiledPolicy[]; signals: Signals },
): PolicySimulation {
  if (candidate) checkNetworks(candidate.conditions, '/candidate');
  const unsaved = candidate
    ? [compilePolicy({ ...candidate, id: null, createdAt: endOfTime })]
    : [];
  const { decision, requirements, session, policies } = evaluatePolicies(
    [...saved, ...unsaved],
    signals,
  );
  return {
    decision,
    requirements: requirements.map(({ policyId, operator, controls }) => ({
      policyId,
      operator,
      controls,
    })),
    session,
    policies,
  };
}
