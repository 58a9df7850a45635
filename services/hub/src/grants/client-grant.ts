/** The scopes that a user has granted to a client. */
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

/** Reads the grant from an artifact; undefined if it has no user yet. */
export function clientGrant(payload: object): ClientGrant | undefined {
  const { accountId: userId, clientId, scope, organizationId } = payload as GrantedPayload;
  if (userId === undefined || clientId === undefined) return undefined;
  return { userId, clientId, scopes: scope?.split(' ') ?? [], organizationId };
}
