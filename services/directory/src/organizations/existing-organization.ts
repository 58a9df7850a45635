import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { findOrganization, OrganizationRecord } from './organization-store.ts';

/** The organization with this id, found or locked. Throws 404 for one that is not there. */
export async function existingOrganization(
  tx: Tx,
  id: string,
  find: typeof findOrganization,
): Promise<OrganizationRecord> {
  const organization = isId('organization', id) ? await find(tx, id) : undefined;
  if (!organization) throw problem('not_found');
  return organization;
}
