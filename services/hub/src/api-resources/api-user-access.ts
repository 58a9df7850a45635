import type { RpcPeer } from '@platform/kit/grpc';

/** What the roles of a user grant at an API. */
export interface ApiUserAccess {
  roles: string[];
  /** Custom permissions of the API, and those of no API. */
  permissions: string[];
  /** Families that the tenant is entitled to. */
  entitlements: string[];
}

/** Whose access, at which API, through which client, in which organization. */
export interface ApiUserAccessQuestion {
  tenantId: string;
  userId: string;
  clientId: string;
  organizationId: string | null;
  apiId: string;
}

/** @throws a problem while the access service is away */
export type ApiUserAccessOf = (question: ApiUserAccessQuestion) => Promise<ApiUserAccess>;

const deadlineMs = 1_000;

/** Asks the access service. Nothing is kept: a role that was taken away is missing in the next token. */
export const apiUserAccess =
  (fga: () => RpcPeer): ApiUserAccessOf =>
  async ({ tenantId, userId, clientId, organizationId, apiId }) => {
    const { roles, permissions, families } = await fga()
      .service('platform.fga.v1.PrincipalAccess')
      .Get(
        {
          tenantId,
          principal: { type: 'user', id: userId },
          clientId,
          organizationId: organizationId ?? '',
          apiResourceId: apiId,
        },
        { deadlineMs, repeatable: true },
      );
    return { roles, permissions, entitlements: families };
  };
