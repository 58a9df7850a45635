import type { CountryOf } from '@platform/kit/ip';
import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import type { EvaluatePoliciesRequest, EvaluatePoliciesResponse } from '@platform/protos';
import { evaluatePolicies } from './policy-evaluation.ts';
import type { PolicyDecision } from './policy-evaluation.ts';
import type { PolicySource } from './policy-source.ts';
import type { SubjectOf } from './policy-subject.ts';
import type { Signals } from './signals.ts';

const orAbsent = <T>(value: string): T | undefined => (value === '' ? undefined : (value as T));

function principalOf({
  userId,
  principal,
}: EvaluatePoliciesRequest): NonNullable<Signals['principal']> {
  if (userId !== '') return { type: 'user', id: userId };
  if (
    !principal ||
    (principal.type !== 'user' && principal.type !== 'client') ||
    principal.id === ''
  )
    throw problem('invalid_parameter', { detail: 'user_id or principal is required' });
  return { type: principal.type, id: principal.id };
}

const signalsOf = (
  request: EvaluatePoliciesRequest,
  countryOf: CountryOf,
  now: Date,
): Omit<Signals, 'principal' | 'groupIds' | 'roles' | 'organizationId'> => ({
  grantType: orAbsent(request.grantType),
  scopes: request.scopes,
  // Pods of the previous release send none.
  resources: request.resources.length > 0 ? request.resources : undefined,
  detailTypes: request.detailTypes,
  ip: orAbsent(request.ip),
  country: orAbsent(request.country) ?? countryOf(orAbsent(request.ip)),
  at: now,
  device: request.device
    ? { ...request.device, platform: orAbsent(request.device.platform) }
    : undefined,
  risk: request.risk
    ? { signIn: orAbsent(request.risk.signIn), user: orAbsent(request.risk.user) }
    : undefined,
  acr: orAbsent(request.acr),
  acrSatisfied: request.acrSatisfied,
  amr: request.amr,
  authTime: request.authTime > 0 ? new Date(request.authTime * 1000) : undefined,
  acceptedDocTypes: request.acceptedDocTypes,
  passwordChanged: request.passwordChanged,
});

function outcomeOf({ blockedBy, requirements }: PolicyDecision): Partial<EvaluatePoliciesResponse> {
  if (blockedBy)
    return {
      outcome: 'deny',
      deny: {
        reason: 'policy_denied',
        messages: blockedBy.controls.denyMessage ?? {},
        policyId: blockedBy.id ?? '',
      },
    };
  const [only] = requirements;
  if (!only) return { outcome: 'allow', allow: {} };
  const { assurance } = only.policy.controls;
  if (
    requirements.length === 1 &&
    only.controls.length === 1 &&
    only.controls[0] === 'assurance' &&
    assurance
  ) {
    return {
      outcome: 'stepUp',
      stepUp: {
        acr: assurance.acr ?? '',
        methods: assurance.methods ?? [],
        maxAgeSeconds: assurance.maxAgeSeconds ?? -1,
      },
    };
  }
  return {
    outcome: 'require',
    require: {
      groups: requirements.map(({ policyId, operator, controls, policy }) => ({
        policyId: policyId ?? '',
        operator,
        controls: controls.map((kind) => ({
          kind,
          controlJson: JSON.stringify(policy.controls[kind]),
        })),
      })),
    },
  };
}

/** Serves the requirements that a client's policies set for a sign-in. */
export function accessPoliciesRpc({
  source,
  subjectOf,
  countryOf,
  metrics,
  now = () => new Date(),
}: {
  source: PolicySource;
  subjectOf: SubjectOf;
  countryOf: CountryOf;
  metrics: Metrics;
  now?: () => Date;
}): RpcMount {
  const outcomes = metrics.counter('fga_policy_outcomes_total');
  return serveRpc(
    'platform.fga.v1.AccessPolicies',
    {
      async Evaluate(request) {
        const { tenantId, clientId, organizationId } = request;
        if (!isId('tenant', tenantId) || clientId === '')
          throw problem('invalid_parameter', { detail: 'tenant_id and client_id are required' });
        const principal = principalOf(request);
        const policies = await source.of(tenantId, clientId);
        // The subject is only needed if a policy applies to the client.
        const subject = policies.some(({ mode }) => mode !== 'disabled')
          ? await subjectOf(tenantId, principal, organizationId || null)
          : { principal };
        const decision = evaluatePolicies(policies, {
          ...signalsOf(request, countryOf, now()),
          ...subject,
        });
        for (const { mode, result } of decision.policies) outcomes.inc({ mode, result });
        const { session } = decision;
        return {
          ...outcomeOf(decision),
          applied: decision.applied,
          reportOnly: decision.reportOnly,
          session: {
            maxAccessTokenSeconds: session.maxAccessTokenSeconds ?? 0,
            maxSessionSeconds: session.maxSessionSeconds ?? 0,
            refreshToken: session.refreshToken,
            senderConstrained: session.senderConstrained,
          },
        };
      },
    },
    { Evaluate: ['hub'] },
  );
}
