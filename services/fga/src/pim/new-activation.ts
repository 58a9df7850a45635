import type { ActivationWish, Principal } from '@platform/contracts';
import type { RequestContext } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { peopleBehind } from './activation-resource.ts';
import type { ActivationRow } from './activation-store.ts';
import { approverKeys } from './activation-terms.ts';
import { windowFrom } from './activation-times.ts';
import { isSensitiveScope } from './eligibility-rules.ts';
import type { EligibilityRow } from './eligibility-store.ts';

interface NewActivation extends Pick<RequestContext['request'], 'clientIp' | 'userAgent'> {
  wish: ActivationWish;
  scopes: string[];
  eligibility: EligibilityRow;
  principal: Principal;
  now: Date;
  durationSeconds: number;
  wantedStart: Date | null;
}

/**
 * The activation of a valid request: pending if it requires approval, else scheduled or started.
 */
export function newActivation({
  wish,
  scopes,
  eligibility,
  principal,
  now,
  durationSeconds,
  wantedStart,
  clientIp,
  userAgent,
}: NewActivation): ActivationRow {
  const { rules } = eligibility;
  // The role may have gained scopes since the eligibility was created.
  const needsApproval = rules.requireApproval || scopes.some(isSensitiveScope);
  const window = windowFrom(now, { wantedStart, durationSeconds }, eligibility.expiresAt);
  const planned = needsApproval
    ? {
        state: 'requested' as const,
        requiredApprovals: rules.requiredApprovals,
        decisionDeadline: new Date(now.getTime() + rules.approvalTimeoutSeconds * 1000),
        startsAt: null,
        endsAt: null,
      }
    : {
        state: window.isNow ? ('active' as const) : ('scheduled' as const),
        requiredApprovals: 0,
        decisionDeadline: null,
        startsAt: window.startsAt,
        endsAt: window.endsAt,
      };
  return {
    id: newId('activation'),
    eligibilityId: eligibility.id,
    principalId: principal.id,
    viaGroup: eligibility.principalType === 'group' ? eligibility.principalId : null,
    people: peopleBehind(principal),
    roleKey: eligibility.roleKey,
    scopes,
    organizationId: eligibility.organizationId,
    justification: wish.justification ?? null,
    ticket: wish.ticket ?? null,
    durationSeconds,
    approvers: approverKeys(rules),
    requestedAt: now,
    wantedStart,
    ...planned,
    endedAt: null,
    endedBy: null,
    endReason: null,
    endComment: null,
    requestContext: signInContext(principal, { clientIp, userAgent }),
    nextDueAt: null,
    updatedAt: now,
  };
}

/** Where and how the requester was signed in. */
const signInContext = (
  { authentication }: Principal,
  { clientIp, userAgent }: Pick<RequestContext['request'], 'clientIp' | 'userAgent'>,
): ActivationRow['requestContext'] => {
  const authTime = authentication?.authTime ?? null;
  return {
    ip: clientIp,
    userAgent: userAgent?.slice(0, 200) ?? null,
    acr: authentication?.acr ?? null,
    amr: [...(authentication?.amr ?? [])],
    authTime: authTime === null ? null : new Date(authTime * 1000).toISOString(),
  };
};

/** The additional events of an activation that requires no approval. */
export const startEvents = (state: ActivationRow['state']) => {
  if (state === 'active') return ['pim.activation_started' as const];
  return state === 'scheduled' ? ['pim.activation_scheduled' as const] : [];
};
