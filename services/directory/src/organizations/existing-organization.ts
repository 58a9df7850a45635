import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import type { findOrganization, OrganizationRecord } from './organization-store.ts';

/** The organization with this id, found or locked. @throws 404 */
export const existingOrganization = async (
  tx: Tx,
  id: string,
  find: typeof findOrganization,
): Promise<OrganizationRecord> => found(isId('organization', id) ? await find(tx, id) : undefined);
