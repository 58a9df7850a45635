/** What a user has let a client do. */
export interface ClientGrant {
  userId: string;
  clientId: string;
  scopes: string[];
  organizationId: string | undefined;
}

interface GrantedPayload {
  accountId?: string;
  clientId?: string;
  scope?: string;
  organizationId?: string;
}

/** Reads it out of an artifact; undefined where no user stands behind it yet. */
export function clientGrant(payload: object): ClientGrant | undefined {
  const { accountId: userId, clientId, scope, organizationId } = payload as GrantedPayload;
  if (userId === undefined || clientId === undefined) return undefined;
  return { userId, clientId, scopes: scope?.split(' ') ?? [], organizationId };
}
