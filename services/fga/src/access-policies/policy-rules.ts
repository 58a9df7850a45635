import { CreatePolicyRequest } from '@platform/contracts';
import type {
  AccessPolicyResource,
  PolicyConditions,
  PolicyCreation,
  PolicyUpdate,
} from '@platform/contracts';
import { parseBody } from '@platform/kit/http';
import { parseCidr } from '@platform/kit/ip';
import { problem } from '@platform/kit/problem';
import { mergePatch } from '@platform/kit/formats';
import type { PolicyRow } from './policy-store.ts';

export const policyResource = ({
  id,
  clientId,
  name,
  description,
  mode,
  priority,
  body,
  version,
  createdAt,
  updatedAt,
  modeChangedAt,
}: PolicyRow): AccessPolicyResource => ({
  id,
  clientId,
  name,
  description,
  mode,
  priority,
  conditions: body.conditions,
  controls: body.controls,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  modeChangedAt: modeChangedAt.toISOString(),
});

/** Rejects invalid networks. @throws 422 */
export function checkNetworks({ networks }: PolicyConditions, at = ''): void {
  for (const side of ['include', 'exclude'] as const) {
    for (const [i, cidr] of (networks?.[side]?.cidrs ?? []).entries())
      parseCidr(cidr, `${at}/conditions/networks/${side}/cidrs/${i}`);
  }
}

const isEmpty = (list: readonly unknown[] | undefined): boolean =>
  list === undefined || list.length === 0;

/** Whether a policy includes every user. */
function includesAll({ subjects }: PolicyConditions): boolean {
  const include = subjects?.include;
  return (
    include === undefined ||
    include.all === true ||
    (isEmpty(include.userIds) &&
      isEmpty(include.groupIds) &&
      isEmpty(include.roles) &&
      isEmpty(include.organizationIds))
  );
}

/**
 * An enabled policy on a client of the platform that may include everyone must exclude someone:
 * otherwise no administrator could revert it.
 */
export function refusePolicyLockout(
  policy: Pick<PolicyCreation, 'mode' | 'conditions' | 'controls'>,
): void {
  const { subjects } = policy.conditions;
  const isBroad = policy.controls.block === true || includesAll(policy.conditions);
  if (
    policy.mode !== 'enabled' ||
    !isBroad ||
    !isEmpty(subjects?.exclude?.userIds) ||
    !isEmpty(subjects?.exclude?.roles)
  )
    return;
  throw problem('lockout_risk', {
    detail:
      'An enabled policy that blocks, or that includes everyone, must exclude a user or a role for clients of the platform',
  });
}

const compared = ['name', 'description', 'mode', 'priority', 'conditions', 'controls'] as const;

/** A policy after a merge patch, validated like a new one, with the pointers of the differences. */
export function patchedPolicy(
  before: AccessPolicyResource,
  patch: PolicyUpdate,
): { after: PolicyCreation; changed: string[] } {
  const document = Object.fromEntries(compared.map((name) => [name, before[name]]));
  const after = parseBody(CreatePolicyRequest, mergePatch(document, patch));
  const changed = compared
    .filter((name) => JSON.stringify(after[name] ?? null) !== JSON.stringify(before[name] ?? null))
    .map((name) => `/${name}`);
  return { after, changed };
}
