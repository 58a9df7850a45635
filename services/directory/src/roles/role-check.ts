import type { Principal } from '@platform/contracts';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** Roles that a request names, and where. */
export interface NamedRoles {
  roles: readonly string[] | undefined;
  pointer: string;
}

/** Who hands roles out, and what they may do themselves. */
export interface RoleGranter extends Pick<Principal, 'tenantId' | 'type' | 'id'> {
  scopes: Iterable<string>;
}

/**
 * Asks the access service whether roles exist and whether this caller may hand them out.
 * @throws 422 `unknown_role`; 403 `insufficient_scope` naming what the caller lacks; 503 without an answer
 */
export type CheckRoles = (granter: RoleGranter, named: readonly NamedRoles[]) => Promise<void>;

const deadlineMs = 3_000;

/** See {@link CheckRoles}. Nobody is asked where no role is named. */
export const roleCheck =
  (fga: () => RpcPeer): CheckRoles =>
  async ({ tenantId, type, id, scopes }, named) => {
    const all = named.flatMap(({ roles = [], pointer }) =>
      roles.map((key, i) => ({ key, pointer: `${pointer}/${i}` })),
    );
    if (all.length === 0) return;
    const keys = [...new Set(all.map((role) => role.key))];
    const { roles: told } = await fga()
      .service('platform.fga.v1.Roles')
      .ValidateRoles(
        { tenantId, keys, granter: { type, id, scopes: [...scopes] } },
        { deadlineMs, repeatable: true },
      )
      .catch((cause: unknown) => {
        throw problem('upstream_unavailable', {
          detail: 'roles cannot be checked at the moment',
          headers: { 'Retry-After': '5' },
          cause,
        });
      });
    const known = new Map(told.map((role) => [role.key, role]));
    const unknown = all.filter(({ key }) => !known.get(key)?.exists);
    if (unknown.length > 0) {
      throw problem('validation_failed', {
        detail: `no role of the tenant: ${unknown.map(({ key }) => key).join(', ')}`,
        errors: unknown.map(({ key, pointer }) => ({
          pointer,
          code: 'unknown_role',
          detail: `"${key}" is no role of the tenant`,
        })),
      });
    }
    const refused = told.filter((role) => !role.assignable);
    if (refused.length === 0) return;
    const missing = [...new Set(refused.flatMap((role) => role.missingScopes))].sort();
    throw problem('insufficient_scope', {
      detail: `a token grants only what it holds; missing: ${missing.join(' ')}`,
      errors: missing.map((scope) => ({ code: 'missing_scope', detail: scope })),
    });
  };
