import type { RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/log';
import { engineRefusal } from '../oauth-errors/oauth-error.ts';

/** `tenant:` scopes that a user has: for good, and by an elevation. */
export interface UserAccess {
  scopes: ReadonlySet<string>;
  elevated: readonly { scope: string; endsAt: number }[];
}

/** Whose access is asked for, at which client and organization. */
export interface UserAccessQuestion {
  tenantId: string;
  userId: string;
  clientId: string;
  organizationId: string | null;
}

/** @throws `temporarily_unavailable` while the access service is away */
export type UserAccessOf = (question: UserAccessQuestion) => Promise<UserAccess>;

const deadlineMs = 1_000;

/** Asks the access service. Nothing is kept: a role that was taken away must be gone from the next token. */
export const userAccess =
  ({ fga, log }: { fga: () => RpcPeer; log: Logger }): UserAccessOf =>
  async ({ tenantId, userId, clientId, organizationId }) => {
    try {
      const { scopes, elevated } = await fga()
        .service('platform.fga.v1.PrincipalAccess')
        .Get(
          {
            tenantId,
            principal: { type: 'user', id: userId },
            clientId,
            organizationId: organizationId ?? '',
          },
          { deadlineMs, repeatable: true },
        );
      return {
        scopes: new Set(scopes),
        elevated: elevated.map(({ scope, expiresAt }) => ({
          scope,
          endsAt: Math.floor(Date.parse(expiresAt) / 1000),
        })),
      };
    } catch (error) {
      log.warn({ err: error, tenantId, clientId }, 'the access of a user could not be looked up');
      throw engineRefusal(
        503,
        'temporarily_unavailable',
        'the access of the user cannot be looked up at the moment',
      );
    }
  };
