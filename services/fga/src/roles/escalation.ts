import { isSystemPermission } from '../built-in/system-permissions.ts';
import { problem } from '@platform/kit/problem';

/** The scopes among these permissions that a granter lacks, sorted. */
export const missingToGrant = (
  permissions: Iterable<string>,
  held: ReadonlySet<string>,
): string[] =>
  [...new Set(permissions)].filter((name) => isSystemPermission(name) && !held.has(name)).sort();

/**
 * No caller grants more than they have: only a token with every scope of a role can create, change
 * or assign it.
 * @throws 403 `insufficient_scope` naming the missing scopes
 */
export function refuseEscalation(permissions: Iterable<string>, held: ReadonlySet<string>): void {
  const missing = missingToGrant(permissions, held);
  if (missing.length === 0) return;
  throw problem('insufficient_scope', {
    detail: `A token can grant only scopes that it has; missing: ${missing.join(' ')}`,
    errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
  });
}
