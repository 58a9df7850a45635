import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { rolesByKey } from './effective-roles.ts';
import { missingToGrant } from './escalation.ts';

const maxKeys = 1_000;

/** Serves which roles exist and may be assigned, to services that store grants of them. */
export const rolesRpc = (rpcRunner: RpcRunner): RpcMount =>
  serveRpc(
    'platform.fga.v1.Roles',
    {
      async ValidateRoles({ tenantId, keys, granter }, call) {
        if (keys.length > maxKeys)
          throw problem('invalid_parameter', {
            detail: `Send at most ${maxKeys} keys`,
          });
        const held = new Set(granter?.scopes);
        const known = await rpcRunner.read(call, tenantId, (tx) => rolesByKey(tx, keys));
        const found = new Map(known.map((role) => [role.key, role]));
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
