import { connectionIssuer } from '@platform/contracts';
import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { liveDirectories } from './directory-record.ts';

/** An identity provider of an organization, and the issuer that its identities are stored under. */
export interface IdentityProvider {
  id: string;
  issuer: string;
}

const identityProviders = liveDirectories
  .only({ kind: ['oidc', 'saml'] })
  .pick('id')
  .compute(() => ({
    issuer: sql<string>`CASE kind WHEN 'oidc' THEN config ->> 'issuer' ELSE config ->> 'entityId' END`,
  }));

export async function identityProvidersOf(
  tx: Tx,
  organizationId: string,
): Promise<IdentityProvider[]> {
  const rows = await identityProviders.list(tx, { where: { organizationId }, orderBy: 'id' });
  return rows.map(({ id, issuer }) => ({ id, issuer: connectionIssuer(issuer, id) }));
}
