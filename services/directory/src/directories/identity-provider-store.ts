import { connectionIssuer } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** An identity provider of an organization, and the issuer that identities from it are kept under. */
export interface IdentityProvider {
  id: string;
  issuer: string;
}

export async function listIdentityProviders(
  tx: Tx,
  organizationId: string,
): Promise<IdentityProvider[]> {
  const rows = await tx.rows<IdentityProvider & Record<string, unknown>>(
    `SELECT id, CASE kind WHEN 'oidc' THEN config ->> 'issuer' ELSE config ->> 'entityId' END AS issuer FROM directories
     WHERE tenant_id = $1 AND organization_id = $2 AND kind IN ('oidc', 'saml') AND state <> 'deleting' ORDER BY id`,
    [tx.context.tenantId, organizationId],
  );
  return rows.map(({ id, issuer }) => ({ id, issuer: connectionIssuer(issuer, id) }));
}
