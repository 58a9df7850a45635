import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { rolesByKey } from '../roles/effective-roles.ts';
import { missingToGrant } from '../roles/escalation.ts';

const maxKeys = 1_000;

/** Which roles exist and may be handed out, for those who keep grants of them. */
export const rolesRpc = (db: Database): RpcMount =>
  serveRpc(
    'platform.fga.v1.Roles',
    {
      async ValidateRoles({ tenantId, keys, granter }, { actor }) {
        if (!isId('tenant', tenantId) || keys.length > maxKeys)
          throw problem('invalid_parameter', {
            detail: `tenant_id, and at most ${maxKeys} keys, are required`,
          });
        const held = new Set(granter?.scopes);
        const found = new Map(
          (await db.read({ tenantId, actor }, (tx) => rolesByKey(tx, keys))).map((role) => [
            role.key,
            role,
          ]),
        );
        return {
          roles: keys.map((key) => {
            const role = found.get(key);
            const missingScopes = role ? missingToGrant(role.permissions, held) : [];
            return {
              key,
              exists: role !== undefined,
              assignable: role !== undefined && missingScopes.length === 0,
              missingScopes,
            };
          }),
        };
      },
    },
    { ValidateRoles: ['directory'] },
  );
