import { allScopes } from '@platform/contracts';
import type { EligibilityCreation, Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { RoleSource } from '../roles/role-source.ts';
import { peopleBehind } from './activation-resource.ts';
import { isSensitiveScope } from './eligibility-rules.ts';

/** The caller, and the groups that the caller is in. */
export interface EligibilityGranter {
  principal: Principal;
  groupIds: readonly string[];
}

/** The scopes of the role, which is locked, or the requested ones. */
export async function grantedBy(
  roles: RoleSource,
  tx: Tx,
  { role, scopes = [] }: Pick<EligibilityCreation, 'role' | 'scopes'>,
): Promise<readonly string[]> {
  if (role !== undefined) {
    const granted = await roles.scopes(tx, role, { hold: true });
    if (!granted) throw invalid('/role', 'unknown_role', 'must be the key of a role');
    return granted;
  }
  const unknown = scopes.findIndex((scope) => !allScopes.includes(scope));
  if (unknown >= 0)
    throw invalid(`/scopes/${unknown}`, 'not_found', 'must be a permission of the platform');
  return scopes;
}

/** Rejects an eligibility that requires an approval rule. @throws 422 */
export function requireHarmless(
  { principal, groupIds }: EligibilityGranter,
  eligible: EligibilityCreation['principal'],
  granted: readonly string[],
): void {
  const isForThemselves =
    eligible.type === 'user'
      ? peopleBehind(principal).includes(eligible.id)
      : groupIds.includes(eligible.id);
  if (isForThemselves || granted.some(isSensitiveScope))
    throw invalid(
      '/rules/requireApproval',
      'approval_required',
      'must be true, because the eligible assignment is for yourself or grants tenant:pim.* or tenant:roles.write',
    );
}
