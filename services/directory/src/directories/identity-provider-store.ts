import type { Tx } from '@platform/kit/database';

/** An identity provider of an organization, and the issuer of the identities that come from it. */
export interface IdentityProvider {
  id: string;
  issuer: string;
}

export const listIdentityProviders = (
  tx: Tx,
  organizationId: string,
): Promise<IdentityProvider[]> =>
  tx.rows<IdentityProvider & Record<string, unknown>>(
    `SELECT id, CASE kind WHEN 'oidc' THEN config ->> 'issuer' ELSE config ->> 'entityId' END AS issuer FROM directories
     WHERE tenant_id = $1 AND organization_id = $2 AND kind IN ('oidc', 'saml') AND state <> 'deleting' ORDER BY id`,
    [tx.context.tenantId, organizationId],
  );
